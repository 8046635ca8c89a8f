// The page of all components, built by `bin/build.ts --kit` and served under the product's strict answer headers.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launch } from '../browser.ts'
import { PATIENCE } from '../stage.ts'
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
    return { context, page, complaints }
  }

  /** Runs a story on a fresh page; whatever the console complains about fails it. */
  async function onPage(options: BrowserContextOptions, story: (page: Page) => Promise<void>, clock = false) {
    const { context, page, complaints } = await open(options, clock)
    try {
      await story(page)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  }

  const shared = new Map<boolean, Awaited<ReturnType<typeof open>>>()

  /**
   * The same at a desk on one page for many stories, each with widgets of its own; one that fails leaves no page
   * behind.
   */
  async function onSamePage(story: (page: Page) => Promise<void>, clock = false) {
    const opened = shared.get(clock) ?? (await open(desk, clock))
    shared.delete(clock)
    try {
      await story(opened.page)
      assert.deepEqual(opened.complaints, [])
    } catch (error) {
      await opened.context.close()
      throw error
    }
    shared.set(clock, opened)
  }

  return { onPage, onSamePage }
}

/** The name of what has the focus. */
export const focused = async (page: Page) => {
  const it = page.locator(':focus')
  return (await it.getAttribute('aria-label')) ?? it.textContent()
}
export const hasFocus = async (it: Locator) => (await it.and(it.page().locator(':focus')).count()) === 1
