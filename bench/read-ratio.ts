// CPU of one read of the product against a bare server that sends the same bytes.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHelper } from '#measure/child.ts'
import { askingCore, measuredCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuDuring } from '#measure/processes.ts'
import { inPairs } from '#measure/statistics.ts'
import type { LoadAnswer, LoadOrder } from './load-generator.ts'
import type { Product } from './product.ts'
import type { SameBytes } from './same-bytes.ts'

export const CONNECTIONS = 8
/** Above this share of its core the generator itself would be what is measured. */
const TOO_BUSY = 0.85

type Read = { figure: string; path: string; goal: number }
export type Effort = { pairs: number; ms: number }

export async function readRatio(
  { figure, path, goal }: Read,
  product: Product,
  { pairs, ms }: Effort,
): Promise<Figure> {
  const answer = await fetchWhole(product.port, path, product.cookie)
  const floor = await startHelper(new URL('same-bytes.ts', import.meta.url), measuredCore)
  const floorPort = await floor.order<number>(answer satisfies SameBytes)
  if ((await fetchWhole(floorPort, path, product.cookie)).body !== answer.body)
    throw new Error('the floor sends other bytes')
  const generator = await startHelper(new URL('load-generator.ts', import.meta.url), askingCore)
  const requests = [requestOf(path, product.cookie)]

  const busy: number[] = []
  const block =
    (pid: number, port: number, duration = ms) =>
    async () => {
      let load: LoadAnswer | undefined
      const order: LoadOrder = { port, requests, connections: CONNECTIONS, ms: duration }
      const cpu = await cpuDuring(pid, async () => (load = await generator.order<LoadAnswer>(order)))
      busy.push(goodLoad(load, path).busy)
      return cpu / goodLoad(load, path).requests
    }
  const [a, b] = [block(product.pid, product.port), block(floor.pid, floorPort)]
  await block(product.pid, product.port, 1_000)()
  await block(floor.pid, floorPort, 1_000)()
  const compared = await inPairs(pairs, a, b)
  await Promise.all([floor.stop(), generator.stop()])
  tellBusy(figure, busy)
  return { figure, unit: 'µs CPU', goal, ...compared }
}

export const requestOf = (path: string, cookie: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`

export function goodLoad(load: LoadAnswer | undefined, path: string): LoadAnswer {
  if (!load || load.failures > 0) throw new Error(`${load?.failures} answers of ${path} were no success`)
  return load
}

/** Shares of its core that the generator used. */
export function tellBusy(figure: string, busy: readonly number[]) {
  const most = Math.max(...busy)
  if (most > TOO_BUSY) console.error(`${figure}: the generator used ${Math.round(most * 100)} % of its core`)
}

/** The answer with its headers as they came, but for those that every server writes itself. */
export async function fetchWhole(port: number, path: string, cookie: string): Promise<SameBytes> {
  const [incoming] = (await once(
    get({ port, host: '127.0.0.1', path, headers: { cookie }, agent: false }),
    'response',
  )) as [IncomingMessage]
  const headers: string[] = []
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (/^(date|connection|keep-alive)$/.test(name)) continue
    for (const value of values ?? []) headers.push(name, value)
  }
  return { headers, body: await text(incoming) }
}
