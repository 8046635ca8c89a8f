// Migrates data of release 1.1 in this browser to rows and drafts, once. To be removed in the next release.
import { parsePhotoId } from '#contract/document/photos.ts'
import { waitForCommit, waitForResult } from '#web/browser-database.ts'
import { isKeyOf11, listNotes, NOTE_PREFIX } from './left-by-1.1.ts'
import type { Row } from './outbox.ts'
import { deserialize } from './page-end.ts'

type Old = Map<string, unknown>
type New = Map<string, unknown>
/** `sent`: values that were sent and have no answer yet. */
type OldAnswer = {
  value?: unknown
  unreadable?: string
  base?: unknown
  round?: number
  sent?: unknown[]
  theirs?: unknown
  lost?: true
}
type EncryptedText = { iv: BufferSource; text: BufferSource }

export async function moveFrom11(database: IDBDatabase, store: string) {
  const notes = readNotesOf11()
  const keys = (await waitForResult(database.transaction(store).objectStore(store).getAllKeys())) as string[]
  const photos = await decryptPhotos(database, store, keys)
  const transaction = database.transaction(store, 'readwrite')
  const records = transaction.objectStore(store)
  const [names, values] = (await Promise.all([
    waitForResult(records.getAllKeys()),
    waitForResult(records.getAll()),
  ])) as [string[], unknown[]]
  const all = new Map(names.map((key, at) => [key, values[at]]))
  const old: Old = new Map([...all].filter(([key]) => isKeyOf11(key)))
  for (const { key, value, isChange } of notes)
    old.set(key, isChange ? mergeNote(old.get(key), value) : value)
  // Existing data of this release is newer.
  for (const [key, value] of migrateRecords(old, photos)) if (!all.has(key)) records.put(value, key)
  for (const key of names) if (isKeyOf11(key)) records.delete(key)
  transaction.commit()
  await waitForCommit(transaction)
  for (const { name } of notes) localStorage.removeItem(name)
}

/** localStorage notes that 1.1 wrote on pagehide, in order. */
function readNotesOf11() {
  try {
    return listNotes()
      .toSorted((one, other) => one.localeCompare(other, 'de', { numeric: true }))
      .map((name) => {
        const isChange = name.startsWith(`${NOTE_PREFIX}+`)
        const key = isChange
          ? name.slice(name.indexOf('/', NOTE_PREFIX.length) + 1)
          : name.slice(NOTE_PREFIX.length)
        return { name, key, isChange, value: deserialize(localStorage.getItem(name) ?? 'null') }
      })
  } catch {
    return []
  }
}

/** Merges stored and noted data: later answers win; messages and people are deduplicated. */
function mergeNote(stored: unknown, noted: unknown): unknown {
  if (stored instanceof Map && noted instanceof Map) return new Map([...stored, ...noted])
  if (!Array.isArray(stored) || !Array.isArray(noted)) return noted
  const nameOf = ({ client_key, key }: { client_key?: string; key?: string }) => client_key ?? key
  const names = new Set(stored.map(nameOf))
  return [...stored, ...noted.filter((item) => !names.has(nameOf(item)))]
}

/** Photos by id; 1.1 encrypted them with a key stored next to them. */
async function decryptPhotos(database: IDBDatabase, store: string, keys: readonly string[]) {
  const photos = new Map<string, string>()
  for (const key of keys) {
    const [user, what, , id] = key.split('/')
    if (what !== 'photos' || id === undefined) continue
    try {
      const records = database.transaction(store).objectStore(store)
      const [owner, sealed] = (await Promise.all([
        waitForResult(records.get(`${user}/photo-key`)),
        waitForResult(records.get(key)),
      ])) as [CryptoKey, EncryptedText]
      const additionalData = new TextEncoder().encode(key)
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: sealed.iv, additionalData },
        owner,
        sealed.text,
      )
      photos.set(id, new TextDecoder().decode(plain))
    } catch {
      // The answer will report the missing photo, as in 1.1.
    }
  }
  return photos
}

/** Rows and drafts in the present format, by key. */
export function migrateRecords(old: Old, photos: ReadonlyMap<string, string>): New {
  const made: New = new Map()
  let at = 0
  const put = (user: string, key: string, row: Omit<Row, 'at' | 'stamp'>) =>
    made.set(`${user}/outbox/${key}`, { ...row, at: ++at, stamp: `1.1-${at}` } satisfies Row)
  const draft = (user: string, place: string, value: unknown) => made.set(`${user}/draft/${place}`, value)

  const answersOf = (user: string, doc: string, answers: Map<string, OldAnswer>) => {
    const doc_id = Number(doc)
    for (const [name, { value, unreadable, lost, sent = [], base, round, theirs }] of answers) {
      const typed = unreadable === undefined ? { value } : { unreadable }
      if (lost) {
        draft(user, `lost/${doc}/${name}`, typed)
        continue
      }
      const about = {
        doc_id,
        name,
        ...(base !== undefined && { base }),
        ...(round !== undefined && { round }),
      }
      const photo = parsePhotoId(value)
      const image = photo === undefined ? undefined : photos.get(photo)
      if (photo !== undefined && image !== undefined) {
        draft(user, `photos/${photo}/`, image)
        put(user, `photo/${photo}`, {
          kind: 'photo',
          lane: 'photos',
          args: { doc_id, photo_id: photo, size: image.length },
        })
      }
      put(user, `answer/${doc}/${name}`, {
        kind: 'answer',
        lane: `doc/${doc}`,
        args: { ...about, typed, ...(theirs !== undefined && { theirs }) },
        ...(sent.length > 0 && { sent: sent.map((value) => ({ ...about, typed: { value } })) }),
        ...((theirs !== undefined || unreadable !== undefined) && { held: true }),
      })
    }
  }
  type Message = {
    client_key: string
    kind: string
    room_id: number
    image: string | null
    why?: string
    [field: string]: unknown
  }
  const messagesOf = (user: string, messages: Message[]) => {
    for (const { why, state: _state, problem: _problem, image, ...args } of messages)
      put(user, `message/${args.client_key}`, {
        kind: 'message',
        lane: `chat/${args.kind}/${args.room_id}`,
        args: { ...args, images: image === null ? [] : [image] },
        ...(why && { why }),
      })
  }
  type Person = { key: string; why?: string; happening_id?: number; [field: string]: unknown }
  const peopleOf = (user: string, sub: string, people: Person[]) => {
    for (const { why, happening_id, key, ...person } of people) {
      if (happening_id === undefined) continue
      const part = { happening_id, subhappening_id: Number(sub) }
      const args = { part, person: { ...person, key } }
      put(user, `person/${key}`, { kind: 'person', lane: `person/${sub}`, args, ...(why && { why }) })
    }
  }
  type HandIn = { problem?: string; [field: string]: unknown }
  const handInOf = (user: string, doc: string, { problem, ...seen }: HandIn) =>
    put(user, `hand-in/${doc}`, {
      kind: 'hand-in',
      lane: `doc/${doc}`,
      args: { doc_id: Number(doc), ...seen },
      ...(problem && { why: problem }),
    })

  // Answers come before the hand-in, since rows are sent in the order of `at`.
  const rank = (key: string) => (key.includes('/hand-in/') ? 1 : 0)
  for (const [key, value] of [...old].toSorted(([one], [other]) => rank(one) - rank(other))) {
    const [user = '', what, first = '', second, third] = key.split('/')
    switch (what) {
      case 'answers':
        if (first && value instanceof Map) answersOf(user, first, value)
        break
      case 'chat':
        if (first === 'unsent' && Array.isArray(value)) messagesOf(user, value as Message[])
        else if (first === 'draft') {
          const { text, image } = value as { text: string; image: string | null }
          if (text) draft(user, `chat/${second}/${third}`, { text })
          if (image) draft(user, `chat-images/${second}/${third}`, [image])
        }
        break
      case 'times':
        if (second === 'people') peopleOf(user, first, value as Person[])
        else if (value instanceof Map)
          for (const [entry, edit] of value) draft(user, `times/${first}/${entry}`, edit)
        break
      case 'applied':
        put(user, `times/${first}`, { kind: 'times', lane: `times/${first}`, args: value })
        break
      case 'docs':
        if (second === 'draft') draft(user, `doc-text/${first}/`, value)
        else
          for (const version of [value].flat() as { at: Date }[])
            draft(user, `doc-aside/${first}/${version.at.getTime()}`, version)
        break
      case 'sending':
        draft(user, `sending/${first}/`, value)
        break
      case 'hand-in':
        handInOf(user, first, value as HandIn)
        break
      default:
        // Not migrated: keys of photos, and photos (`answersOf` has moved those that an answer refers to).
        break
    }
  }
  return made
}
