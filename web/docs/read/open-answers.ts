/**
 * The answers of the documents that this page knows. A document may be left before all is saved: its answers stay open
 * until the server has them. What the page itself did not get out is kept in the browser for the next visit. Windows of one
 * browser tell each other what they have saved.
 */
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { wakeOutboxes } from '#web/unsaved/outbox.ts'
import { changeKept, forget, kept, keptKeys, keptUnder } from '#web/unsaved/storage.ts'
import { answersQuery } from '../queries.ts'
import type { Answers, KeptAnswer } from './answer-changes.ts'
import { type AnswersStore, createAnswers } from './answers-store.ts'
import { sendAnswers } from './sending.ts'

export type OpenAnswers = {
  store: AnswersStore
  /** Asks what other devices have filled in. */
  refresh(): Promise<void>
}
type Entry = OpenAnswers & { key: string; readers: number; hear(saved: Answers): void }

const open = new Map<string, Entry>()

/** What one window has saved, for the others of the same browser. */
const channel = new BroadcastChannel('kontor/answers')
type Saved = { key: string; saved: Answers }
channel.addEventListener('message', ({ data: { key, saved } }: MessageEvent<Saved>) =>
  open.get(key)?.hear(saved),
)

export function openAnswers(user_id: number, doc_id: number, known: Answers): OpenAnswers {
  const key = `${keysOf(user_id)}${doc_id}`
  let entry = open.get(key)
  if (!entry) open.set(key, (entry = begin(key, user_id, doc_id, known)))
  // Opened for its unsaved answers alone, it has not been told the others.
  else if (entry.readers === 0) entry.store.arrived(known, entry.store.epoch())
  return entry
}

/** Sends what earlier visits could not, also for documents that nobody opens now. */
export async function sendLeftAnswers(user_id: number) {
  // Whoever has just signed in again need not wait for the next try.
  wakeOutboxes()
  // One that is open has its answers, and knows more of the document than is known here.
  for (const key of (await keptKeys(keysOf(user_id))) ?? [])
    if (!open.has(key)) openAnswers(user_id, Number(key.slice(keysOf(user_id).length)), {})
  // An older version of the app kept a list of the documents there.
  await forget(`${user_id}/answers`)
}

/** How many answers of one person the server does not have, of all documents, in this window or another. */
export async function countUnsaved(user_id: number): Promise<number> {
  const start = keysOf(user_id)
  const stored = (await keptUnder<ReadonlyMap<string, KeptAnswer>>(start)) ?? []
  const here = [...open]
    .filter(([key]) => key.startsWith(start))
    .map(([, { store }]) => store.whole().unsaved)
  return Math.max(sum(stored.map(({ size }) => size)), sum(here))
}
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** While somebody looks at the document; the returned function says that they have left. */
export function readAnswers(answers: OpenAnswers): () => void {
  const entry = answers as Entry
  entry.readers++
  // With nothing to save and nobody to read it, it may have been closed since it was opened.
  open.set(entry.key, entry)
  return () => {
    entry.readers--
    void entry.store.leave().finally(closeIdle)
  }
}

function closeIdle() {
  for (const [key, { readers, store }] of open) {
    if (readers > 0 || !store.isIdle()) continue
    store.stop()
    open.delete(key)
  }
}

function begin(key: string, user_id: number, doc_id: number, known: Answers): Entry {
  const query = answersQuery(user_id, doc_id).queryKey
  const remember = (saved: Answers) =>
    queryClient.setQueryData(query, (before) => before && { data: { ...before.data, ...saved } })
  const store = createAnswers(known, {
    send: (data, believed) => sendAnswers(user_id, doc_id, data, believed),
    keep: keeper(key),
    onSaved(saved) {
      remember(saved)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
      channel.postMessage({ key, saved } satisfies Saved)
      void queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
      setTimeout(closeIdle)
    },
  })
  void kept<ReadonlyMap<string, KeptAnswer>>(key)
    .then((unsaved) => unsaved && store.restore(unsaved))
    .then(closeIdle)
  return {
    store,
    key,
    readers: 0,
    hear(saved) {
      remember(saved)
      store.heard(saved)
    },
    async refresh() {
      const asked = store.epoch()
      const answer = await ask('GET', '/docs/{doc_id}/currentuserdata/', { params: { doc_id } })
      store.arrived(answer.data, asked)
      if (asked === store.epoch()) queryClient.setQueryData(query, answer)
    },
  }
}

/** Several windows may hold unsaved answers of one document: each writes and takes back only its own. */
function keeper(key: string) {
  let before: ReadonlySet<string> = new Set()
  return (unsaved: ReadonlyMap<string, KeptAnswer>) => {
    const gone = [...before].filter((name) => !unsaved.has(name))
    before = new Set(unsaved.keys())
    if (gone.length === 0 && unsaved.size === 0) return
    void changeKept<ReadonlyMap<string, KeptAnswer>>(key, (stored) => {
      const next = new Map([...(stored ?? []), ...unsaved])
      for (const name of gone) next.delete(name)
      return next.size > 0 ? next : undefined
    })
  }
}

const keysOf = (user_id: number) => `${user_id}/answers/`
