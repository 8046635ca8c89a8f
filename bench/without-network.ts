// Time until the last „Heute“ is shown without a network: at a quarter of the CPU's speed, with the app and the data
// stored on the device.
import type { Browser, Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import type { Figure } from '#measure/figures.ts'
import { median } from '#measure/statistics.ts'
import { slowDown } from './painted.ts'
import type { Effort } from './product.ts'

/** In ms. */
const GOAL = 1_000

export async function withoutNetwork({ pairs }: Effort): Promise<Figure[]> {
  const kontor = await startKontor()
  const browser = await launch()
  try {
    const n = Math.min(pairs, 5)
    const value = median(await starts(browser, kontor.url, n))
    return [{ figure: 'start without a network, „Heute“', value, unit: 'ms', n, goal: GOAL }]
  } finally {
    await browser.close()
    await kontor.stop()
  }
}

/** Times from the start of a page to its first card, in ms. */
async function starts(browser: Browser, baseURL: string, n: number): Promise<number[]> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  await logIn(context.request, cast.bruno)
  const before = await context.newPage()
  await before.goto('/ui/today')
  // The two cached answers: who is signed in, and „Heute“.
  while (Number(await before.evaluate(copies)) < 2) await before.waitForTimeout(200)
  await before.close()
  await context.setOffline(true)
  const times: number[] = []
  for (let round = 0; round < n; round++) times.push(await start(await context.newPage()))
  await context.close()
  return times
}

async function start(page: Page): Promise<number> {
  await slowDown(page)
  await page.addInitScript(watch)
  await page.goto('/ui/today')
  let ms = 0
  while (ms === 0) {
    await page.waitForTimeout(100)
    ms = Number(await page.evaluate('globalThis.shownAt ?? 0'))
  }
  await page.close()
  return ms
}

/** Runs in the page: when the first card was drawn. */
const watch = `
  const look = () => requestAnimationFrame(document.querySelector('main h2') ? () => { globalThis.shownAt = performance.now() } : look)
  look()
`

/** Runs in the page: number of cached answers. */
const copies = `caches.open('answers').then(async (cache) => (await cache.keys()).length)`
