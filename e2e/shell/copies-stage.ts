// Looks into the browser's cache of answers that are read without a network.
import type { Page } from 'playwright-core'
import { until } from '#server/testing/until.ts'

export const ANSWERS = 'answers'

/** Waits until the service worker is active: from then on it keeps copies of answers. */
export const hasWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

/** The owner of the copies, and their addresses. */
export const copiesIn = (page: Page) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return { owner: undefined, addresses: [] }
    const cache = await caches.open(name)
    const person = await cache.match('/users/current/')
    const addresses = (await cache.keys()).map(({ url }) => url.replace(location.origin, ''))
    return { owner: person && Number(person.headers.get('kontor-user')), addresses }
  }, ANSWERS)

/** An address that ends with `?` matches with any query. */
export const isKept = async (page: Page, address: string) =>
  (await copiesIn(page)).addresses.some(
    (one) => one === address || (address.endsWith('?') && one.startsWith(address)),
  )

export const untilKept = (page: Page, address: string) =>
  until(() => isKept(page, address), `${address} is kept on the device`)

/** Changes the age (ms) and the recorded size of a copy. */
export const age = (page: Page, address: string, ms: number, bytes = 1) =>
  page.evaluate(
    async ([name, address, at, bytes]) => {
      const cache = await caches.open(name)
      const before = (await cache.match(address)) ?? new Response('{}')
      const headers = new Headers(before.headers)
      headers.set('kontor-kept-at', at)
      const key = new Request(address, { headers: { 'kontor-kept-at': at, 'kontor-size': bytes } })
      await cache.put(key, new Response(await before.arrayBuffer(), { headers }))
    },
    [ANSWERS, address, String(Date.now() - ms), String(bytes)] as const,
  )
