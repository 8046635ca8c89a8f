import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import {
  checkboxField,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
} from '#contract/document/build.ts'
import { parseContent } from '#contract/document/check.ts'
import type { Field } from '#contract/document/fields.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import { templateKeys, templates } from '#contract/words/templates.ts'
import { cast } from '#demo/cast.ts'
import type { PrintedDocument } from '#server/exports/pdf/input.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { tinyPng } from '#server/testing/images.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const bruno = await kontor.as(cast.bruno)

const content = processOf(
  section(
    'Ankunft',
    paragraph('Schlüssel Nr. ', numberField('Nummer')),
    paragraph(textareaField('Bemerkung')),
  ),
  section('Abschluss', paragraph(checkboxField('Licht aus'))),
)
const create = async (name: string) => (await clara.send('POST', '/docs/', { name })).body['doc_id'] as number
const set = (id: number, what: string, body: unknown) => clara.send('PUT', `/docs/${id}/${what}/`, body)
const save = (id: number, body: object, headers: Record<string, string> = {}) =>
  clara.send('PATCH', `/docs/${id}/`, body, { headers })
const idsOf = async (who: Client, query: Record<string, string> = {}) =>
  ((await who.get('/docs/', { query: { per_page: '200', ...query } })).body['items'] as DocListItem[]).map(
    ({ id }) => id,
  )
const active = (name: string) => publishDoc(clara, content, { name })

test('a new document is an empty draft that only administrators see', async () => {
  const id = await create('  Neuer Ablauf ')
  const { body } = await clara.get(`/docs/${id}/`)
  assert.equal(body['name'], 'Neuer Ablauf')
  assert.equal(body['status'], 'Entwurf')
  assert.deepEqual(body['content'], { type: 'process' })
  assert.deepEqual((await clara.get(`/docs/${id}/visibility/`)).body, { public: false, groups: [] })
  assert.equal((await anna.get(`/docs/${id}/`)).status, 404)
  assert.ok(!(await idsOf(anna)).includes(id))
})

test('a new document may begin with a template, which is saved again as it is and asks for each thing once', async () => {
  for (const template of templateKeys) {
    const { body } = await clara.send('POST', '/docs/', { name: templates[template], template })
    const id = body['doc_id'] as number
    const { content } = (await clara.get(`/docs/${id}/`)).body as { content: Tree }
    assert.equal(JSON.stringify(parseContent(content)), JSON.stringify(content), template)
    const fields = fieldsOf(content)
    assert.ok(fields.length >= 5, template)
    assert.equal(new Set(fields.map(({ name }) => name)).size, fields.length, template)
    assert.equal((await save(id, { content })).status, 200)
    await clara.send('DELETE', `/docs/${id}/`)
  }
  const { status } = await clara.send('POST', '/docs/', { name: 'Ohne', template: 'nichts' })
  assert.equal(status, 422)
})

test('a name is more than spaces', async () => {
  assert.equal((await clara.send('POST', '/docs/', { name: '  ' })).status, 422)
  assert.equal((await clara.send('POST', '/docs/', { name: '' })).status, 422)
})

test('staff see what is Aktiv or Erledigt and public, whatever else it is', async () => {
  const id = await active('Öffentlich')
  for (const status of ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiviert']) {
    await set(id, 'status', { status })
    const isSeen = status === 'Aktiv' || status === 'Erledigt'
    assert.equal((await anna.get(`/docs/${id}/`)).status, isSeen ? 200 : 404, status)
    assert.equal((await idsOf(anna)).includes(id), isSeen, status)
  }
})

test('what is not public is seen by the members of its groups, from the moment that they are members', async () => {
  const id = await active('Nur für Technik')
  await set(id, 'visibility/public', { public: false })
  assert.equal((await set(id, 'visibility/groups', { groups: ['Technik'] })).status, 200)
  const elif = await kontor.as(cast.elif)
  assert.equal((await elif.get(`/docs/${id}/`)).status, 404)
  const userId = await kontor.userId(cast.elif)
  await clara.send('PUT', `/users/${userId}/groups/Technik/`)
  assert.equal((await elif.get(`/docs/${id}/`)).status, 200)
  await clara.send('DELETE', `/users/${userId}/groups/Technik/`)
  assert.equal((await elif.get(`/docs/${id}/`)).status, 404)
})

test('the groups of a document are kept while it is public, and must exist', async () => {
  const id = await active('Gruppen bleiben')
  await set(id, 'visibility/groups', { groups: ['technik', 'Empfang'] })
  await set(id, 'visibility/public', { public: false })
  assert.deepEqual((await clara.get(`/docs/${id}/visibility/`)).body, {
    public: false,
    groups: ['Empfang', 'Technik'],
  })
  const refused = await set(id, 'visibility/groups', { groups: ['Gibt es nicht'] })
  assert.equal(refused.status, 422)
  assert.equal(refused.body['details'], 'Die Gruppe „Gibt es nicht“ gibt es nicht.')
})

test('a content comes back exactly as it was saved', async () => {
  const id = await create('Genau so')
  const before = (await clara.get(`/docs/${id}/`)).body['last_update'] as string
  assert.equal((await save(id, { content })).status, 200)
  const { body } = await clara.get(`/docs/${id}/`)
  assert.deepEqual(body['content'], content)
  const last_update = body['last_update'] as string
  assert.ok(Date.parse(last_update) > Date.parse(before))
  const { items } = (await clara.get('/docs/', { query: { order_by: '-last_update' } })).body
  assert.deepEqual((items as DocListItem[]).map((doc) => [doc.id, doc.last_update])[0], [id, last_update])
})

test('what the schema does not know is refused and nothing is changed', async () => {
  const id = await create('Bleibt leer')
  const hostile = [
    { type: 'process', content: [{ type: 'script' }] },
    { type: 'process', content: [{ type: 'active', attrs: { name: 'a', type: 'radio' } }] },
    { type: 'paragraph' },
    {},
  ]
  for (const content of hostile) {
    const refused = await save(id, { content })
    assert.equal(refused.status, 422)
    assert.deepEqual((refused.body['detail'] as { loc: string[] }[])[0]?.loc.slice(0, 2), ['body', 'content'])
  }
  assert.deepEqual((await clara.get(`/docs/${id}/`)).body['content'], { type: 'process' })
})

test('a content of any depth is refused in a sentence, and one above 2 MB too', async () => {
  const id = await create('Tief')
  for (const depth of [100, 5_000, 20_000]) {
    const open = '{"type":"blockquote","content":['.repeat(depth)
    const content = `{"type":"process","content":[${open}${']}'.repeat(depth)}]}`
    const refused = await clara.send('PATCH', `/docs/${id}/`, `{"content":${content}}`, {
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(refused.status, 422)
    assert.equal(refused.body['details'], 'Der Inhalt ist tiefer als 64 Ebenen verschachtelt.')
  }
  const large = processOf(paragraph('x'.repeat(2 * 1024 * 1024)))
  assert.equal((await save(id, { content: large })).status, 413)
})

test('nobody saves over a version that they have not seen, unless they want to', async () => {
  const id = await create('Zwei Admins')
  const first = await clara.get(`/docs/${id}/`)
  const etag = String(first.headers['etag'])
  const other = `W/"0-x", "${'-'.repeat(14_000)}"`
  assert.equal((await save(id, { content }, { 'if-match': other })).status, 412)
  assert.equal((await save(id, { content }, { 'if-match': `${other}, ${etag}` })).status, 200)
  const refused = await save(id, { content: { type: 'process' } }, { 'if-match': etag })
  assert.equal(refused.status, 412)
  assert.equal(refused.body['details'], 'Der Prozess wurde inzwischen von jemand anderem gespeichert.')
  assert.equal((await save(id, { content: { type: 'process' } })).status, 200)
  assert.equal((await save(id, { content }, { 'if-match': '*' })).status, 200)
})

test('an uploaded image is seen by administrators at once, and by others once a document of theirs shows it', async () => {
  const id = await active('Mit Bild')
  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  const src = String((await clara.send('POST', `/docs/${id}/images/`, { image })).body['src'])
  assert.equal((await clara.get(src)).status, 200)
  assert.equal((await anna.get(src)).status, 404)
  const shown = processOf(paragraph({ type: 'image', attrs: { src, alt: '' } }))
  assert.equal((await save(id, { content: shown })).status, 200)
  assert.equal((await anna.get(src)).status, 200)
  await set(id, 'status', { status: 'Entwurf' })
  assert.equal((await anna.get(src)).status, 404)
  await save(id, { content })
  assert.equal((await clara.get(src)).status, 200)
})

test('whoever names the newest version of a document is answered without it, until something of it changes', async () => {
  const id = await active('Fassungen')
  const ask = async (who: Client, etag?: string) => {
    const headers = etag === undefined ? {} : { 'if-none-match': etag }
    const answer = await who.get(`/docs/${id}/`, { headers })
    return { status: answer.status, etag: answer.headers['etag'] as string, bytes: answer.text.length }
  }
  for (const change of [
    () => save(id, { content: processOf(paragraph('Neu')) }),
    () => set(id, 'name', { name: 'Anders' }),
    () => set(id, 'status', { status: 'Erledigt' }),
  ]) {
    const { etag } = await ask(anna)
    assert.deepEqual(await ask(anna, etag), { status: 304, etag, bytes: 0 })
    assert.deepEqual(await ask(anna, `W/"x", ${etag}`), { status: 304, etag, bytes: 0 })
    await change()
    const newer = await ask(anna, etag)
    assert.equal(newer.status, 200)
    assert.notEqual(newer.etag, etag)
  }
  const { etag } = await ask(anna)
  assert.equal((await ask(clara, etag)).status, 200)
  await set(id, 'status', { status: 'Entwurf' })
  assert.equal((await ask(anna, etag)).status, 404)
  const renamed = await ask(clara)
  await set(id, 'name', { name: 'Wieder anders' })
  assert.equal((await save(id, { content }, { 'if-match': renamed.etag })).status, 200)
  assert.equal((await save(id, { content }, { 'if-match': renamed.etag })).status, 412)
})

test('a copy takes content and groups, and is a draft without answers', async () => {
  const id = await active('Vorlage')
  await set(id, 'visibility/groups', { groups: ['Empfang'] })
  await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Nummer: 7 } })
  const copyId = (await clara.send('POST', `/docs/${id}/copy/`)).body['doc_id'] as number
  const copy = (await clara.get(`/docs/${copyId}/`)).body
  assert.equal(copy['name'], 'Vorlage (Kopie)')
  assert.equal(copy['status'], 'Entwurf')
  assert.deepEqual(copy['content'], content)
  assert.deepEqual((await clara.get(`/docs/${copyId}/visibility/`)).body, {
    public: false,
    groups: ['Empfang'],
  })
  const { items } = (await clara.get(`/docs/${copyId}/userdata/`)).body as { items: unknown[] }
  assert.deepEqual(items, [])
})

test('the name of a copy ends between two letters, however long the first one is', async () => {
  const id = (await clara.send('POST', '/docs/', { name: `${'a'.repeat(191)}😀 und so` })).body[
    'doc_id'
  ] as number
  const copyId = (await clara.send('POST', `/docs/${id}/copy/`)).body['doc_id'] as number
  assert.equal((await clara.get(`/docs/${copyId}/`)).body['name'], `${'a'.repeat(191)}😀 (Kopie)`)
})

test('a deleted document is gone for all and can be brought back with its answers', async () => {
  const id = await active('Versehentlich')
  await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Nummer: 7 } })
  assert.equal((await clara.send('DELETE', `/docs/${id}/`)).status, 200)
  for (const who of [clara, anna]) assert.equal((await who.get(`/docs/${id}/`)).status, 404)
  assert.ok(!(await idsOf(clara)).includes(id))
  assert.equal((await clara.send('POST', `/docs/${id}/restore/`)).status, 200)
  assert.deepEqual((await anna.get(`/docs/${id}/currentuserdata/`)).body['data'], { Nummer: 7 })
})

test('bringing back what is not deleted changes nothing and is written down nowhere; what never was is not found', async () => {
  const id = await active('Noch da')
  const rowsOf = () =>
    Promise.all([
      kontor.kontor.db.selectFrom('docs').where('id', '=', id).select('last_update').execute(),
      kontor.kontor.db.selectFrom('audit').where('action', '=', 'doc.restore').select('id').execute(),
    ])
  const before = await rowsOf()
  assert.equal((await clara.send('POST', `/docs/${id}/restore/`)).status, 200)
  assert.deepEqual(await rowsOf(), before)
  assert.equal((await clara.send('POST', '/docs/999999/restore/')).status, 404)
})

test('administrators list what was deleted, and with it what may still be done; staff do not', async () => {
  const id = await active('Verlorener Ablauf')
  const deleted = { filter_status: 'Gelöscht', filter: 'verlorener' }
  assert.deepEqual(await idsOf(clara, deleted), [])
  await clara.send('DELETE', `/docs/${id}/`)
  const { items } = (await clara.get('/docs/', { query: deleted })).body as { items: DocListItem[] }
  assert.deepEqual(
    items.map(({ name, status, can }) => ({ name, status, can })),
    [{ name: 'Verlorener Ablauf', status: 'Aktiv', can: { fill: false, administer: false } }],
  )
  assert.ok(Date.parse(items[0]?.deleted_at ?? '') > Date.now() - 60_000)
  assert.deepEqual(await idsOf(anna, deleted), [])
  await clara.send('POST', `/docs/${id}/restore/`)
  assert.deepEqual(await idsOf(clara, deleted), [])
  assert.ok((await idsOf(anna)).includes(id))
})

test('the list tells how much of a document one has filled in', async () => {
  const id = await active('Fortschritt')
  await bruno.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Nummer: 7, Bemerkung: 'gut' } })
  const { items } = (await bruno.get('/docs/', { query: { filter: 'fortschritt' } })).body as {
    items: DocListItem[]
  }
  assert.deepEqual(
    items.map(({ fields, filled, can }) => ({ fields, filled, can })),
    [{ fields: 3, filled: 2, can: { fill: true, administer: false } }],
  )
  // An answer that the field can no longer hold does not count as filled.
  await save(id, {
    content: processOf(paragraph(checkboxField('Nummer')), paragraph(textareaField('Bemerkung'))),
  })
  const again = (await bruno.get('/docs/', { query: { filter: 'fortschritt' } })).body[
    'items'
  ] as DocListItem[]
  assert.deepEqual(
    again.map(({ fields, filled }) => ({ fields, filled })),
    [{ fields: 2, filled: 1 }],
  )
})

test('the list is filtered by name and status', async () => {
  const id = await active('Übergabe der Schlüssel')
  assert.deepEqual(await idsOf(clara, { filter: 'schluessel ubergabe' }), [id])
  assert.ok((await idsOf(clara, { filter_status: 'Aktiv' })).includes(id))
  assert.ok(!(await idsOf(clara, { filter_status: 'Entwurf' })).includes(id))
  assert.equal((await clara.get('/docs/', { query: { filter_status: 'Fertig' } })).status, 422)
})

test('statuses sort along the life of a document, not by their letters', async () => {
  for (const status of ['Archiviert', 'Aktiv', 'Entwurf', 'Erledigt', 'Inaktiv'])
    await set(await active(`Lebenslauf ${status}`), 'status', { status })
  const query = { filter: 'Lebenslauf', order_by: '+status' }
  const { items } = (await clara.get('/docs/', { query })).body as { items: { status: string }[] }
  assert.deepEqual(
    items.map(({ status }) => status),
    ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiviert'],
  )
})

test('deleting a group tells which documents only administrators would see afterwards', async () => {
  await clara.send('PUT', '/groups/custom/Sommerfest/')
  const id = await active('Nur Sommerfest')
  await set(id, 'visibility/public', { public: false })
  await set(id, 'visibility/groups', { groups: ['Sommerfest'] })
  const { body } = await clara.get('/groups/custom/Sommerfest/effects/')
  assert.deepEqual(body, { members: 0, docs: [{ id, name: 'Nur Sommerfest' }] })
})

test('a document with parts and fields that only a newer release knows is shown, filled in and taken along all the same', async () => {
  const id = (await clara.send('POST', '/docs/', { name: 'Von morgen' })).body['doc_id'] as number
  const content = processOf(paragraph(textareaField('Wo')))
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
  // The answer to „Wann“, a field type of a newer release, is kept when other answers are saved.
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

test('a PDF says whose answers it holds and since when, nobody’s where there are none, and has a line to sign on request', async () => {
  const id = await active('Unterweisung')
  /** The document as passed to the typesetter. */
  const printed = async (query: Record<string, string> = {}) => {
    const print = mock.method(kontor.kontor.exports, 'documentPdf', async () => Buffer.from('%PDF-'))
    await anna.get(`/docs/${id}.pdf`, { query })
    const [call] = print.mock.calls
    print.mock.restore()
    return call?.arguments[1] as PrintedDocument
  }
  const fill = (data: object) => anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data })
  const name = `${cast.anna.vorname} ${cast.anna.nachname}`
  const empty = await printed()
  assert.deepEqual([empty.filled_in, empty.signature], [undefined, undefined])
  await fill({ Nummer: 12 })
  const { filled_in } = await printed()
  assert.equal(filled_in?.by, name)
  assert.ok(Math.abs((filled_in?.at.getTime() ?? 0) - Date.now()) < 600_000)
  await fill({ Nummer: null })
  assert.equal((await printed()).filled_in, undefined)
  assert.equal((await printed({ signature: '1' })).signature, name)
})
