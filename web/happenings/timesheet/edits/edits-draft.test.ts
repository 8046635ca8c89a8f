import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShelf, type Storage } from '#web/outbox/shelf.ts'
import { changeEntry, type Edit, settle } from './edits.ts'
import { editsIn } from './edits-draft.ts'
import { anEntry } from './entry.test-data.ts'

test('what the server answers one window takes nothing of what another has just typed into the entry', async () => {
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
  const times = { von_date: '2026-11-21', von_time: '08:15' }
  one.edits.put(changeEntry(one.edits.get(), entry, times))
  await other.records.change('1', (stored) => stored)
  one.edits.put(changeEntry(one.edits.get(), entry, { note: 'Regen' }))
  other.edits.change((edits) =>
    settle(edits, [{ ...entry, ist_von_date: '2026-11-21', ist_von_time: '08:15' }]),
  )
  await new Promise(setImmediate)
  assert.equal(other.edits.get().get(entry.id)?.local.note, 'Regen')
  assert.deepEqual(stored.get('1/draft/times/9/1'), other.edits.get().get(entry.id))
})
