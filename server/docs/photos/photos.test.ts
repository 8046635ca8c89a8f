import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import type { DocListItem } from '#contract/docs.ts'
import {
  conditionalSection,
  paragraph,
  photoField,
  processOf,
  section,
  signatureField,
  textareaField,
} from '#contract/document/build.ts'
import type { AnswerValue } from '#contract/document/fields.ts'
import { formatAnswer } from '#contract/document/in-words.ts'
import { parsePhotoId, photoPath } from '#contract/document/photos.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { DocResults } from '#contract/results.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'
import { mergeAnswers } from '../answers/store.ts'
import { toResultSheets } from '../results/sheets.ts'
import { deleteUnusedPhotos, lockPhotosForShare } from './store.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { db } = app.kontor
const [anna, bruno, clara, david] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara, cast.david].map((person) => app.as(person)),
)) as [Client, Client, Client, Client]

const content = processOf(paragraph(photoField('Schaden'), textareaField('Notiz')))
const activeDoc = (shown: Tree = content, groups = ['Bühne']) =>
  publishDoc(clara, shown, { name: 'Schadensmeldung', ...onlyForGroups(...groups) })
let numbers = 0
const newId = () => String(++numbers).padStart(22, 'F')
const drawn = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()
const addressOf = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`
const upload = (who: Client, doc: number, id: string, more: object = {}) =>
  who.send('PUT', `/docs/${doc}/photos/${id}/`, { image: addressOf(drawn), ...more })
const answer = (who: Client, doc: number, data: Record<string, AnswerValue>) =>
  who.send('PATCH', `/docs/${doc}/currentuserdata/`, { data })
const answersOf = async (who: Client, doc: number) =>
  (await who.get(`/docs/${doc}/currentuserdata/`)).body['data']
/** Uploads a photo and references it in an answer. Returns its id. */
async function filledIn(who: Client, doc: number): Promise<string> {
  const id = newId()
  assert.equal((await upload(who, doc, id)).status, 200)
  assert.equal((await answer(who, doc, { Schaden: photoPath(id) })).status, 200)
  return id
}
const results = async (doc: number, filter = '') =>
  (await clara.get(`/docs/${doc}/userdata/`, { query: { filter } })).body as unknown as DocResults
const isThere = async (id: string) =>
  (await db.selectFrom('doc_photos').where('id', '=', id).select('id').execute()).length === 1
const age = (id: string) =>
  db
    .updateTable('doc_photos')
    .where('id', '=', id)
    .set({ created_at: new Date(0) })
    .execute()

test('a photo is kept upright and small enough, without where and when it was taken', async () => {
  const doc = await activeDoc()
  const id = newId()
  const taken = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: 'teal' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Make: 'Kamera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok((await sharp(taken).metadata()).exif)
  assert.equal((await upload(anna, doc, id, { image: addressOf(taken) })).status, 200)
  const row = await db.selectFrom('doc_photos').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const { width, height, exif, orientation } = await sharp(row.bytes).metadata()
  assert.deepEqual(
    { width, height, exif, orientation },
    { width: 1_024, height: 2_048, exif: undefined, orientation: undefined },
  )
  assert.equal((await sharp(row.small).metadata()).height, 480)
})

test('a photo is seen by who took it and by administrators, and by nobody else', async () => {
  const doc = await activeDoc()
  const path = photoPath(await filledIn(anna, doc))
  for (const [who, status] of [
    [anna, 200],
    [clara, 200],
    [bruno, 404],
    [david, 404],
  ] as const)
    assert.equal((await who.get(path)).status, status)
  assert.equal((await anna.get(path)).headers['content-type'], 'image/jpeg')
  assert.equal((await anna.get(path, { query: { size: 'small' } })).status, 200)
  assert.equal((await anna.get(photoPath(newId()))).status, 404)
  // Without access to the process she cannot see her own photo.
  await clara.send('PUT', `/docs/${doc}/status/`, { status: 'Inaktiv' })
  assert.equal((await anna.get(path)).status, 404)
  assert.equal((await clara.get(path)).status, 200)
})

test('a photo that is sent again is one, and nobody takes the number of another', async () => {
  const [doc, other] = [await activeDoc(), await activeDoc()]
  const id = newId()
  for (let nr = 0; nr < 2; nr++) assert.equal((await upload(anna, doc, id)).status, 200)
  assert.deepEqual(
    (await Promise.all([1, 2, 3].map(() => upload(anna, doc, id)))).map(({ status }) => status),
    [200, 200, 200],
  )
  for (const refused of [await upload(bruno, doc, id), await upload(anna, other, id)]) {
    assert.equal(refused.status, 422)
    assert.equal(refused.body['details'], 'Diese Nummer hat schon ein anderes Foto.')
  }
})

test('what is no photo, is not one’s own or comes too late is refused in a sentence', async () => {
  const doc = await activeDoc()
  const others = await filledIn(bruno, doc)
  const missing = 'Das Foto für „Schaden“ ist nicht angekommen. Bitte nehmen Sie es noch einmal auf.'
  for (const [value, sentence] of [
    ['am Tor', 'Für „Schaden“ wird ein hochgeladenes Foto erwartet.'],
    ['/docs/images/AAAAAAAAAAAAAAAAAAAAAA/', 'Für „Schaden“ wird ein hochgeladenes Foto erwartet.'],
    [photoPath(newId()), missing],
    [photoPath(others), missing],
  ] as const) {
    const refused = await answer(anna, doc, { Schaden: value })
    assert.equal(refused.status, 422)
    assert.equal(refused.body['details'], sentence)
  }
  const broken = await upload(anna, doc, newId(), { image: 'data:image/png;base64,AAAA' })
  assert.equal(broken.status, 422)
  assert.match(String(broken.body['details']), /^Das ist kein Bild/)
  const someone = await upload(anna, doc, newId(), { user_id: await app.userId(cast.bruno) })
  assert.equal(someone.status, 412)
  assert.equal((await upload(david, doc, newId())).status, 404)
  await clara.send('PUT', `/docs/${doc}/status/`, { status: 'Erledigt' })
  assert.equal((await upload(anna, doc, newId())).status, 409)
})

test('a photo counts as filled in, opens a section, and is no word to be searched for', async () => {
  const asking = conditionalSection(
    { field: 'Schaden', is: 'filled' },
    section('Mehr', paragraph(textareaField('Notiz'))),
  )
  const doc = await activeDoc(processOf(paragraph(photoField('Schaden')), asking))
  const listed = async () => {
    const { items } = (await anna.get('/docs/', { query: { per_page: '200' } })).body as {
      items: DocListItem[]
    }
    return items.find((one) => one.id === doc)
  }
  assert.equal((await listed())?.fields, 1)
  const id = await filledIn(anna, doc)
  assert.deepEqual([(await listed())?.fields, (await listed())?.filled], [2, 1])
  const { types, items } = await results(doc)
  assert.deepEqual(types, ['photo', 'textarea'])
  assert.deepEqual(items[0]?.values, [photoPath(id), null])
  assert.equal((await results(doc, 'photos')).items.length, 0)
  const { answers } = (await anna.get('/find/', { query: { filter: 'photos' } })).body as {
    answers: { items: unknown[] }
  }
  assert.deepEqual(answers.items, [])
})

test('one that no answer shows goes after a while, and one that any shows stays, whatever its field is called', async () => {
  const doc = await activeDoc()
  const [first, second] = [await filledIn(anna, doc), await filledIn(anna, doc)]
  await Promise.all([age(first), age(second)])
  const renamed = processOf(paragraph(textareaField('Notiz'), photoField('Bild')))
  await clara.send('PATCH', `/docs/${doc}/`, { content: renamed, renames: { Schaden: 'Bild' } })
  assert.deepEqual(await answersOf(anna, doc), { Bild: photoPath(second) })
  await clara.send('PATCH', `/docs/${doc}/`, { content: processOf(paragraph(textareaField('Notiz'))) })
  await deleteUnusedPhotos(db)
  assert.deepEqual([await isThere(first), await isThere(second)], [false, true])
  assert.equal((await results(doc)).former, true)
})

test('one that is being entered while it is cleaned up stays', async () => {
  const doc = await activeDoc()
  const id = newId()
  await upload(anna, doc, id)
  await answer(anna, doc, { Notiz: 'x' })
  await age(id)
  const one = { docId: doc, userId: await app.userId(cast.anna) }
  const cleaning = await db.transaction().execute(async (tx) => {
    assert.equal((await lockPhotosForShare(tx, one, [id])).size, 1)
    const done = deleteUnusedPhotos(db)
    await untilBlockedByLock(db)
    await mergeAnswers(tx, { ...one, hidden: [] }, { Schaden: photoPath(id) })
    return { done }
  })
  await cleaning.done
  assert.equal(await isThere(id), true)
})

test('with a new round photos belong to the old one: seen in its table, gone with it, and no answer of the new', async () => {
  const doc = await activeDoc()
  const id = await filledIn(anna, doc)
  await age(id)
  await clara.send('POST', `/docs/${doc}/userdata/reset/`)
  await deleteUnusedPhotos(db)
  assert.equal((await clara.get(photoPath(id))).status, 200)
  assert.equal((await answer(anna, doc, { Schaden: photoPath(id) })).status, 422)
  await db.deleteFrom('doc_rounds').where('doc_id', '=', doc).execute()
  assert.equal(await isThere(id), false)
})

test('a round that an older release has ended keeps its photos, too', async () => {
  const doc = await activeDoc()
  const id = await filledIn(anna, doc)
  await age(id)
  await clara.send('POST', `/docs/${doc}/userdata/reset/`)
  await db.updateTable('doc_photos').where('id', '=', id).set({ round_id: null }).execute()
  await deleteUnusedPhotos(db)
  assert.equal(await isThere(id), true)
})

test('in Excel a photo is a link to where it is to be seen, and in former fields its whole address', () => {
  const id = newId()
  const person = {
    user_id: 1,
    username: 'anna',
    display_name: 'Abel, Anna',
    data: { Schaden: photoPath(id) },
  }
  const sheet = (fields: { name: string; type: 'photo' }[]) =>
    toResultSheets({ fields, people: [person] }, { origin: 'https://kontor.example' }).at(-1)
  const address = `https://kontor.example${photoPath(id)}`
  const present = sheet([{ name: 'Schaden', type: 'photo' }])
  assert.deepEqual(present?.columns.at(-1), { name: 'Schaden', type: 'link', width: 24, words: 'Foto' })
  for (const one of [present, sheet([])])
    assert.equal((one?.rows as AnswerValue[][] | undefined)?.[0]?.at(-1), address)
})

test('a signature is a drawing within its field or a typed name, and nothing else', async () => {
  const doc = await activeDoc(processOf(paragraph(signatureField('Empfangen'))))
  for (const value of ['M10 20L30 40L31 41M50 60L50 60', 'gez. Anna Abel']) {
    assert.equal((await answer(anna, doc, { Empfangen: value })).status, 200, value)
    assert.deepEqual(await answersOf(anna, doc), { Empfangen: value })
    assert.equal((await results(doc)).filled, 1)
  }
  for (const value of [
    'Anna Abel',
    'gez. ',
    `gez. ${'a'.repeat(101)}`,
    'gez. Anna\nAbel',
    'M10 20L601 20',
    'M10 20L30 201',
    'M10 20L30 40 50',
    'M010 20L30 40',
    'M10 20L30 40"/><script>',
    `M0 0${'L1 1L2 2'.repeat(1_100)}`,
  ]) {
    const refused = await answer(anna, doc, { Empfangen: value })
    assert.equal(refused.status, 422, value)
    assert.equal(
      refused.body['details'],
      'Für „Empfangen“ wird eine Unterschrift, gezeichnet oder als Name erwartet.',
    )
  }
  assert.equal(parsePhotoId('M10 20L30 40'), undefined)
})

test('where the field asks for words today, a table names what it was, with its address in Excel', () => {
  const id = newId()
  const person = { user_id: 1, username: 'anna', display_name: 'Abel, Anna' }
  const sheet = (value: string) =>
    toResultSheets(
      { fields: [{ name: 'Schaden', type: 'textarea' }], people: [{ ...person, data: { Schaden: value } }] },
      { origin: 'https://kontor.example' },
    )[0]?.rows as AnswerValue[][] | undefined
  assert.equal(sheet(photoPath(id))?.[0]?.at(-1), `Foto (früher): https://kontor.example${photoPath(id)}`)
  assert.equal(sheet('M10 20L30 40')?.[0]?.at(-1), 'Unterschrift (früher)')
  assert.equal(formatAnswer('textarea', photoPath(id)), 'Foto (früher)')
  assert.equal(formatAnswer('photo', photoPath(id)), 'Foto')
  assert.equal(formatAnswer('signature', 'M10 20L30 40'), 'Unterschrift')
})
