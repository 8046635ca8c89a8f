// Photos that the server does not have yet. Each lies on the device, sealed with a key of its owner's and within a
// bound, until an answer that shows it has been stored. With the logout they go, as all unsaved work does.
import { photoIn, photoPath } from '#contract/document/photos.ts'
import { changeKept, forget, keep, kept, keptKeys, keptUnder } from '#web/unsaved/storage.ts'
import { answersOf } from '../kept-keys.ts'
import type { StoredAnswer } from '../read/answer-changes.ts'
import { goneFor } from '../read/queries.ts'
import { type Sealed, seal, unseal } from './seal.ts'

/**
 * Of one person on one device, over all processes, and as far as they can go: photos, and characters of their data:
 * addresses.
 */
export const most = { photos: 30, characters: 40_000_000 }
const DAY_MS = 86_400_000

export type Whose = { user_id: number; doc_id: number }

/** Those of this window: where the browser keeps nothing they are all there is. */
const here = new Map<string, string>()

const allOf = (user_id: number) => `${user_id}/photos/`
const allIn = ({ user_id, doc_id }: Whose) => `${allOf(user_id)}${doc_id}/`
/** How large it is and when it was taken stand in its name: nothing is unsealed to be counted. */
const placeIn = (key: string) => {
  const [doc_id, id = '', size, at] = key.split('/').slice(-4)
  return { doc_id: Number(doc_id), id, size: Number(size), at: Number(at) }
}

/** The server will not take these as they are, whenever they are sent. */
export const refused = new Set<string>()

/** Takes up a photo as a data: address. `isKept`: it is still there when the window has been closed. */
export async function addPhoto(
  whose: Whose,
  image: string,
): Promise<{ path: string; isKept: boolean } | 'full'> {
  await forgetUnused(whose.user_id)
  const waiting = ((await keptKeys(allOf(whose.user_id))) ?? []).map(placeIn)
  if (isFull(waiting, image)) {
    const lost = photosIn(await storedAnswers(whose.user_id), ({ lost }) => lost === true)
    const mayGo = ({ doc_id, id }: Place) =>
      !refused.has(id) && !lost.has(id) && !goneFor.has(`${answersOf(whose.user_id)}${doc_id}`)
    if (isFull(waiting.filter(mayGo), image)) return 'full'
  }
  const id = newId()
  here.set(id, image)
  const key = `${allIn(whose)}${id}/${image.length}/${Date.now()}`
  return { path: photoPath(id), isKept: await sealed(whose.user_id, key, image) }
}

type Place = ReturnType<typeof placeIn>

const isFull = (waiting: Place[], image: string) =>
  waiting.length >= most.photos ||
  waiting.reduce((sum, { size }) => sum + size, image.length) > most.characters

/** The data: address of a photo that waits; undefined for one that the server has. */
export async function waitingPhoto(whose: Whose, id: string): Promise<string | undefined> {
  const known = here.get(id)
  if (known !== undefined) return known
  const key = await keyOf(whose, id)
  if (key === undefined) return undefined
  try {
    const [owner, bytes] = await Promise.all([ownKey(whose.user_id), kept<Sealed>(key)])
    if (!owner || !bytes) return undefined
    const image = new TextDecoder().decode(await unseal({ seal: owner }, key, bytes))
    here.set(id, image)
    return image
  } catch {
    return undefined
  }
}

/** No answer needs it any more, or the server has it. */
export async function forgetPhoto(whose: Whose, id: string) {
  here.delete(id)
  refused.delete(id)
  const key = await keyOf(whose, id)
  if (key !== undefined) await forget(key)
}

/** What no unsaved answer shows, a day after it was taken: another one was chosen, or it was taken out. */
async function forgetUnused(user_id: number) {
  const keys = (await keptKeys(allOf(user_id))) ?? []
  const old = keys.filter((key) => placeIn(key).at < Date.now() - DAY_MS)
  if (old.length === 0) return
  const shown = photosIn(await storedAnswers(user_id))
  for (const key of old) if (!shown.has(placeIn(key).id)) await forget(key)
}

const storedAnswers = async (user_id: number) =>
  ((await keptUnder<ReadonlyMap<string, StoredAnswer>>(answersOf(user_id))) ?? []).flatMap((one) => [
    ...one.values(),
  ])

const photosIn = (answers: StoredAnswer[], isMeant = (_answer: StoredAnswer) => true) =>
  new Set(answers.filter(isMeant).map((answer) => photoIn('value' in answer && answer.value)))

const keyOf = async (whose: Whose, id: string) => (await keptKeys(`${allIn(whose)}${id}/`))?.[0]

/** False where the browser keeps nothing, or cannot seal it because the connection is not safe. */
async function sealed(user_id: number, key: string, image: string): Promise<boolean> {
  try {
    const owner = await ownKey(user_id)
    return (
      owner !== undefined &&
      (await keep(key, await seal({ seal: owner }, key, new TextEncoder().encode(image))))
    )
  } catch {
    return false
  }
}

/** Made with the first photo; no script can read it. Two windows may make one at once: the first stays. */
async function ownKey(user_id: number): Promise<CryptoKey | undefined> {
  const name = `${user_id}/photo-key`
  const known = await kept<CryptoKey>(name)
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await changeKept<CryptoKey>(name, (stored) => stored ?? made)
  return kept<CryptoKey>(name)
}

/** As the server's own numbers of images: 128 random bits. */
const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
