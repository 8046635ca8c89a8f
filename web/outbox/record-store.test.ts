import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecordStore, type StorageBackend } from './record-store.ts'

/** A record store over a storage that the test can fill up: it then refuses every write. */
function start() {
  const stored = new Map<string, unknown>()
  let hasRoom = true
  const storage: StorageBackend = {
    read: async (start) => [...stored].filter(([key]) => key.startsWith(start)),
    keys: async () => [...stored.keys()],
    async write(key, value) {
      if (hasRoom) stored.set(key, value)
      return hasRoom
    },
    async change(key, by) {
      if (!hasRoom) return undefined
      const value = by(stored.get(key))
      stored.set(key, value)
      return { value }
    },
    clear: async () => {},
  }
  const recordStore = createRecordStore(storage, { post() {}, listen() {} })
  return {
    stored,
    recordStore,
    records: recordStore.under<string>('1/'),
    unstored: () => [...recordStore.unstored.get()],
    fill: (isFull: boolean) => (hasRoom = !isFull),
  }
}

test('what the browser does not keep stands in this window, and counts as not kept until it is stored or gone', async () => {
  const { stored, records, unstored, fill } = start()
  fill(true)
  await records.change('a', 'eins')
  await records.change('b', () => 'zwei')
  assert.deepEqual(
    [[...records.get().values()], unstored()],
    [
      ['eins', 'zwei'],
      ['1/a', '1/b'],
    ],
  )
  await records.change('a', undefined)
  assert.deepEqual(unstored(), ['1/b'])
  fill(false)
  await records.change('b', (text) => `${text}!`)
  assert.deepEqual([unstored(), stored.get('1/b')], [[], 'zwei!'])
})
