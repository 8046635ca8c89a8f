import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import {
  checkbox,
  paragraph,
  processOf,
  required,
  section,
  textarea,
  when,
} from '#contract/document/build.ts'
import type { Value } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { DocOfPerson, DocPeople } from '#contract/publishing.ts'
import type { HandIn } from '#contract/results.ts'
import type { Today } from '#contract/today.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const clara = await app.as(cast.clara)
const anna = await app.as(cast.anna)

async function activeDoc(content: Tree, hand_in: HandIn | null = null) {
  const id = (await clara.send('POST', '/docs/', { name: 'Anreise' })).body['doc_id'] as number
  assert.equal((await clara.send('PATCH', `/docs/${id}/`, { content })).status, 200)
  const asked = { public: true, groups: [], notify: false, hand_in }
  assert.equal((await clara.send('POST', `/docs/${id}/publish/`, asked)).status, 200)
  return id
}
const fill = (id: number, data: Record<string, Value>) =>
  anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data })
/** Progress by every source: list, people, one person's page, „Heute“. */
async function progressOf(id: number) {
  const list = (await anna.get('/docs/', { query: { per_page: '200' } })).body as { items: DocListItem[] }
  const listed = list.items.find((one) => one.id === id)
  const people = (await clara.get(`/docs/${id}/people/`, { query: { per_page: '200' } })).body as DocPeople
  const person = people.items.find(({ username }) => username === cast.anna.username)
  assert.deepEqual([person?.filled, person?.fields], [listed?.filled, listed?.fields])
  const own = await clara.get(`/users/${await app.userId(cast.anna)}/docs/`, { query: { per_page: '200' } })
  const { items } = own.body as { items: DocOfPerson[] }
  const onPage = items.find((one) => one.id === id)
  assert.deepEqual(
    [onPage?.state, onPage?.filled, onPage?.fields],
    [person?.state, person?.filled, person?.fields],
  )
  const today = (await anna.get('/today/')).body as unknown as Today
  assert.equal(
    today.docs.items.some((one) => one.id === id),
    person?.state !== 'finished',
  )
  return `${person?.state} ${person?.filled}/${person?.fields}`
}

test('where a process has required fields, whoever has filled in all of these has finished', async () => {
  const id = await activeDoc(processOf(paragraph(required(textarea('Name')), textarea('Wunsch'))))
  assert.equal(await progressOf(id), 'missing 0/1')
  await fill(id, { Wunsch: 'Gang' })
  assert.equal(await progressOf(id), 'begun 0/1')
  await fill(id, { Name: 'Anna' })
  assert.equal(await progressOf(id), 'finished 1/1')
  await clara.send('PATCH', `/docs/${id}/`, {
    content: processOf(paragraph(textarea('Name'), textarea('Wunsch'), textarea('Noch'))),
  })
  assert.equal(await progressOf(id), 'begun 2/3')
})

test('what a condition hides is not missing, and what was entered there stays and counts again with it', async () => {
  const content = processOf(
    paragraph(checkbox('Auto'), textarea('Name')),
    when({ field: 'Auto', is: 'filled' }, section('Auto', paragraph(textarea('Kennzeichen')))),
  )
  const id = await activeDoc(content)
  assert.equal(await progressOf(id), 'missing 0/2')
  // Nothing was stored by this, and nobody has become somebody with answers.
  await fill(id, { Name: null })
  assert.equal(await progressOf(id), 'missing 0/2')
  await fill(id, { Auto: 'Bestätigt', Name: 'Anna' })
  assert.equal(await progressOf(id), 'begun 2/3')
  await fill(id, { Kennzeichen: 'B-AB 1' })
  assert.equal(await progressOf(id), 'finished 3/3')
  await fill(id, { Auto: null })
  assert.equal(await progressOf(id), 'begun 1/2')
  const { body } = await anna.get(`/docs/${id}/currentuserdata/`)
  assert.deepEqual(body['data'], { Name: 'Anna', Kennzeichen: 'B-AB 1' })
  const results = await clara.get(`/docs/${id}/userdata/`)
  assert.match(results.text, /B-AB 1/)
  // The condition goes: what it hid is asked for again, of everybody who has answered.
  await clara.send('PATCH', `/docs/${id}/`, {
    content: processOf(
      paragraph(checkbox('Auto'), textarea('Name')),
      section('Auto', paragraph(textarea('Kennzeichen'))),
    ),
  })
  assert.equal(await progressOf(id), 'begun 2/3')
})

test('where a process is handed in, whoever has has finished, whatever is required; what is hidden counts for nobody', async () => {
  const content = processOf(
    paragraph(checkbox('Auto'), required(textarea('Name'))),
    when({ field: 'Auto', is: 'filled' }, section('Auto', paragraph(required(textarea('Kennzeichen'))))),
  )
  const id = await activeDoc(content, 'plain')
  await fill(id, { Name: 'Anna' })
  assert.equal(await progressOf(id), 'begun 1/1')
  await fill(id, { Auto: 'Bestätigt' })
  assert.equal(await progressOf(id), 'begun 1/2')
  assert.equal((await anna.send('POST', `/docs/${id}/currentuserdata/hand_in/`, {})).status, 200)
  assert.equal(await progressOf(id), 'finished 1/2')
  assert.equal((await fill(id, { Auto: null })).status, 409)
  assert.equal((await anna.send('DELETE', `/docs/${id}/currentuserdata/hand_in/`)).status, 200)
  assert.equal(await progressOf(id), 'begun 1/2')
})

test('whoever hands in without an answer is asked for no more than before', async () => {
  const content = processOf(
    paragraph(checkbox('Auto'), textarea('Name')),
    when({ field: 'Auto', is: 'filled' }, section('Auto', paragraph(textarea('Kennzeichen')))),
  )
  const id = await activeDoc(content, 'plain')
  assert.equal((await anna.send('POST', `/docs/${id}/currentuserdata/hand_in/`, {})).status, 200)
  assert.equal(await progressOf(id), 'finished 0/2')
})

test('a condition that is none is refused in a sentence', async () => {
  const id = await activeDoc(processOf())
  for (const condition of [
    'ja',
    { field: 'a', is: 'maybe' },
    { field: 'a', is: 'option' },
    { is: 'filled' },
  ]) {
    const content = processOf(when(condition as never, section('x')))
    const refused = await clara.send('PATCH', `/docs/${id}/`, { content })
    assert.equal(refused.status, 422, JSON.stringify(condition))
    assert.match(String(refused.body['details']), /Die Bedingung eines Abschnitts passt nicht/)
  }
})
