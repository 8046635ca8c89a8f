// The window's single outbox, bound to the browser.
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { indexedDb, takeSpilled } from './database.ts'
import { createOutbox } from './outbox.ts'
import { onSpilled } from './page-end.ts'
import { type Channel, createShelf } from './shelf.ts'

const CHANNEL = 'kontor/outbox'
const windows = globalThis.document && new BroadcastChannel(CHANNEL)
const channel: Channel = {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  post: (message) => windows?.postMessage(message),
  listen: (hear) => windows?.addEventListener('message', ({ data }) => hear(data)),
}

/** In ms. After this wait a window sends without the lock, since a frozen window may hold it. Sending twice is harmless. */
const LOCK_TIMEOUT_MS = 20_000

async function inTurn(name: string, act: () => Promise<void>) {
  // The Web Locks API needs a secure context.
  if (!globalThis.navigator?.locks) return act()
  let isOn = false
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, () => {
      isOn = true
      return act()
    })
  } catch (error) {
    if (isOn) throw error
    await act()
  }
}

export const shelf = createShelf(indexedDb, channel)

onSpilled(async () => {
  const keys = await takeSpilled()
  // Posted from another channel object, so that this window receives it too.
  const all = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  for (const key of keys) all.postMessage({ changed: key })
  all.close()
})

type OutgoingModule = { repeatRefusals: (owner: number) => unknown }
let loadOutgoing = async (): Promise<OutgoingModule | undefined> => undefined

/** Registers the loader of `outgoing.ts`, which defines all kinds of calls. */
export function onUnknownKinds(load: () => Promise<OutgoingModule>) {
  // Fails offline; remaining rows are sent later.
  loadOutgoing = () => load().catch(() => undefined)
}

export const outbox = createOutbox({
  shelf,
  channel,
  me() {
    const me = queryClient.getQueryData(currentUserQuery.queryKey)
    return me && !me.is_held ? me.id : undefined
  },
  askWhoIsHere: () => void queryClient.invalidateQueries(currentUserQuery),
  inTurn,
  loadKinds: () => loadOutgoing(),
  report: (error) => reportError(error),
})

globalThis.addEventListener?.('online', () => void outbox.wake())
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void outbox.wake()
})

/** Sends rows left by earlier visits. The first call for an owner also shows refusals that nobody has seen yet. */
export async function sendLeftRows(owner: number) {
  const rows = outbox.rows(owner)
  await rows.ready
  if (rows.get().size === 0) return
  const piece = await loadOutgoing()
  if (!notified.has(owner)) void piece?.repeatRefusals(owner)
  notified.add(owner)
  await outbox.wake()
}
const notified = new Set<number>()
