import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShelf, type Storage } from '#web/outbox/shelf.ts'
import { changeEntry, type Edit } from './edits.ts'
import { editsIn } from './edits-draft.ts'
import { anEntry } from './entry.test-data.ts'

test('two windows that type into one entry keep what both have typed', async () => {
  const stored = new Map<string, unknown>()
  const storage: Storage = {
    read: async (start) => structuredClone([...stored].filter(([key]) => key.startsWith(start))),
    keys: async () => [...stored.keys()],
    async write(key, value) {
      stored.set(key, structuredClone(value))
      return true
    },
    async change(key, by) {
      const value = by(structuredClone(stored.get(key)))
      stored.set(key, structuredClone(value))
      return { value }
    },
    abandon() {},
    clear: async () => {},
  }
  // Neither has heard of the other yet.
  const open = () => {
    const records = createShelf(storage, { post() {}, listen() {} }).under<Edit>('1/draft/times/9/')
    return { records, edits: editsIn(records) }
  }
  const [one, other] = [open(), open()]
  await Promise.all([one.records.ready, other.records.ready])
  const entry = anEntry()
  one.edits.change((edits) => changeEntry(edits, entry, { von_date: '2026-11-21', von_time: '08:15' }))
  other.edits.change((edits) => changeEntry(edits, entry, { note: 'Regen' }))
  await new Promise(setImmediate)
  const { local } = other.edits.get().get(entry.id) as Edit
  assert.deepEqual(local, { von_date: '2026-11-21', von_time: '08:15', note: 'Regen' })
  assert.deepEqual(stored.get('1/draft/times/9/1'), other.edits.get().get(entry.id))
})
