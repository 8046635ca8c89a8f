import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesAtOnce } from './times-at-once.ts'
import { isSerial, type State } from './times-model.ts'

test('two leads, an administrator and syncs at once leave what some order of them would have left', async () => {
  const { histories, refused } = await timesAtOnce(60, 20_261_121)
  assert.ok(histories >= 60 && refused > 20)
})

test('a lost update, a time that vanishes and a wrong answer are noticed', () => {
  const entry = { last_name: 'one', soll_von: '', ist_von: null, ist_bis: null, revision: 0 }
  const start: State = {
    name: '',
    status: 'Aktiv',
    hasPart: true,
    recorders: ['anna'],
    entries: { one: entry },
  }
  const record = (times: object) =>
    ({ kind: 'record', by: 'anna', isAdmin: false, entry: 'one', times }) as const
  const steps = [
    { step: record({ ist_von: 'a' }), accepted: true },
    { step: record({ ist_bis: 'b' }), accepted: true },
  ]
  const ends = (one: object) =>
    isSerial(
      start,
      steps,
      undefined,
      (state) => JSON.stringify(state?.entries['one']) === JSON.stringify(one),
    )
  assert.ok(ends({ ...entry, ist_von: 'a', ist_bis: 'b', revision: 2 }))
  assert.ok(!ends({ ...entry, ist_bis: 'b', revision: 2 }))
  assert.ok(!isSerial(start, [{ step: record({}), accepted: false }], undefined, () => true))
})
