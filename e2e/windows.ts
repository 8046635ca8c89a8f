// The browser of a file of stories. Its windows end with their story; one that failed leaves evidence.
import { after, afterEach } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launch } from './browser.ts'
import { type Evidence, keep, record } from './evidence.ts'
import { limitPage, PATIENCE } from './patience.ts'

/** Where the browsers of the stories are. */
export const ZONE = 'Europe/Berlin'

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** Every screen is looked at on these two. */
export const devices = [
  { device: 'on a phone', options: phone },
  { device: 'at a desk', options: { viewport: { width: 1280, height: 800 } } },
] as const

export type Options = Omit<BrowserContextOptions, 'serviceWorkers'> & {
  /** Whether the app may have its service worker there. Each new window would fetch all files of the app for it. */
  worker?: boolean
  /** What the browser needs before its first page. */
  prepare?: (context: BrowserContext) => unknown
}

export async function startBrowser() {
  const browser = await launch()
  const windows = new Map<BrowserContext, Evidence>()

  afterEach(async (story) => {
    if ('error' in story && story.error) await keep(story.filePath ?? 'story', story.name, windows)
    const left = [...windows.keys()]
    windows.clear()
    await Promise.all(left.map((context) => context.close()))
  })
  after(() => browser.close())

  /** A window of a browser of its own, in which nobody is signed in yet. */
  async function openWindow({ prepare, worker = false, ...options }: Options = {}): Promise<Page> {
    const context = await browser.newContext({
      locale: 'de-DE',
      timezoneId: ZONE,
      serviceWorkers: worker ? 'allow' : 'block',
      ...options,
    })
    windows.set(context, await record(context))
    context.setDefaultTimeout(PATIENCE)
    context.on('page', limitPage)
    await prepare?.(context)
    return context.newPage()
  }

  return { browser, openWindow }
}
