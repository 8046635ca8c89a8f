// The server watches itself: what `/metrics` and the screen „Betrieb“ tell.
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Kontor } from '#server/kontor.ts'
import { Disk } from '#server/metrics/disk.ts'
import { EventLoop } from '#server/metrics/event-loop.ts'
import { Failures } from './failures.ts'
import { FromDatabase } from './from-database.ts'
import type { Sources } from './metrics.ts'
import { Minutes } from './minutes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    failures: Failures
  }
}

/** A node keeps its name when it is started anew. */
export type Watch = Sources & { node: string; minutes: Minutes; failures: Failures }

export function watchItself(
  app: FastifyInstance,
  kontor: Kontor,
  { requests, held }: Pick<Sources, 'requests' | 'held'>,
): Watch {
  const { config, db, build, budgets } = kontor
  const node = `${hostname()}:${config.port}`
  const loop = new EventLoop()
  const database = new FromDatabase(kontor)
  const failures = new Failures(db, node, app.log)
  const live = () => budgets.running('live_connections')
  const minutes = new Minutes({ db, node, build, requests, loop, database, live, log: app.log })
  app.decorate('failures', failures)
  app.addHook('onClose', async () => {
    loop.stop()
    await minutes.stop()
    await failures.flush()
  })
  return { kontor, held, requests, loop, disk: new Disk(config.dataDir), database, node, minutes, failures }
}
