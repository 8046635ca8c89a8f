// What has been written and is not with the server yet, of all rooms: sent one after the other, kept in the browser
// until it is there, and tried again when the network returns. Every message has a key of its own, by which the
// server knows one that it already has: trying again, from another window too, never doubles it.
import { useMemo } from 'react'
import { createStore, useStore } from '#web/store.ts'
import { newKey } from '#web/unsaved/new-key.ts'
import { createOutbox, isLater } from '#web/unsaved/outbox.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import { changeKept, keptUnder } from '#web/unsaved/storage.ts'
import { sendMessage } from './changes.ts'
import type { Room } from './search.ts'

export type Unsent = Room & {
  client_key: string
  content: string
  image: string | null
  written_at: string
  /** `waiting` to be sent again by itself; `refused` by the server, which said why. */
  state: 'sending' | 'waiting' | 'refused'
  why?: string | undefined
  /** What the server said while it waits; undefined where there is no connection. */
  problem?: string | undefined
}
/** As the browser keeps it; older apps have left a state there, too. */
type Kept = Omit<Unsent, 'state' | 'problem'>

/** Whoever is told to come back later than this is asked whether they still want it. */
const LONGEST_MS = 60_000

let owner: number | undefined
/** Whose message is under way, or was last. */
let sender: number | undefined
const items = createStore<readonly Unsent[]>([])
const receivers = new Set<(item: Unsent, message_id: number) => void>()

const outbox = createOutbox({
  next: () => (owner === undefined ? undefined : items.get().find(({ why }) => why === undefined)),
  send: sendOne,
  onDone(item, outcome) {
    // Of whoever was here before: nobody looks at it now.
    if (sender !== owner) {
      if (outcome.kind === 'taken') store(sender, (stored) => stored.filter(othersThan(item)))
    } else if (isLater(outcome)) void listKept(owner as number)
    else if (outcome.kind === 'refused') change(item, { why: outcome.why })
    else {
      if (outcome.kind === 'taken') for (const receiver of receivers) receiver(item, outcome.message_id)
      takeOut(item.client_key)
    }
  },
  onChange: () => show(items.get()),
})

async function sendOne({ kind, room_id, client_key, content: message, image }: Unsent) {
  const user_id = owner as number
  sender = user_id
  if (seenKept.has(client_key) && (await listKept(user_id))?.every((item) => item.client_key !== client_key))
    return { kind: 'gone' } as const
  const outcome = await sendAs(user_id, () =>
    sendMessage({ kind, room_id }, { message, image, client_key, user_id }),
  )
  if (outcome.kind === 'taken') return { kind: 'taken', message_id: outcome.answer } as const
  if (outcome.kind === 'refused') return { kind: 'refused', why: outcome.error.message } as const
  const isByHand = outcome.status === 429 && (outcome.atLeast ?? Number.POSITIVE_INFINITY) > LONGEST_MS
  return isByHand ? ({ kind: 'refused', why: outcome.problem } as const) : outcome
}

const show = (next: readonly (Kept & Partial<Unsent>)[]) =>
  items.set(
    next.map((item) => {
      const state = stateOf(item)
      const problem = state === 'waiting' ? outbox.problem() : undefined
      return item.state === state && item.problem === problem ? (item as Unsent) : { ...item, state, problem }
    }),
  )
function stateOf({ client_key, why }: Kept): Unsent['state'] {
  if (outbox.underWay()?.client_key === client_key) return 'sending'
  if (why !== undefined) return 'refused'
  return outbox.isWaiting() ? 'waiting' : 'sending'
}

export const unsent = items.get

/** How much of one person waits in this window. */
export const countHere = (user: number) => (owner === user ? unsent().length : 0)
export const draftsOf = (user: number) => `${user}/chat/draft/`

export const useUnsent = () => useStore(items)

/** What waits in one room. */
export function useUnsentIn({ kind, room_id }: Room): readonly Unsent[] {
  const every = useUnsent()
  return useMemo(
    () => every.filter((item) => item.kind === kind && item.room_id === room_id),
    [every, kind, room_id],
  )
}

/** Told of each message that the server has taken. */
export function onSent(receiver: (item: Unsent, message_id: number) => void) {
  receivers.add(receiver)
  return () => receivers.delete(receiver)
}

/** Takes up what this person left unsent in this browser, and sends it. */
export async function resumeUnsent(user: number) {
  const isOther = owner !== user
  owner = user
  if (isOther) show([])
  const left = (await listKept(user)) ?? []
  if (owner !== user) return
  const isNew = ({ client_key }: Kept) => unsent().every((item) => item.client_key !== client_key)
  show([...left.filter(isNew), ...unsent()])
  void outbox.wake()
}

export function post(room: Room, content: string, image: string | null) {
  putBack({ ...room, client_key: newKey(), content, image, written_at: new Date().toISOString() })
}

/** Takes it out, and gives the way to put it back; not for whoever is there by then. */
export function discard(item: Unsent): () => void {
  const whose = owner
  takeOut(item.client_key)
  return () => {
    if (owner === whose) putBack(item)
  }
}

/** Also what was taken out: with its key, by which the server knows it if it has come through after all. */
function putBack({ state: _state, problem: _problem, ...item }: Kept & Partial<Unsent>) {
  show([...unsent(), item])
  store(owner, (stored) => [...stored, item])
  sendWaiting()
}

/** Somebody wants it to be tried again, now. */
export function retry(client_key: string) {
  seenKept.delete(client_key)
  show(unsent().map((item) => (item.client_key === client_key ? { ...item, why: undefined } : item)))
  void outbox.wake()
}

/** It is not wanted any more, or it has been seen among the messages. */
export function takeOut(client_key: string) {
  const isOther = othersThan({ client_key })
  if (unsent().every(isOther)) return
  takeOutHere(client_key)
  store(owner, (stored) => stored.filter(isOther))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  otherWindows?.postMessage(client_key)
}

function takeOutHere(client_key: string) {
  seenKept.delete(client_key)
  show(unsent().filter(othersThan({ client_key })))
}

/** What one window is done with waits in no other one. */
const otherWindows = globalThis.document && new BroadcastChannel('kontor/unsent')
otherWindows?.addEventListener('message', ({ data }: MessageEvent<string>) => takeOutHere(data))

const othersThan =
  ({ client_key }: Pick<Kept, 'client_key'>) =>
  (item: Kept) =>
    item.client_key !== client_key

export const sendWaiting = () => void outbox.flush()

const change = ({ client_key }: Unsent, to: Partial<Unsent>) =>
  show(unsent().map((item) => (item.client_key === client_key ? { ...item, ...to } : item)))

const keyOf = (user: number) => `${user}/chat/unsent`

/**
 * Another window may have something of its own there: what is kept is changed, never replaced by what is known here.
 */
function store(user: number | undefined, change: (stored: Kept[]) => Kept[]) {
  if (user === undefined) return
  void changeKept<Kept[]>(keyOf(user), (stored = []) => {
    const left = change(stored)
    return left.length > 0 ? left : undefined
  })
}

/** Those that the browser had: what is there no more, another window has sent or discarded. */
const seenKept = new Set<string>()

/** What waits, of all windows; undefined where it cannot be known. */
export async function listKept(user: number): Promise<Kept[] | undefined> {
  const left = (await keptUnder<Kept[]>(keyOf(user)))?.flat()
  for (const { client_key } of left ?? []) seenKept.add(client_key)
  return left
}
