// The limits of what a story waits for. Playwright has none for presses of keys, for scripts in a page and for routes.
import type { Page } from 'playwright-core'

/** Timeout in ms, for slow machines. */
export const PATIENCE = 30_000

/** Fails with this sentence when the promise is not settled in time. */
export async function within<T>(promise: Promise<T>, missing: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${missing} (after ${PATIENCE / 1000} s)`)), PATIENCE)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** A promise that a test resolves and waits for. `missing` is the error if it is not resolved in time. */
export function moment<T = void>(missing: string) {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { resolve, wait: () => within(promise, missing) }
}

/** Adds a time limit to those calls of a page that have none. The error names the call and its arguments. */
export function limitPage(page: Page) {
  for (const [name, device] of Object.entries({
    keyboard: page.keyboard,
    mouse: page.mouse,
    touchscreen: page.touchscreen,
  }))
    limit(device, name, methodsOf(device))
  limit(page, 'page', ['evaluate', 'route', 'unroute', 'bringToFront', 'screenshot'])
  const route = page.route.bind(page)
  page.route = async (...args) => {
    const set = await route(...args)
    // The route takes effect in the page a moment later: requests before that would bypass it.
    await page.evaluate('0').catch(() => {})
    return set
  }
}

type Method = (...args: unknown[]) => Promise<unknown>

const methodsOf = (device: object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(device)).filter(
    (name) => /^[a-z]/.test(name) && name !== 'constructor',
  )

function limit(object: object, name: string, methods: string[]) {
  const calls = object as Record<string, Method>
  for (const method of methods) {
    const call = calls[method]?.bind(object)
    if (call)
      calls[method] = (...args) =>
        within(call(...args), `${name}.${method}(${summary(args[0])}) was not done`)
  }
}

const summary = (arg: unknown) => String(arg).split('\n')[0]?.slice(0, 80)
