// The first visit behind a proxy with HTTPS that speaks HTTP/1.1 or HTTP/2, one after the other: whether the second one
// is worth its line in the proxy's settings. A quarter of the speed, 9 Mbit/s, 100 ms there and back.
import type { Browser } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import { startHelper } from '#measure/child.ts'
import type { Figure } from '#measure/figures.ts'
import { inPairs } from '#measure/statistics.ts'
import { addresses, visit, watch } from './first-visit.ts'
import type { Effort } from './read-ratio.ts'
import type { ProxyOrder } from './tls-proxy.ts'

const line = { roundTripMs: 100, bytesPerSecond: 9e6 / 8 }

export async function protocols({ pairs }: Effort): Promise<Figure[]> {
  await using all = new AsyncDisposableStack()
  const kontor = all.adopt(await startKontor(), (kontor) => kontor.stop())
  const browser = all.adopt(await launch(), (browser) => browser.close())
  const proxyThat = async (speaks: ProxyOrder['speaks']) => {
    const program = new URL('tls-proxy.ts', import.meta.url)
    const helper = all.adopt(await startHelper(program), (helper) => helper.stop())
    const to = Number(new URL(kontor.url).port)
    return `https://localhost:${await helper.order<number>({ to, speaks, ...line } satisfies ProxyOrder)}`
  }
  const [one, two] = [await proxyThat('http/1.1'), await proxyThat('h2')]
  const figures: Figure[] = []
  for (const [name, address] of Object.entries(await addresses(kontor))) {
    const by = (url: string) => () => firstLook(browser, url, address)
    const looks = await inPairs(Math.min(pairs, 5), by(two), by(one))
    figures.push({ figure: `first visit to ${name} by HTTP/2, LCP`, unit: 'ms', ...looks })
  }
  return figures
}

async function firstLook(browser: Browser, baseURL: string, address: string): Promise<number> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    ignoreHTTPSErrors: true,
  })
  try {
    await context.addInitScript(watch)
    await logIn(context.request, cast.clara)
    return (await visit(context, address, { byLine: true })).lcp
  } finally {
    await context.close()
  }
}
