// Every minute a node says that it is there, and looks at the clock. Returns how to stop it.
import type { FastifyBaseLogger } from 'fastify'
import type { Kontor } from '#server/kontor.ts'
import { isBelieved, sayDoubt } from './clock.ts'
import { deleteNode, type Node, type ProxiesSeen, putNode, tick } from './store.ts'

const EVERY_MS = 60_000

export function heartbeat(
  { db }: Kontor,
  node: Node,
  proxies: () => ProxiesSeen,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let believed = true
  const beat = async () => {
    try {
      await putNode(db, node, proxies())
      const clock = await tick(db)
      if (isBelieved(clock) !== believed) {
        believed = isBelieved(clock)
        if (believed)
          log.warn({ event: 'clock.believed' }, 'Die Uhr gilt wieder als richtig; Altes wird gelöscht.')
        else log.warn({ event: 'clock.doubted' }, sayDoubt(clock))
      }
    } catch {
      // Without its database a node has other worries; the next minute comes.
    }
  }
  let running = beat()
  const timer = setInterval(() => {
    running = running.then(beat)
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
    await deleteNode(db, node.id).catch(() => {})
  }
}
