// The answers of all documents that are open in this window. A document may be left before all is saved: its answers
// stay open until the server has them. What this window does not get to the server is stored in the browser for the
// next visit. Windows of one browser send each other what they have saved.
import { queryClient } from '#web/query-client.ts'
import { wakeOutboxes } from '#web/unsaved/outbox.ts'
import { changeKept, forget, kept, keptKeys, keptUnder } from '#web/unsaved/storage.ts'
import { answersOf } from '../kept-keys.ts'
import type { sendWithPhotos } from '../pictures/send-photos.ts'
import { answersQuery } from '../queries.ts'
import { type Answers, type Known, type StoredAnswer, showsPhoto } from './answer-changes.ts'
import { type AnswersStore, createAnswers, type Outcome } from './answers-store.ts'
import { fetchAnswers, sendAnswers } from './queries.ts'

export type OpenAnswers = {
  store: AnswersStore
  /** Fetches the answers as other devices have filled them in. */
  refresh(): Promise<void>
  /** The screen that opens has fetched them just now. */
  isFresh(): boolean
  /** What an earlier visit could not send is among them from then on. */
  restored: Promise<unknown>
}
type Entry = OpenAnswers & { key: string; readers: number; savedByOtherWindow(saved: Answers): void }

const FRESH_MS = 2_000

const open = new Map<string, Entry>()

/** From each window that has saved answers to the others of the same browser. */
const channel = new BroadcastChannel('kontor/answers')
type Saved = { key: string; saved: Answers }
channel.addEventListener('message', ({ data: { key, saved } }: MessageEvent<Saved>) =>
  open.get(key)?.savedByOtherWindow(saved),
)

/** `known`: what the server has, as far as whoever opens them knows it. */
export function openAnswers(user_id: number, doc_id: number, known?: Known): OpenAnswers {
  const key = `${answersOf(user_id)}${doc_id}`
  let entry = open.get(key)
  if (!entry) open.set(key, (entry = createEntry(key, user_id, doc_id, known)))
  // Opened only to send what was left, it does not know the others.
  else if (known) entry.store.receive(known, entry.store.epoch())
  return entry
}

/** Sends what earlier visits could not, also for documents that are not open. */
export async function sendStoredAnswers(user_id: number) {
  // After a new sign-in nothing waits for its next try.
  wakeOutboxes()
  // A document that is open sends its answers itself.
  for (const key of (await keptKeys(answersOf(user_id))) ?? [])
    if (!open.has(key)) openAnswers(user_id, Number(key.slice(answersOf(user_id).length)))
  // An older version of the app stored a list of documents there.
  await forget(`${user_id}/answers`)
}

/** How many answers of one person the server does not have: of all documents, in all windows. */
export async function countUnsaved(user_id: number): Promise<number> {
  const start = answersOf(user_id)
  const stored = (await keptUnder<ReadonlyMap<string, StoredAnswer>>(start)) ?? []
  const here = [...open]
    .filter(([key]) => key.startsWith(start))
    .map(([, { store }]) => store.status().unsaved)
  return Math.max(sum(stored.map(({ size }) => size)), sum(here))
}
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The document is on the screen until the returned function is called. */
export function addReader(answers: OpenAnswers): () => void {
  const entry = answers as Entry
  entry.readers++
  // Without a reader and with nothing to save it may have been closed since it was opened.
  open.set(entry.key, entry)
  return () => {
    entry.readers--
    void entry.store.flush().finally(closeIdle)
  }
}

function closeIdle() {
  for (const [key, { readers, store }] of open) {
    if (readers > 0 || !store.isIdle()) continue
    store.stop()
    open.delete(key)
  }
}

function createEntry(key: string, user_id: number, doc_id: number, known: Known | undefined): Entry {
  const query = answersQuery(user_id, doc_id).queryKey
  const cache = (saved: Answers) =>
    queryClient.setQueryData(query, (before) => before && { ...before, data: { ...before.data, ...saved } })
  const store = createAnswers(known, {
    send: (data, believed, round) =>
      Object.values(data).some(showsPhoto)
        ? sendLater({ user_id, doc_id }, data, believed, round)
        : sendAnswers(user_id, doc_id, data, believed, round),
    keep: storedUnder(key),
    onSaved(saved) {
      cache(saved)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
      channel.postMessage({ key, saved } satisfies Saved)
      void queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
      setTimeout(closeIdle)
    },
    // Out of reach, or the session has ended: another call will say so.
    onOutdated: () => void refresh().catch(() => {}),
  })
  async function refresh() {
    const askedIn = store.epoch()
    const before = queryClient.getQueryData(query)
    const answer = await fetchAnswers(doc_id)
    store.receive(answer, askedIn)
    // Saved, handed in or taken back meanwhile: older than what is known.
    if (askedIn === store.epoch() && before === queryClient.getQueryData(query))
      queryClient.setQueryData(query, answer)
  }
  const restored = kept<ReadonlyMap<string, StoredAnswer>>(key)
    .then((unsaved) => unsaved && store.restore(unsaved))
    .then(closeIdle)
  return {
    store,
    restored,
    key,
    readers: 0,
    savedByOtherWindow(saved) {
      cache(saved)
      store.savedByOtherWindow(saved)
    },
    isFresh: () => Date.now() - (queryClient.getQueryState(query)?.dataUpdatedAt ?? 0) < FRESH_MS,
    refresh,
  }
}

/** What sends photos has come with the field that takes them: without a network nothing more would. */
const sendLater: typeof sendWithPhotos = (...answers) =>
  import('../pictures/photo-input.tsx').then(
    (photos) => photos.sendWithPhotos(...answers),
    () => unreached,
  )
const unreached: Outcome = { kind: 'later', problem: '', status: 0 }

/** Several windows may have unsaved answers of one document: each writes and removes only its own. */
function storedUnder(key: string) {
  let before: ReadonlySet<string> = new Set()
  return (unsaved: ReadonlyMap<string, StoredAnswer>) => {
    const gone = [...before].filter((name) => !unsaved.has(name))
    before = new Set(unsaved.keys())
    if (gone.length === 0 && unsaved.size === 0) return
    void changeKept<ReadonlyMap<string, StoredAnswer>>(key, (stored) => {
      const next = new Map([...(stored ?? []), ...unsaved])
      for (const name of gone) next.delete(name)
      return next.size > 0 ? next : undefined
    })
  }
}
