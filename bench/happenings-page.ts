// B2: a page of 25 out of 20,000 happenings in German order, with the sums of their times, for an
// administrator, after everything has changed. Compared with the same page, byte for byte, from FastAPI with a
// response_model on the same database.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHelper } from '#measure/child.ts'
import { clientCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuExactlyOf, serverAndDatabase } from '#measure/processes.ts'
import { inTurn, summarizePairs } from '#measure/statistics.ts'
import { fillPlain } from './happenings-fill.ts'
import type { LoadAnswer, LoadOrder } from './load-generator.ts'
import { missing } from './peers/debian.ts'
import { fastapiPackages, startFastapi } from './peers/fastapi.ts'
import type { Effort, Product } from './product.ts'

const HAPPENINGS = 20_000
const CONNECTIONS = 8
const FIGURE = 'B2 page of happenings, changed in between, to FastAPI'
/** Above this load of its own core, the generator would be the bottleneck. */
const TOO_BUSY = 0.85
/** Rough time of Kontor for one round of the pages, on a core that it shares with its database. */
const ROUND_MS = 150

const pathOf = (order_by: string, page: number) =>
  `/happenings/?${new URLSearchParams({ order_by, page: String(page), per_page: '25' }).toString()}`
/** Pages that are read between two changes. They share hardly any rows. */
const pages = ['+name', '-name', '+type', '-type'].flatMap((order) =>
  Array.from({ length: 12 }, (_, page) => pathOf(order, page)),
)

export async function happeningsPage(product: Product, { pairs, ms }: Effort): Promise<Figure[]> {
  const absent = missing(FIGURE, fastapiPackages)
  if (absent) return [absent]
  await fillPlain(product.database, HAPPENINGS)
  await product.database.query('vacuum analyze')
  await product.clearCaches(product.cookie)
  const generator = await startHelper(new URL('load-generator.ts', import.meta.url), clientCore)
  const peer = await startFastapi(product.database)
  /** µs of CPU for each answer, of the program and of the database. */
  const costOf = async (pid: number, port: number, duration?: number) => {
    const requests = pages.map((path) => requestOf(path, product.cookie))
    const order: LoadOrder = { port, requests, connections: CONNECTIONS, ...(duration && { ms: duration }) }
    const spent = () => ({ app: cpuExactlyOf(pid), database: serverAndDatabase(product.pid).database })
    const before = spent()
    const load = await generator.order<LoadAnswer>(order)
    const after = spent()
    if (load.failures > 0) throw new Error(`${load.failures} answers were no success`)
    if (load.busy > TOO_BUSY) console.error(`the generator used ${Math.round(load.busy * 100)} % of its core`)
    return {
      app: (after.app - before.app) / load.requests,
      database: (after.database - before.database) / load.requests,
    }
  }
  const ours = async () => {
    const rounds = Math.ceil(ms / ROUND_MS)
    const cost = { app: 0, database: 0 }
    for (let round = 0; round < rounds; round++) {
      await product.clearCaches(product.cookie)
      const { app, database } = await costOf(product.pid, product.port)
      cost.app += app / rounds
      cost.database += database / rounds
    }
    return cost
  }
  const theirs = () => costOf(peer.pid, peer.port, ms)
  try {
    const path = pages[3] as string
    const [answer, same] = [
      await fetchBody(product.port, path, product.cookie),
      await fetchBody(peer.port, path, product.cookie),
    ]
    if (answer !== same) throw new Error('FastAPI sends other bytes')
    await ours()
    await theirs()
    const costs = await inTurn(pairs, ours, theirs)
    const compared = (of: (cost: { app: number; database: number }) => number) =>
      summarizePairs(costs.map(({ product, baseline }) => ({ product: of(product), baseline: of(baseline) })))
    const unit = 'µs CPU'
    return [
      { figure: FIGURE, unit, goal: 0.5, ...compared(({ app, database }) => app + database) },
      { figure: 'of this the program', unit, ...compared(({ app }) => app) },
      { figure: 'of this the database', unit, ...compared(({ database }) => database) },
    ]
  } finally {
    await Promise.all([peer.stop(), generator.stop()])
  }
}

const requestOf = (path: string, cookie: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`

async function fetchBody(port: number, path: string, cookie: string): Promise<string> {
  const [incoming] = (await once(
    get({ port, host: '127.0.0.1', path, headers: { cookie }, agent: false }),
    'response',
  )) as [IncomingMessage]
  return text(incoming)
}
