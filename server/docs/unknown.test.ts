import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paragraph, processOf, textarea } from '#contract/document/build.ts'
import type { Field } from '#contract/document/fields.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)

test('a document with parts and fields that only a newer release knows is shown, filled in and taken along all the same', async () => {
  const id = (await clara.send('POST', '/docs/', { name: 'Von morgen' })).body['doc_id'] as number
  const content = processOf(paragraph(textarea('Wo')))
  await clara.send('PATCH', `/docs/${id}/`, { content })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Aktiv' })
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: true })
  const newer = { type: 'active', attrs: { type: 'moment', name: 'Wann', from: '2026-11-21' } }
  const parts = [
    { type: 'chart', attrs: { bars: 3 } },
    { type: 'paragraph', content: [newer] },
  ]
  const fields: Field[] = [
    { name: 'Wo', type: 'textarea' },
    { name: 'Wann', type: 'moment' as never },
  ]
  await kontor.kontor.db
    .updateTable('docs')
    .set({
      content: JSON.stringify({ ...content, content: [...(content.content ?? []), ...parts] }) as never,
      fields: JSON.stringify(fields) as never,
    })
    .where('id', '=', id)
    .execute()
  await kontor.kontor.db
    .insertInto('doc_answers')
    .values({ doc_id: id, user_id: await kontor.userId(cast.anna), data: '{"Wann":{"day":"2026-11-22"}}' })
    .execute()

  assert.equal((await anna.get('/docs/')).status, 200)
  const shown = await anna.get(`/docs/${id}/`)
  assert.equal(shown.status, 200)
  assert.ok(shown.text.includes('"chart"'))
  assert.equal(
    (await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Wo: 'Foyer' } })).status,
    200,
  )
  // The part that only the newer release knows is still there.
  assert.deepEqual((await anna.get(`/docs/${id}/currentuserdata/`)).body['data'], {
    Wo: 'Foyer',
    Wann: { day: '2026-11-22' },
  })
  const refused = await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Wann: 7 } })
  assert.equal(refused.status, 422)
  assert.equal(refused.body['details'], '„Wann“ kennt erst die nächste Fassung. Bitte laden Sie neu.')
  for (const path of ['userdata/', 'userdata/download/'])
    assert.equal((await clara.get(`/docs/${id}/${path}`)).status, 200, path)
  assert.equal((await anna.get(`/docs/${id}.pdf`)).status, 200)
  assert.equal((await clara.get(`/docs/${id}.pdf`, { query: { results: '1' } })).status, 200)
  assert.equal((await clara.send('POST', `/docs/${id}/userdata/reset/`)).status, 200)
})
