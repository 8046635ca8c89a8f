// The browser of a test file. Windows end with their test; failed tests leave evidence.
import { after, afterEach } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launch } from './browser.ts'
import { type Evidence, keep, record } from './evidence.ts'
import { limitPage, PATIENCE } from './patience.ts'

/** Time zone of all browsers. */
export const ZONE = 'Europe/Berlin'

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export type Options = Omit<BrowserContextOptions, 'serviceWorkers'> & {
  /** Enables the service worker. Each new window would fetch all files for it. */
  worker?: boolean
  /** Runs before the first page. */
  prepare?: (context: BrowserContext) => unknown
}

export async function startBrowser() {
  const browser = await launch()
  const windows = new Map<BrowserContext, Evidence>()
  const { lend, takeBack } = createContextPool()

  afterEach(async (story) => {
    const hasFailed = 'error' in story && story.error
    if (hasFailed) await keep(story.filePath ?? 'story', story.name, windows)
    const left = [...windows]
    windows.clear()
    await Promise.all(
      left.map(async ([context, evidence]) => {
        if (hasFailed || !(await takeBack(context, evidence))) await context.close()
      }),
    )
  })
  after(() => browser.close())

  /** Opens a window in a browser context of its own, in which nobody is signed in. */
  async function openWindow({ prepare, worker = false, ...options }: Options = {}): Promise<Page> {
    const open = async () => {
      const context = await browser.newContext({
        locale: 'de-DE',
        timezoneId: ZONE,
        serviceWorkers: worker ? 'allow' : 'block',
        // Animations would cost 15 % of a test: every frame is rendered, and presses wait for the end.
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(PATIENCE)
      context.on('page', limitPage)
      return { context, evidence: await record(context) }
    }
    const { context, evidence } =
      worker && !prepare ? await lend(JSON.stringify(options), open) : await open()
    windows.set(context, evidence)
    await prepare?.(context)
    return context.newPage()
  }

  return { browser, openWindow }
}

type Device = { context: BrowserContext; evidence: Evidence }

/**
 * Browser contexts with an active service worker, to be reused, because fetching all files of the app takes
 * longer than a test. They are emptied in between, except for these files.
 */
function createContextPool() {
  const free = new Map<string, Device>()
  const lent = new Map<BrowserContext, string>()

  async function lend(options: string, open: () => Promise<Device>): Promise<Device> {
    const device = free.get(options) ?? (await open())
    free.delete(options)
    lent.set(device.context, options)
    return device
  }

  /** Returns false if the context was not lent from here, or another one with the same options is free. */
  async function takeBack(context: BrowserContext, evidence: Evidence): Promise<boolean> {
    const options = lent.get(context)
    lent.delete(context)
    if (options === undefined || free.has(options)) return false
    free.set(options, { context, evidence })
    await empty(context)
    evidence.console.length = 0
    return true
  }

  return { lend, takeBack }
}

async function empty(context: BrowserContext) {
  const origins = new Set(context.pages().map((page) => new URL(page.url()).origin))
  await Promise.all(context.pages().map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  for (const origin of origins)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  await page.close()
}
