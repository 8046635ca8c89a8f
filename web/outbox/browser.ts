// The window's single outbox, bound to the browser.
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { collectSpilled, indexedDb } from './database.ts'
import { createOutbox } from './outbox.ts'
import { onSpilled } from './page-end.ts'
import { createRecordStore, type WindowChannel } from './record-store.ts'

const CHANNEL_NAME = 'kontor/outbox'
const broadcast = globalThis.document && new BroadcastChannel(CHANNEL_NAME)
const channel: WindowChannel = {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  post: (message) => broadcast?.postMessage(message),
  listen: (hear) => broadcast?.addEventListener('message', ({ data }) => hear(data)),
}

/** In ms. After this wait a window sends without the lock, since a frozen window may hold it. Sending twice is harmless. */
const LOCK_TIMEOUT_MS = 20_000

async function withLock(name: string, act: () => Promise<void>) {
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

export const recordStore = createRecordStore(indexedDb, channel)

onSpilled(async () => {
  const keys = await collectSpilled()
  // Posted from another channel object, so that this window receives it too.
  const all = new BroadcastChannel(CHANNEL_NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  for (const key of keys) all.postMessage({ changed: key })
  all.close()
})

type OutgoingModule = { repeatRefusals: (owner: number) => unknown }
let loadOutgoing = async (): Promise<OutgoingModule | undefined> => undefined

/** Registers the loader of `outgoing.ts`, which defines all kinds of calls. */
export function setOutgoingLoader(load: () => Promise<OutgoingModule>) {
  // Fails offline; remaining rows are sent later.
  loadOutgoing = () => load().catch(() => undefined)
}

export const outbox = createOutbox({
  recordStore,
  channel,
  me() {
    const me = queryClient.getQueryData(currentUserQuery.queryKey)
    return me && !me.is_held ? me.id : undefined
  },
  askWhoIsHere: () => void queryClient.invalidateQueries(currentUserQuery),
  withLock,
  loadKinds: () => loadOutgoing(),
  report: (error) => reportError(error),
})

globalThis.addEventListener?.('online', () => void outbox.wake())
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void outbox.wake()
})

/** Sends rows left by earlier visits. The first call for an owner also shows refusals that nobody has seen yet. */
export async function sendLeftoverRows(owner: number) {
  const rows = outbox.rows(owner)
  await rows.ready
  if (rows.get().size === 0) return
  const piece = await loadOutgoing()
  if (!notifiedOwners.has(owner)) void piece?.repeatRefusals(owner)
  notifiedOwners.add(owner)
  await outbox.wake()
}
const notifiedOwners = new Set<number>()
