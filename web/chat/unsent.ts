/**
 * What has been written and is not with the server yet, of all rooms: sent one after the other, kept in the browser
 * until it is there, and tried again when the network returns. Every message has a key of its own, by which the server
 * knows one that it already has: trying again, from another window too, never doubles it.
 */
import { useMemo, useSyncExternalStore } from 'react'
import { Failed } from '#web/api.ts'
import { changeKept, kept } from '#web/kept.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { sendMessage } from './queries.ts'
import type { Room } from './search.ts'

export type Unsent = Room & {
  client_key: string
  content: string
  image: string | null
  written_at: string
  /** `waiting` for the network; `refused` by the server, which said why. */
  state: 'sending' | 'waiting' | 'refused'
  why?: string
  /** Refused for now alone: it is sent again by itself. */
  isEarly?: boolean
}

const SOON_MS = 3_000
const LONGEST_MS = 30_000

let owner: number | undefined
let items: readonly Unsent[] = []
let isSending = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const receivers = new Set<(item: Unsent, message_id: number) => void>()

function show(next: readonly Unsent[]) {
  items = next
  for (const listener of listeners) listener()
}

export const unsent = () => items
export function onUnsent(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How much of one person waits, in this window or another. */
export async function countUnsent(user: number): Promise<number> {
  const stored = (await kept<Unsent[]>(keyOf(user))) ?? []
  return Math.max(stored.length, owner === user ? items.length : 0)
}

/** What waits in one room. */
export function useUnsentIn({ kind, room_id }: Room): readonly Unsent[] {
  const every = useSyncExternalStore(onUnsent, unsent)
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
  const left = (await kept<Unsent[]>(keyOf(user))) ?? []
  if (owner !== user) return
  const isNew = ({ client_key }: Unsent) => items.every((item) => item.client_key !== client_key)
  show([...left.filter(isNew), ...items])
  sendWaiting()
}

export function post(room: Room, content: string, image: string | null) {
  const item: Unsent = {
    ...room,
    client_key: newKey(),
    content,
    image,
    written_at: new Date().toISOString(),
    state: 'sending',
  }
  show([...items, item])
  store((stored) => [...stored, item])
  sendWaiting()
}

export function retry(client_key: string) {
  change(client_key, { state: 'sending' })
  sendWaiting()
}

/** It is not wanted any more, or it has been seen among the messages. */
export function takeOut(client_key: string) {
  const others = (item: Unsent) => item.client_key !== client_key
  if (items.every(others)) return
  show(items.filter(others))
  store((stored) => stored.filter(others))
}

/** There is a network again: everything that waits for it goes out. */
export function sendWaiting() {
  clearTimeout(timer)
  const isNext = ({ state, isEarly }: Unsent) => state === 'waiting' || (state === 'refused' && isEarly)
  show(items.map((item) => (isNext(item) ? { ...item, state: 'sending', isEarly: false } : item)))
  void sendAll()
}
globalThis.addEventListener?.('online', () => {
  failures = 0
  if (owner !== undefined) sendWaiting()
})

async function sendAll() {
  if (isSending) return
  isSending = true
  try {
    for (let next = first(); next && isOwners(); next = first()) await send(next)
  } finally {
    isSending = false
  }
}
const first = () => items.find(({ state }) => state === 'sending')

/** Somebody else may have signed in meanwhile. */
const isOwners = () => queryClient.getQueryData(currentUserQuery.queryKey)?.id === owner

async function send(item: Unsent) {
  const { kind, room_id, client_key, content, image } = item
  const user_id = owner
  if (user_id === undefined) return
  try {
    const id = await sendMessage({ kind, room_id }, { message: content, image, client_key, user_id })
    failures = 0
    for (const receiver of receivers) receiver(item, id)
    takeOut(client_key)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    // Somebody has signed in in another window: it waits until its author is back.
    if (error.status === 412) void queryClient.invalidateQueries(currentUserQuery)
    // Too much at once, as after a time without a network: this one says so, and all go on when the server wants them.
    if (error.status === 429 && error.againAfter !== undefined && error.againAfter <= LONGEST_MS) {
      change(client_key, { state: 'refused', why: error.message, isEarly: true })
      return wait(error.againAfter)
    }
    const isRefused =
      error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 412
    if (isRefused) return change(client_key, { state: 'refused', why: error.message })
    wait()
  }
}

/** Not before `atLeast`, in ms, where the server has said so. */
function wait(atLeast = 0) {
  failures++
  show(items.map((item) => (item.state === 'sending' ? { ...item, state: 'waiting' } : item)))
  clearTimeout(timer)
  timer = setTimeout(sendWaiting, Math.max(atLeast, Math.min(LONGEST_MS, SOON_MS * 1.6 ** (failures - 1))))
}

function change(client_key: string, to: Partial<Unsent>) {
  show(items.map((item) => (item.client_key === client_key ? { ...item, ...to } : item)))
}

const keyOf = (user: number) => `${user}/chat/unsent`

/** Another window may have something of its own there: what is kept is changed, never replaced by what is known here. */
function store(change: (stored: Unsent[]) => Unsent[]) {
  if (owner === undefined) return
  void changeKept<Unsent[]>(keyOf(owner), (stored = []) => {
    const left = change(stored)
    return left.length > 0 ? left : undefined
  })
}

/** Browsers know `randomUUID` only where the address is safe. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
