import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesAtOnce } from './times-at-once.ts'
import { isSerial, type State } from './times-model.ts'

test('two leads, an administrator and syncs at once leave what some order of them would have left', async () => {
  const { histories, refused, disputed } = await timesAtOnce(30, 20_261_121)
  assert.ok(histories >= 30 && refused > 10 && disputed > 0, `${disputed} disputed`)
})

test('a lost update, a time that vanishes and a wrong answer are noticed', () => {
  const times = { ist_von: null, ist_bis: null }
  const entry = { last_name: 'one', soll_von: '', ...times, revision: 0, imports: 0, states: { 0: times } }
  const start: State = {
    name: '',
    status: 'Aktiv',
    hasPart: true,
    recorders: ['anna'],
    entries: { one: entry },
  }
  const record = (times: object, seen?: { seen: number }) =>
    ({ kind: 'record', by: 'anna', isAdmin: false, entry: 'one', times, ...seen }) as const
  const steps = [
    { step: record({ ist_von: 'a' }), accepted: true },
    { step: record({ ist_bis: 'b' }), accepted: true },
  ]
  const ends = (one: object) =>
    isSerial(
      start,
      steps,
      undefined,
      (state) =>
        JSON.stringify({ ...state?.entries['one'], states: {} }) === JSON.stringify({ ...one, states: {} }),
    )
  assert.ok(ends({ ...entry, ist_von: 'a', ist_bis: 'b', revision: 2 }))
  assert.ok(!ends({ ...entry, ist_bis: 'b', revision: 2 }))
  assert.ok(!isSerial(start, [{ step: record({}), accepted: false }], undefined, () => true))
  const two = ['a', 'b'].map((ist_von) => ({ step: record({ ist_von }, { seen: 0 }), accepted: true }))
  assert.ok(!isSerial(start, two, undefined, () => true))
})
