// The same of what administrators and staff do to one process: versions, photos, and what comes after an act on many.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paragraph, photo, processOf, textarea } from '#contract/document/build.ts'
import { anna, type Call, clara, get, make, post, put, statementsOf } from './statements-stage.ts'

/** One grey point. */
const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

/** Saved twice: what was there before is a version, and so is what is there now. Everybody can fill it in. */
const saved = await newDoc()
const versions = `/docs/${saved}/versions/`
async function newDoc(): Promise<number> {
  const { doc_id } = await make(post(clara, '/docs/', { name: 'Zählprozess' }))
  for (const name of ['Eins', 'Zwei']) await make(save(name, doc_id))
  await make(put(`/docs/${doc_id}/visibility/public/`, { public: true }))
  await make(put(`/docs/${doc_id}/status/`, { status: 'Aktiv' }))
  return doc_id
}
function save(name: string, id = saved): Call {
  const content = processOf(paragraph(textarea(name), photo('Bild')))
  return { cookie: clara, method: 'PATCH', path: `/docs/${id}/`, body: { content } }
}
const photoOf = (nr: number) => `/docs/photos/${String(nr).repeat(22)}/`
const takePhoto = (nr: number): Call => ({
  cookie: anna,
  method: 'PUT',
  path: `/docs/${saved}/photos/${String(nr).repeat(22)}/`,
  body: { image: grey },
})
/** Each asked for once before, so that what is kept is there. */
const table: [statements: number, what: string, call: () => Call][] = [
  [2, 'the versions of a process', () => get(clara, versions)],
  [2, 'one of them', () => get(clara, `${versions}2/`)],
  [4, 'what restoring it would do', () => get(clara, `${versions}2/effects/`)],
  [2, 'a photo that was sent before', () => takePhoto(0)],
  [1, 'a photo', () => get(anna, photoOf(0))],
]

for (const [statements, what, call] of table)
  test(`a call takes so many statements and no more: ${what}, ${statements}`, async () => {
    const asked = call()
    await make(asked)
    assert.equal(await statementsOf(() => make(asked)), statements)
  })

/** What changes something is done twice, each time something else: the first time what is kept comes to be there. */
const acts: [
  statements: number,
  what: string,
  first: () => Call | Promise<Call>,
  again: () => Call | Promise<Call>,
][] = [
  [8, 'a process is saved', () => save('Drei'), () => save('Vier')],
  [10, 'a version is restored', () => restored(2), () => restored(3)],
  [6, 'a version is named', () => named(2, 'Alt'), () => named(2, 'Neu')],
  [6, 'a version loses its name', () => named(3, 'Alt'), () => unnamed(3)],
  [7, 'a photo is sent', () => takePhoto(1), () => takePhoto(2)],
  // Its own rows, and the session, which knows how its owner has left the lists.
  [4, 'a list is left in another way', () => left(['username']), () => left(['phone'])],
  // One of them asks what others have done to them since.
  [7, 'an act on many is taken back', undone, undone],
]
const restored = (version: number) => post(clara, `${versions}${version}/restore/`, {})
const named = (version: number, name: string) => put(`${versions}${version}/name/`, { name })
const unnamed = (version: number): Call => ({ ...put(`${versions}${version}/name/`), method: 'DELETE' })
const left = (hidden: string[]) => put('/users/current/lists/users/', { hidden, search: {} })
async function undone(): Promise<Call> {
  const { undo_id } = await make(post(clara, '/docs/mass_edit/', { doc_ids: [saved], status: 'Inaktiv' }))
  return post(clara, `/undo/${undo_id}/`, {})
}

for (const [statements, what, first, again] of acts)
  test(`an act takes so many statements and no more: ${what}, ${statements}`, async () => {
    await make(await first())
    const asked = await again()
    assert.equal(await statementsOf(() => make(asked)), statements)
  })
