// The cost of the server's own metrics: a look at `/metrics` with lines of every route, two of these every 15
// seconds as part of a core, and counting a request beside what the same request costs.
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { startHelper } from '#measure/child.ts'
import { askingCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuDuring } from '#measure/processes.ts'
import { inPairs } from '#measure/statistics.ts'
import { Requests } from '#server/http/requests.ts'
import type { LoadAnswer, LoadOrder } from './load-generator.ts'
import type { Product } from './product.ts'
import type { Effort } from './read-ratio.ts'

const LOOKS = 300
const COUNTED = 200_000
/** Two that look, as often as Prometheus does where nothing is set. */
const SCRAPERS = 2
const EVERY_US = 15e6

export async function figuresCost(product: Product, { pairs, ms }: Effort): Promise<Figure[]> {
  const { ask, cookie, pid, port } = product
  for (const { method, path } of Object.values(api).flatMap((domain) =>
    Object.values(domain as Record<string, Endpoint>),
  ))
    if (method === 'GET') await ask({ method, path: path.replace(/\{\w+\}/g, '1'), cookie })

  const cpu = await cpuDuring(pid, async () => {
    for (let at = 0; at < LOOKS; at++) await ask({ method: 'GET', path: '/metrics' })
  })
  const perLook = cpu / LOOKS

  const generator = await startHelper(new URL('load-generator.ts', import.meta.url), askingCore)
  const request = `GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const order: LoadOrder = { port, requests: [request], connections: 8, ms }
  const answering = async () => {
    let load: LoadAnswer | undefined
    const spent = await cpuDuring(pid, async () => (load = await generator.order<LoadAnswer>(order)))
    return spent / (load?.requests ?? 1)
  }
  await answering()
  const counted = await inPairs(pairs, async () => counting(), answering)
  await generator.stop()
  return [
    {
      figure: 'a look at /metrics, database included',
      value: perLook / 1_000,
      unit: 'ms CPU',
      n: LOOKS,
      goal: 2,
    },
    {
      figure: 'two that look every 15 s, part of a core',
      value: (perLook * SCRAPERS * 100) / EVERY_US,
      unit: '%',
      n: LOOKS,
      goal: 1,
    },
    // The cheapest request there is; any other one costs more.
    { figure: 'counting a request, part of the cheapest one', unit: 'µs CPU', goal: 0.01, ...counted },
  ]
}

/** In microseconds: all that is done for a request by way of counting. */
function counting(): number {
  const requests = new Requests()
  const before = process.cpuUsage()
  for (let at = 0; at < COUNTED; at++) {
    requests.inFlight++
    const known = requests.of('GET', '/docs/:doc_id/')
    requests.inFlight--
    requests.count(known, 200, at % 50)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / COUNTED
}
