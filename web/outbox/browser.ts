// The one outbox of this window, and what it needs of the browser around it.
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { indexedDb } from './database.ts'
import { createOutbox } from './outbox.ts'
import { type Channel, createShelf } from './shelf.ts'

const windows = globalThis.document && new BroadcastChannel('kontor/outbox')
const channel: Channel = {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  post: (message) => windows?.postMessage(message),
  listen: (hear) => windows?.addEventListener('message', ({ data }) => hear(data)),
}

/** A window that sleeps may hold its turn; what is sent twice is harmless. */
const LONGEST_TURN_MS = 20_000

async function inTurn(name: string, act: () => Promise<void>) {
  // Only where the address is safe.
  if (!globalThis.navigator?.locks) return act()
  let isOn = false
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(LONGEST_TURN_MS) }, () => {
      isOn = true
      return act()
    })
  } catch (error) {
    if (isOn) throw error
    await act()
  }
}

export const shelf = createShelf(indexedDb, channel)

type Piece = { kinds: readonly string[]; tellAgain: (owner: number) => unknown }
let loadPiece = async (): Promise<Piece | undefined> => undefined

/** Whoever knows all kinds of calls says here where they are. */
export function onUnknownKinds(load: () => Promise<Piece>) {
  // Out of reach it does not arrive: what is left goes later.
  loadPiece = () =>
    load().then(
      (piece) => (piece.kinds.length > 0 ? piece : undefined),
      () => undefined,
    )
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
  loadKinds: () => loadPiece(),
  report: (error) => reportError(error),
})

globalThis.addEventListener?.('online', () => void outbox.wake())
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void outbox.wake()
})

/** Sends what this person has left in this browser, and tells them what was refused while they did not look. */
export async function sendLeft(owner: number) {
  const rows = outbox.rows(owner)
  await rows.ready
  if (rows.get().size === 0) return
  const piece = await loadPiece()
  if (!told.has(owner)) void piece?.tellAgain(owner)
  told.add(owner)
  await outbox.wake()
}
const told = new Set<number>()
