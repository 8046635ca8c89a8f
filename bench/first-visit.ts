// B8: the first visit to a screen, with the CPU at a quarter of its speed, 9 Mbit/s and a latency of 100 ms.
// Counts requests of the page itself, without those of the service worker.
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { type RunningKontor, startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import type { Figure } from '#measure/figures.ts'
import { median } from '#measure/statistics.ts'
import type { Effort } from './product.ts'

const SLOWER = 4
const network = { offline: false, latency: 100, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
const goals = { requests: 25, lcp: 1_500, shift: 0 }
/** A screen counts as loaded once no request has started or finished for this time, in ms. */
const CALM_MS = 1_500

type Visit = { requests: number; lcp: number; shift: number }

export async function firstVisit({ pairs }: Effort): Promise<Figure[]> {
  const kontor = await startKontor()
  const browser = await launch()
  try {
    const figures: Figure[] = []
    for (const [name, address] of Object.entries(await addresses(kontor)))
      figures.push(...(await visits(browser, kontor.url, { name, address }, Math.min(pairs, 3))))
    return figures
  } finally {
    await browser.close()
    await kontor.stop()
  }
}

async function addresses({ kontor: { db } }: RunningKontor): Promise<Record<string, string>> {
  const doc = await db.selectFrom('docs').select('id').orderBy('id').executeTakeFirstOrThrow()
  const part = await db
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .where('happenings.status', '=', 'Aktiv')
    .select(['subhappenings.id', 'subhappenings.happening_id'])
    .orderBy('subhappenings.id')
    .executeTakeFirstOrThrow()
  return {
    processes: '/ui/docs',
    users: '/ui/users',
    groups: '/ui/groups',
    happenings: '/ui/happenings',
    'a happening': `/ui/happenings/${part.happening_id}`,
    'a timesheet': `/ui/happenings/${part.happening_id}/${part.id}/timesheet`,
    chats: '/ui/chat',
    'a process': `/ui/docs/${doc.id}/show`,
    'the editor': `/ui/docs/${doc.id}/edit`,
  }
}

type Screen = { name: string; address: string }

async function visits(browser: Browser, baseURL: string, { name, address }: Screen, n: number) {
  const all: Visit[] = []
  for (let round = 0; round < n; round++) {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
    await context.addInitScript(watch)
    await logIn(context.request, cast.clara)
    all.push(await visit(context, address))
    await context.close()
  }
  const of = (key: keyof Visit) => median(all.map((one) => one[key]))
  return [
    { figure: `B8 ${name}, requests`, value: of('requests'), unit: '', n, goal: goals.requests },
    { figure: `B8 ${name}, LCP`, value: of('lcp'), unit: 'ms', n, goal: goals.lcp },
    { figure: `B8 ${name}, layout shift`, value: of('shift'), unit: '', n, goal: goals.shift },
  ]
}

async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', network)
  let requests = 0
  let last = performance.now()
  page.on('request', () => {
    requests++
    last = performance.now()
  })
  page.on('requestfinished', () => (last = performance.now()))
  await page.goto(address)
  // Waits without querying the page: a query would run a script in it and disturb the measurement.
  while (performance.now() - last < CALM_MS) await setTimeout(CALM_MS / 10)
  await page.locator('main h1').first().waitFor()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Visit, 'requests'> }).seen)
  await page.close()
  return { requests, ...seen }
}

/** Runs in the page, before everything else. */
const watch = `
  globalThis.seen = { lcp: 0, shift: 0 }
  const look = (type, on) => new PerformanceObserver((list) => list.getEntries().forEach(on)).observe({ type, buffered: true })
  look('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  look('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
`
