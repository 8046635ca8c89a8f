// Monitoring: sources of `/metrics` and „Betrieb“.
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { FrameCounters } from '#server/chat/live/listener.ts'
import type { Budgets } from '#server/http/limits.ts'
import type { Connections } from '#server/http/listen.ts'
import type { RequestMetrics } from '#server/http/requests.ts'
import type { Kontor } from '#server/kontor.ts'
import { EventLoop } from './event-loop.ts'
import { Failures } from './failures.ts'
import { MinuteRecorder } from './minutes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    failures: Failures
  }
}

export type Monitoring = {
  kontor: Kontor
  requests: RequestMetrics
  held: { budgets: Budgets; connections: Connections; frames: FrameCounters }
  loop: EventLoop
  failures: Failures
  /** Stable name of this node, kept over restarts. */
  node: string
}

export function startMonitoring(
  app: FastifyInstance,
  kontor: Kontor,
  { requests, held }: Pick<Monitoring, 'requests' | 'held'>,
): Monitoring {
  const node = `${hostname()}:${kontor.config.port}`
  const loop = new EventLoop()
  const failures = new Failures(kontor.db, node, app.log)
  const minutes = new MinuteRecorder({ kontor, node, requests, loop, log: app.log })
  app.decorate('failures', failures)
  app.addHook('onClose', async () => {
    loop.stop()
    await minutes.stop()
    await failures.flush()
  })
  return { kontor, held, requests, loop, node, failures }
}
