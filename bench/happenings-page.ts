// R1 and R3: a page of 25 of 20,000 happenings in German order, with what was worked in each, for an administrator.
// Asked again with its tag nothing is read; after a change the database reads it. Beside it the same page by FastAPI, byte
// for byte.
import { type Helper, startHelper } from '#measure/child.ts'
import { askingCore, measuredCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuApart, treeOf } from '#measure/processes.ts'
import { comparedIn, inTurn, type Pair } from '#measure/statistics.ts'
import { aboutStatuses } from '#server/live/facts.ts'
import { fillPlain } from './happenings-fill.ts'
import type { LoadAnswer, LoadOrder } from './load-generator.ts'
import { missing } from './peers/debian.ts'
import { fastapiPackages, startFastapi } from './peers/fastapi.ts'
import type { Product } from './product.ts'
import {
  CONNECTIONS,
  type Effort,
  fetchWhole,
  goodLoad,
  readRatio,
  requestOf,
  tellBusy,
} from './read-ratio.ts'
import type { SameBytes } from './same-bytes.ts'

const HAPPENINGS = 20_000
const pathOf = (order_by: string, page: number) =>
  `/happenings/?${new URLSearchParams({ order_by, page: String(page), per_page: '25' }).toString()}`
const usual = pathOf('+name', 3)
/** Those that are read between two changes: no two of them share a row, to speak of. */
const pages = ['+name', '-name', '+type', '-type'].flatMap((order) =>
  Array.from({ length: 12 }, (_, page) => pathOf(order, page)),
)
/** What one round of them takes Kontor, on a core that it shares with its database. */
const ROUND_MS = 150

const variants = [
  { path: '/model', name: 'FastAPI with response_model', goal: 1 / 10 },
  { path: '/raw', name: 'FastAPI without it', goal: 1 / 3 },
  { path: '/lean', name: 'FastAPI that remembers session and count', goal: 1 / 3 },
]

/** µs of CPU for each answer. */
type Cost = { app: number; database: number }
type Block = () => Promise<Cost>
const sumOf = ({ app, database }: Cost) => app + database

export async function happeningsPage(product: Product, effort: Effort): Promise<Figure[]> {
  await fillPlain(product.database, HAPPENINGS)
  await product.database.query('vacuum analyze')
  await product.forget(product.cookie)
  const again = { figure: 'R1 page of happenings, asked again', path: usual, goal: 8 }
  return [await readRatio(again, product, effort), ...(await readAnew(product, effort))]
}

async function readAnew(product: Product, effort: Effort): Promise<Figure[]> {
  const generator = await startHelper(new URL('load-generator.ts', import.meta.url), askingCore)
  const floor = await startHelper(new URL('same-bytes.ts', import.meta.url), measuredCore)
  const busy: number[] = []
  const { database } = appAndDatabase(product)
  const load = loadBy(generator, product, busy)
  try {
    const rounds = Math.ceil(effort.ms / ROUND_MS)
    const anew = anewBlock(product, load, rounds, '{}')
    const onlyStatus = anewBlock(
      product,
      load,
      rounds,
      JSON.stringify({ by: 'bench', facts: [aboutStatuses] }),
    )
    const answer = await fetchWhole(product.port, usual, product.cookie)
    const floorPort = await floor.order<number>(answer satisfies SameBytes)
    const bare: Block = () =>
      load({ port: floorPort, paths: pages, ms: effort.ms }, { app: () => [floor.pid] })
    const figures: Figure[] = []
    for (const [what, block] of [
      ['a status changed in between', onlyStatus],
      ['everything changed in between', anew],
    ] as const) {
      await block()
      await bare()
      const costs = await inTurn(effort.pairs, block, bare)
      const figure = `R1 page of happenings, ${what}`
      figures.push({ figure, unit: 'µs CPU', goal: 8, ...compared(costs, sumOf) })
    }
    const absent = missing('R3 page of happenings beside FastAPI', fastapiPackages)
    if (absent) return [...figures, absent]

    const peer = await startFastapi(product.database)
    try {
      const again: Block = () =>
        load({ port: product.port, paths: [usual], ms: effort.ms }, appAndDatabase(product))
      for (const { path, name, goal } of variants) {
        const theirs = await fetchWhole(peer.port, `${path}${usual}`, product.cookie)
        if (theirs.body !== answer.body) throw new Error(`${name} sends other bytes`)
        const paths = pages.map((page) => `${path}${page}`)
        const block: Block = () =>
          load({ port: peer.port, paths, ms: effort.ms }, { app: () => [peer.pid], database })
        await block()
        const costs = await inTurn(effort.pairs, anew, block)
        const repeated = await inTurn(Math.ceil(effort.pairs / 3), again, block)
        const unit = 'µs CPU'
        figures.push(
          { figure: `R3 ${name}, Kontor asked again`, unit, goal, ...compared(repeated, sumOf) },
          { figure: `R3 ${name}, changed in between`, unit, goal, ...compared(costs, sumOf) },
          { figure: 'R3 of this the app alone', unit, goal, ...compared(costs, ({ app }) => app) },
          { figure: 'R3 of this the database', unit, ...compared(costs, ({ database }) => database) },
        )
      }
      return figures
    } finally {
      await peer.stop()
    }
  } finally {
    await Promise.all([floor.stop(), generator.stop()])
    tellBusy('R1 page of happenings', busy)
  }
}

type Programs = { app: () => readonly number[]; database?: () => readonly number[] }
const appAndDatabase = ({ pid }: Product) => ({
  app: () => [pid],
  database: () => treeOf(pid).slice(1),
})

type Load = (asked: { port: number; paths: string[]; ms?: number }, of: Programs) => Promise<Cost>

function loadBy(generator: Helper, { cookie }: Product, busy: number[]): Load {
  return async ({ port, paths, ms }, { app, database = () => [] }) => {
    let load: LoadAnswer | undefined
    const requests = paths.map((path) => requestOf(path, cookie))
    const order: LoadOrder = { port, requests, connections: CONNECTIONS, ...(ms !== undefined && { ms }) }
    const cpu = await cpuApart({ app, database }, async () => {
      load = await generator.order<LoadAnswer>(order)
    })
    const good = goodLoad(load, paths[0] ?? '')
    busy.push(good.busy)
    return { app: cpu.app / good.requests, database: cpu.database / good.requests }
  }
}

/** Rounds between which the server is told that something has changed: each page is read by the database. */
function anewBlock(product: Product, load: Load, rounds: number, news: string): Block {
  return async () => {
    const costs: Cost[] = []
    for (let round = 0; round < rounds; round++) {
      await product.forget(product.cookie, news)
      costs.push(await load({ port: product.port, paths: pages }, appAndDatabase(product)))
    }
    const mean = (of: keyof Cost) => costs.reduce((sum, cost) => sum + cost[of], 0) / rounds
    return { app: mean('app'), database: mean('database') }
  }
}

const compared = (costs: readonly Pair<Cost>[], of: (cost: Cost) => number) =>
  comparedIn(costs.map(({ product, baseline }) => ({ product: of(product), baseline: of(baseline) })))
