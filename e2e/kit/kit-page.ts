// The page of all components, built by `bin/build.ts --kit` and served under the product's strict answer headers.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launch } from '../browser.ts'
import { keep, record } from '../evidence.ts'
import { limitPage, PATIENCE } from '../patience.ts'
import { serveFolder } from '../static-server.ts'

export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

export async function setKitStage() {
  const kit = await serveFolder(join(import.meta.dirname, '../../dist/kit'))
  const browser = await launch()
  after(async () => {
    await browser.close()
    kit.stop()
  })

  async function open(options: BrowserContextOptions, clock: boolean) {
    const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin', ...options })
    context.setDefaultTimeout(PATIENCE)
    context.on('page', limitPage)
    const evidence = await record(context)
    const complaints: string[] = []
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    if (clock) await page.clock.install({ time: '2026-11-21T10:00:00' })
    await page.goto(`${kit.url}kit/index.html`)
    await page.getByRole('heading', { name: 'Bausteine' }).waitFor()
    if (clock) await page.clock.pauseAt('2026-11-21T11:00:00')
    return { context, page, complaints, evidence }
  }

  type Opened = Awaited<ReturnType<typeof open>>
  let current: Opened | undefined
  /** Pages of passed tests, to be used by the next ones; keyed by whether their clock is stopped. */
  const shared = new Map<boolean, Opened>()

  afterEach(async (story) => {
    if (!current) return
    const { context, evidence } = current
    if ('error' in story && story.error)
      await keep(story.filePath ?? 'kit', story.name, new Map([[context, evidence]]))
    if (![...shared.values()].includes(current)) await context.close()
    current = undefined
  })

  /** Runs a test on a fresh page. Any error or warning in the console fails it. */
  async function onPage(options: BrowserContextOptions, story: (page: Page) => Promise<void>, clock = false) {
    current = await open(options, clock)
    await story(current.page)
    assert.deepEqual(current.complaints, [])
  }

  /** Desktop variant: many stories share a page, each with its own widgets. */
  async function onSamePage(story: (page: Page) => Promise<void>, clock = false) {
    const opened = shared.get(clock) ?? (await open(desk, clock))
    shared.delete(clock) // a failed test must not pass its page on
    current = opened
    await story(opened.page)
    assert.deepEqual(opened.complaints, [])
    shared.set(clock, opened)
  }

  return { onPage, onSamePage }
}

/** Accessible name or text of the focused element. */
export const focused = async (page: Page) => {
  const it = page.locator(':focus')
  return (await it.getAttribute('aria-label')) ?? it.textContent()
}
export const hasFocus = async (it: Locator) => (await it.and(it.page().locator(':focus')).count()) === 1
