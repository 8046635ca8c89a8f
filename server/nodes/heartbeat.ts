// Every minute a node says that it is there, and looks at the clock. Returns how to stop it.
import type { FastifyBaseLogger } from 'fastify'
import { every } from '#server/every.ts'
import type { Kontor } from '#server/kontor.ts'
import { isBelieved, sayDoubt } from './clock.ts'
import { deleteNode, type Node, type ProxiesSeen, putNode, tick } from './store.ts'

const EVERY_MS = 60_000

export function heartbeat(
  { db }: Kontor,
  node: Node,
  proxies: () => ProxiesSeen,
  { log, onError }: { log: FastifyBaseLogger; onError: (error: unknown) => void },
): () => Promise<void> {
  let believed = true
  const beat = async () => {
    await putNode(db, node, proxies())
    const clock = await tick(db)
    if (isBelieved(clock) === believed) return
    believed = isBelieved(clock)
    if (believed)
      log.warn({ event: 'clock.believed' }, 'Die Uhr gilt wieder als richtig; Altes wird gelöscht.')
    else log.warn({ event: 'clock.doubted' }, sayDoubt(clock))
  }
  const stop = every(EVERY_MS, beat, onError)
  return async () => {
    await stop()
    await deleteNode(db, node.id).catch(() => {})
  }
}
