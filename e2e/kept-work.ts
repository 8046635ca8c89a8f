// Reads drafts and queued calls directly from the browser's storage.
import type { Page } from 'playwright-core'

/** Maps and sets are given as arrays of entries, because arguments of `evaluate` cannot contain them. */
export type Kept = [key: string, value: unknown, as?: 'map' | 'set']

export const keptKeys = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('kontor', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('kept'))
    await new Promise((done) => request.addEventListener('success', done))
    const keys = request.result.transaction('kept').objectStore('kept').getAllKeys()
    await new Promise((done) => keys.addEventListener('success', done))
    request.result.close()
    return keys.result.map(String)
  })

export const keep = (page: Page, ...records: Kept[]) =>
  page.evaluate(async (records) => {
    const request = indexedDB.open('kontor', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('kept'))
    await new Promise((done) => request.addEventListener('success', done))
    const transaction = request.result.transaction('kept', 'readwrite')
    for (const [key, value, as] of records) {
      const entries = value as [unknown, unknown][]
      const made = as === 'map' ? new Map(entries) : as === 'set' ? new Set(entries) : value
      transaction.objectStore('kept').put(made, key)
    }
    await new Promise((done) => transaction.addEventListener('complete', done))
    request.result.close()
  }, records)

/** Reads without end, so that no write is stored before the page is gone. */
export const keepReading = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('kontor', 1)
    await new Promise((done) => request.addEventListener('success', done))
    const records = request.result.transaction('kept').objectStore('kept')
    const readOn = () => records.count().addEventListener('success', readOn)
    readOn()
  })

/** Left in localStorage by pages that have ended. */
export const spilledKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('page-end/')))
