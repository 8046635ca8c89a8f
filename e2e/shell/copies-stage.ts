// What a browser keeps to be read without a network, as stories look at it: in the database itself.
import { hashKey } from '@tanstack/react-query'
import type { Page } from 'playwright-core'
import { until } from '#server/testing/until.ts'

/** With a service worker that has all its files: from then on what is read is kept. */
export const hasWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

/** Whose copies there are, how many, how large they say they are; and whether one of them has this key. */
export const copiesIn = (page: Page, key = '') =>
  page.evaluate(async (key) => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const nothing = { owner: undefined, copies: 0, bytes: 0, isKept: false }
    const request = indexedDB.open('kontor-copies')
    // Looking makes none.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    const database = await result(request).catch(() => undefined)
    if (!database) return nothing
    database.addEventListener('versionchange', () => database.close())
    const at = (name: string) => database.transaction(name).objectStore(name)
    try {
      const owner = await result(
        at('owner').get('owner') as IDBRequest<{ user_id: number; name: CryptoKey } | undefined>,
      )
      const ages = await result(at('ages').getAll() as IDBRequest<{ size: number }[]>)
      const names = await result(at('copies').getAllKeys())
      const signed = owner && (await crypto.subtle.sign('HMAC', owner.name, new TextEncoder().encode(key)))
      const name = Array.from(new Uint8Array(signed ?? []), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('')
      return {
        owner: owner?.user_id,
        copies: names.length,
        bytes: ages.reduce((sum, { size }) => sum + size, 0),
        isKept: names.includes(name),
      }
    } catch {
      // It has just gone.
      return nothing
    } finally {
      database.close()
    }
  }, key)

/** `key`: of a query, or the path of an image. */
export const untilKept = async (page: Page, key: string | readonly unknown[]) => {
  const text = typeof key === 'string' ? key : hashKey(key)
  await until(async () => (await copiesIn(page, text)).isKept, `${text} is kept on the device`)
}

/** The names of all databases there are. */
export const databasesIn = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
