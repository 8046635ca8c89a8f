import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { DocPeople } from '#contract/publishing.ts'
import { cast, type Person } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { db } = app.kontor
const [anna, bruno, clara, david] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara, cast.david].map((person) => app.as(person)),
)) as [Client, Client, Client, Client]

const content = processOf(paragraph(textareaField('Eins')), paragraph(textareaField('Zwei')))
const publish = (groups: string[], others: object = {}) =>
  publishDoc(clara, content, { name: 'Brandschutz', ...onlyForGroups(...groups), ...others })
const fill = (who: Client, id: number, data: object) =>
  who.send('PATCH', `/docs/${id}/currentuserdata/`, { data })
const people = async (id: number, query: Record<string, string> = {}) =>
  (await clara.get(`/docs/${id}/people/`, { query })).body as unknown as DocPeople
const names = ({ items }: DocPeople) => items.map(({ display_name }) => display_name)
const stateOf = ({ items }: DocPeople, { nachname }: Person) =>
  items.find(({ display_name }) => display_name.startsWith(nachname))

test('everybody whom a process is for stands there with how far they are; the list of processes counts the same for administrators', async () => {
  const id = await publish(['Bühne'])
  await fill(anna, id, { Eins: 'ja', Zwei: 'ja' })
  await fill(bruno, id, { Eins: 'ja' })
  const found = await people(id)
  assert.deepEqual(names(found), [
    'Berger, Anna',
    'Castell, Bruno',
    'Müller-Lüdenscheidt, Georg',
    'Núñez, Ibrahim',
  ])
  assert.deepEqual(
    found.items.map(({ state, filled }) => [state, filled]),
    [
      ['finished', 2],
      ['begun', 1],
      ['missing', 0],
      ['missing', 0],
    ],
  )
  assert.deepEqual(found.counts, { finished: 1, begun: 1, missing: 2 })
  assert.equal(found.fields, 2)
  assert.ok(found.can_remind)
  const listedFor = async (who: Client) =>
    ((await who.get('/docs/')).body['items'] as DocListItem[]).find((doc) => doc.id === id)
  const audience = { public: false, groups: ['Bühne'], people: 4, finished: 1 }
  assert.deepEqual((await listedFor(clara))?.audience, audience)
  assert.equal((await listedFor(anna))?.audience, undefined)
  assert.ok(stateOf(found, cast.anna)?.changed_at)
  assert.equal(stateOf(found, cast.georg)?.changed_at, null)
  // Cleared or blank answers count as missing.
  await fill(bruno, id, { Eins: ' ' })
  assert.equal(stateOf(await people(id), cast.bruno)?.state, 'missing')
})

test('the list is narrowed to a state and to names, sorted and paged, and its counts are of all whom the names find', async () => {
  const id = await publish(['Bühne'])
  await fill(anna, id, { Eins: 'ja' })
  const begun = await people(id, { state: 'begun' })
  assert.equal((await people(id, { state: 'missing,finished' })).items.length, 3)
  assert.deepEqual(names(begun), ['Berger, Anna'])
  assert.deepEqual(begun.counts, { finished: 0, begun: 1, missing: 3 })
  assert.deepEqual(names(await people(id, { filter: 'castell' })), ['Castell, Bruno'])
  assert.deepEqual(names(await people(id, { order_by: '-filled', per_page: '1' })), ['Berger, Anna'])
  assert.deepEqual(names(await people(id, { order_by: '+state', per_page: '1', page: '3' })), [
    'Berger, Anna',
  ])
  assert.equal((await people(id, { per_page: '3' })).pages, 2)
  assert.equal((await clara.get(`/docs/${id}/people/`, { query: { state: 'Fertig' } })).status, 422)
})

test('everybody whom a process is for is waited for, also who has not signed in yet; who is gone, or administers without being in a group of it, is not', async () => {
  const id = await publish(['Empfang'])
  // Clara sees the process as an administrator, but does not belong to its audience.
  assert.equal(names(await people(id)).length, 3)
  const [elif, frieda] = [await app.userId(cast.elif), await app.userId(cast.frieda)]
  await db.updateTable('users').set({ is_active: false }).where('id', '=', elif).execute()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', frieda).execute()
  const left = await people(id)
  assert.deepEqual(names(left), ['Groß, Frieda', 'Maria von und zu Hohenstein-Wittelsbach, Lena'])
  assert.deepEqual([left.without_access, left.invited], [1, 0])
  assert.deepEqual(left.counts, { finished: 0, begun: 0, missing: 2 })
  const administrators = await publish(['Verwaltung'])
  assert.ok(names(await people(administrators)).includes('Döring, Clara'))
})

test('of who has no access yet it is told whether an invitation holds, and since when', async () => {
  const id = await publish(['Empfang'])
  const frieda = await app.userId(cast.frieda)
  const access = async () => {
    const { invited, ...found } = await people(id)
    const { has_access, invited_at } = stateOf(found as DocPeople, cast.frieda) ?? {}
    return { invited, has_access, isInvited: typeof invited_at === 'string' }
  }
  assert.deepEqual(await access(), { invited: 0, has_access: false, isInvited: false })
  const asked = { user_ids: [frieda], way: 'link' }
  assert.equal((await clara.send('POST', '/invitations/', asked)).status, 200)
  assert.deepEqual(await access(), { invited: 1, has_access: false, isInvited: true })
  const audience = { public: false, groups: ['Empfang'] }
  const preview = await clara.send('POST', `/docs/${id}/publish/preview/`, audience)
  const reached = ({ people, without_access, invited }: Record<string, unknown>) => [
    people,
    without_access,
    invited,
  ]
  assert.deepEqual(reached(preview.body), [2, 1, 1])
  assert.deepEqual(reached((await clara.send('POST', `/docs/${id}/publish/`, audience)).body), [2, 1, 1])
  await db
    .updateTable('access_links')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('user_id', '=', frieda)
    .execute()
  assert.deepEqual(await access(), { invited: 0, has_access: false, isInvited: false })
})

test('of a process that asks for nothing nobody is missing', async () => {
  const { doc_id } = (await clara.send('POST', '/docs/', { name: 'Aushang' })).body as { doc_id: number }
  await clara.send('POST', `/docs/${doc_id}/publish/`, { public: false, groups: ['Bühne'] })
  const { counts, fields } = await people(doc_id)
  assert.deepEqual([counts.missing, counts.begun, fields], [0, 0, 0])
})

test('an administrator reads what one person has entered; of somebody whom it is not for there is nothing', async () => {
  const id = await publish(['Bühne'])
  await fill(anna, id, { Eins: 'ja' })
  const path = `/docs/${id}/people/${await app.userId(cast.anna)}/`
  const { body } = await clara.get(path)
  assert.equal(body['display_name'], 'Anna Berger')
  assert.deepEqual(body['answers'], [
    { field: 'Eins', type: 'textarea', value: 'ja' },
    { field: 'Zwei', type: 'textarea', value: null },
  ])
  assert.ok(body['changed_at'])
  const empty = (await clara.get(`/docs/${id}/people/${await app.userId(cast.georg)}/`)).body
  assert.equal(empty['changed_at'], null)
  assert.ok((empty['answers'] as { value: unknown }[]).every(({ value }) => value === null))
  assert.equal((await clara.get(`/docs/${id}/people/${await app.userId(cast.kai)}/`)).status, 404)
  assert.deepEqual([body['former'], empty['former']], [[], []])
  // Former fields are listed separately.
  await clara.send('PATCH', `/docs/${id}/`, { content: processOf(paragraph(textareaField('Zwei'))) })
  const later = (await clara.get(path)).body
  assert.deepEqual(later['answers'], [{ field: 'Zwei', type: 'textarea', value: null }])
  assert.deepEqual(later['former'], [{ field: 'Eins', value: 'ja' }])
  // Answers stay readable whatever the audience.
  await clara.send('PUT', `/docs/${id}/visibility/groups/`, { groups: ['Empfang'] })
  assert.equal((await clara.get(path)).status, 200)
  assert.ok(!names(await people(id)).includes('Berger, Anna'))
})

test('what is due next stands first under „Heute“, with its date', async () => {
  const day = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
  await db.deleteFrom('docs').execute()
  const later = await publish(['Technik'], { due_on: day(9) })
  const without = await publish(['Technik'])
  const soon = await publish(['Technik'], { due_on: day(1) })
  await fill(david, without, { Eins: 'ja' })
  const { items } = (await david.get('/today/')).body['docs'] as {
    items: { id: number; due_on: string | null }[]
  }
  assert.deepEqual(
    items.map(({ id, due_on }) => [id, due_on]),
    [
      [soon, day(1)],
      [later, day(9)],
      [without, null],
    ],
  )
})
