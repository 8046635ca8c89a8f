// Records every minute that this node is alive. `startHeartbeat` returns the function that stops this and deletes
// the row.
import { runPeriodically } from '#server/every.ts'
import type { Kontor } from '#server/kontor.ts'
import { deleteNode, type Node, type ProxiesSeen, putNode } from './store.ts'

const EVERY_MS = 60_000

export function startHeartbeat(
  { db }: Pick<Kontor, 'db'>,
  node: Node,
  proxies: () => ProxiesSeen,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = runPeriodically(EVERY_MS, async () => putNode(db, node, proxies()), onError)
  return async () => {
    await stop()
    await deleteNode(db, node.id).catch(() => {})
  }
}
