import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { paragraph, processOf } from '#contract/document/build.ts'
import type { DocVersion } from '#contract/versions.ts'
import { cast } from '#demo/cast.ts'
import { deleteUnusedImages } from '#server/images/store.ts'
import { testApp } from '#server/testing/app.ts'
import { tinyPng } from '#server/testing/images.ts'
import { purgeDocs } from '../purge-docs.ts'
import { versionLimits } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

const text = (words: string) => processOf(paragraph(words))
const create = async (name: string) => (await clara.send('POST', '/docs/', { name })).body['doc_id'] as number
const save = (id: number, content: unknown) => clara.send('PATCH', `/docs/${id}/`, { content })
const list = async (id: number) =>
  (await clara.get(`/docs/${id}/versions/`, { query: { per_page: '200' } })).body['items'] as DocVersion[]
const numbers = async (id: number) => (await list(id)).map(({ version }) => version)
const name = (id: number, version: number, name: string) =>
  clara.send('PUT', `/docs/${id}/versions/${version}/name/`, { name })

/** Replaces all versions by one for each of `daysAgo`, each with the stored size `bytes`. */
async function age(id: number, daysAgo: readonly number[], bytes = 100) {
  await db.deleteFrom('doc_versions').where('doc_id', '=', id).execute()
  await db.updateTable('docs').set({ version: daysAgo.length }).where('id', '=', id).execute()
  await sql`insert into doc_versions (doc_id, version, saved_at, content, fields, bytes)
    select ${id}, nth, date_trunc('day', now()) + interval '12 hours' - make_interval(days => days), '{"type":"process"}', '[]', ${bytes}
    from unnest(${daysAgo}::integer[]) with ordinality as aged (days, nth)`.execute(db)
}

test('every save of a content keeps it, with who and when; one that changes nothing keeps nothing', async () => {
  const id = await create('Fassungen')
  await save(id, text('Eins'))
  await save(id, text('Eins'))
  await save(id, text('Zwei'))
  await clara.send('PUT', `/docs/${id}/name/`, { name: 'Anders' })
  const versions = await list(id)
  assert.deepEqual(
    versions.map(({ version, is_present, name, restores }) => [version, is_present, name, restores]),
    [
      [4, true, null, null],
      [2, false, null, null],
      [1, false, null, null],
    ],
  )
  for (const { saved_by_display_name } of versions)
    assert.equal(saved_by_display_name, `${cast.clara.vorname} ${cast.clara.nachname}`)
  const { body } = await clara.get(`/docs/${id}/versions/2/`)
  assert.deepEqual(body['content'], text('Eins'))
})

test('what a document had before versions were kept, or an older release has saved meanwhile, is kept with the next save', async () => {
  const id = await create('Von früher')
  await save(id, text('Alt'))
  await db.deleteFrom('doc_versions').where('doc_id', '=', id).execute()
  assert.deepEqual(await list(id), [])
  await save(id, text('Neu'))
  await db
    .updateTable('docs')
    .set({ content: JSON.stringify(text('Dazwischen')), version: 4 })
    .where('id', '=', id)
    .execute()
  assert.deepEqual(
    (await list(id)).map(({ is_present }) => is_present),
    [false, false],
  )
  await save(id, text('Zuletzt'))
  const versions = await list(id)
  assert.deepEqual(
    versions.map(({ version, is_present, saved_by_display_name }) => [
      version,
      is_present,
      saved_by_display_name === null,
    ]),
    [
      [5, true, false],
      [4, false, true],
      [3, false, false],
      [2, false, true],
    ],
  )
  assert.deepEqual((await clara.get(`/docs/${id}/versions/4/`)).body['content'], text('Dazwischen'))
})

test('a copy begins with a version of its own', async () => {
  const id = await create('Vorlage')
  await save(id, text('Eins'))
  const copy = (await clara.send('POST', `/docs/${id}/copy/`)).body['doc_id'] as number
  assert.deepEqual(await numbers(copy), [1])
  assert.deepEqual((await clara.get(`/docs/${copy}/versions/1/`)).body['content'], text('Eins'))
})

test('of what is not there there are no versions', async () => {
  const id = await create('Nur für Admins')
  const paths = ['', '1/', '1/effects/'].map((path) => `/docs/${id}/versions/${path}`)
  for (const path of paths) {
    assert.equal((await clara.get(path)).status, 200, path)
    assert.equal((await clara.get(path.replace(String(id), '999999'))).status, 404, path)
    if (path.includes('1/')) assert.equal((await clara.get(path.replace('/1/', '/7/'))).status, 404, path)
  }
  for (const [method, path, body] of [
    ['POST', 'restore', undefined],
    ['PUT', 'name', { name: 'Prüfung' }],
    ['DELETE', 'name', undefined],
  ] as const)
    assert.equal((await clara.send(method, `/docs/${id}/versions/7/${path}/`, body)).status, 404)
})

test('the newest are kept, beyond them the last of each day for a while, and the named ones for good', async () => {
  const id = await create('Schranken')
  // Two versions a day for four months, then on the last day as many as `newest` keeps.
  const days = [
    ...Array.from({ length: 240 }, (_, at) => 121 - Math.floor(at / 2)),
    ...Array<number>(versionLimits.newest).fill(1),
  ]
  await age(id, days)
  assert.equal((await name(id, 1, 'Erste Ausgabe')).status, 200)
  await save(id, text('Neu'))
  const kept = new Set(await numbers(id))
  // The version that was just saved counts among the newest ones, too.
  const oldestOfNewest = days.length - versionLimits.newest + 2
  for (const [at, day] of days.entries()) {
    const version = at + 1
    const isLastOfDay = days[at + 1] !== day
    const stays = version === 1 || version >= oldestOfNewest || (isLastOfDay && day < versionLimits.days)
    // At the boundary the result depends on the time of day.
    if (day !== versionLimits.days) assert.equal(kept.has(version), stays, `${version}, ${day} days ago`)
  }
  assert.ok(kept.size < 200, 'no more than a page of a list')
})

test('all without a name together stay within their bytes, the newest whatever it weighs', async () => {
  const id = await create('Schwer')
  await age(id, [5, 4, 3, 2, 1], versionLimits.bytes / 2 - 1000)
  await name(id, 1, 'Bleibt')
  await save(id, text('Neu'))
  assert.deepEqual(await numbers(id), [6, 5, 4, 1])
})

test('a name can be given, changed and taken away; it has to say something', async () => {
  const id = await create('Namen')
  assert.equal((await name(id, 1, '  Nach der Prüfung ')).status, 200)
  assert.equal((await list(id))[0]?.name, 'Nach der Prüfung')
  await name(id, 1, 'Ausgabe 2026')
  assert.equal((await list(id))[0]?.name, 'Ausgabe 2026')
  for (const [typed, sentence] of [
    ['  ', 'Der Name der Fassung darf nicht leer sein.'],
    ['x'.repeat(101), 'Der Name der Fassung darf höchstens 100 Zeichen haben.'],
    ['a\u202eb', 'Der Name der Fassung enthält Zeichen, die man nicht sieht.'],
  ] as const) {
    const { status, body } = await name(id, 1, typed)
    assert.deepEqual([status, body['details']], [422, sentence])
  }
  assert.equal((await clara.send('DELETE', `/docs/${id}/versions/1/name/`)).status, 200)
  assert.equal((await list(id))[0]?.name, null)
  const { rows } = await sql<{ action: string }>`select action from audit where action like 'doc.version%'
    and (subject->>'doc_id')::integer = ${id} order by id`.execute(db)
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['doc.version_name', 'doc.version_name', 'doc.version_unname'],
  )
})

test('so many can have a name and no more; one that has got one can be called otherwise', async () => {
  const id = await create('Viele Namen')
  await age(id, Array<number>(versionLimits.named + 1).fill(1))
  for (const version of (await numbers(id)).slice(0, versionLimits.named))
    assert.equal((await name(id, version, `Ausgabe ${version}`)).status, 200)
  const { status, body } = await name(id, 1, 'Eine zu viel')
  assert.deepEqual(
    [status, body['details']],
    [
      409,
      `Dieser Prozess hat schon ${versionLimits.named} benannte Fassungen. Bitte entfernen Sie zuerst einen Namen.`,
    ],
  )
  assert.equal((await name(id, 2, 'Anders')).status, 200)
})

test('an image that only a version shows is kept, and seen by administrators', async () => {
  const id = await create('Mit Bild')
  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  const src = String((await clara.send('POST', `/docs/${id}/images/`, { image })).body['src'])
  await save(id, processOf(paragraph({ type: 'image', attrs: { src, alt: '' } })))
  await save(id, text('Ohne'))
  await sql`update images set created_at = now() - interval '1 year'`.execute(db)
  await deleteUnusedImages(db)
  assert.equal((await clara.get(src)).status, 200)
  await db.deleteFrom('doc_versions').where('doc_id', '=', id).execute()
  await deleteUnusedImages(db)
  assert.equal((await clara.get(src)).status, 404)
})

test('a document that is gone for good takes its versions with it', async () => {
  const id = await create('Weg')
  await name(id, 1, 'Für immer')
  await clara.send('DELETE', `/docs/${id}/`)
  assert.equal((await clara.get(`/docs/${id}/versions/`)).status, 404)
  await sql`update docs set deleted_at = now() - interval '1 year' where id = ${id}`.execute(db)
  await purgeDocs(kontor.kontor)
  assert.deepEqual(
    await db.selectFrom('doc_versions').where('doc_id', '=', id).select('version').execute(),
    [],
  )
})
