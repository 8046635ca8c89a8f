import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualPlan } from './ends.ts'
import { anEntry } from './entry.test-data.ts'

test('the usual plan is what most of a team have, of each end by itself', () => {
  const planned = (soll_von_time: string | null, soll_bis_time: string | null) =>
    anEntry({ soll_von_time, soll_bis_time })
  const team = [
    planned('13:00:00', '22:00:00'),
    planned('14:00:00', '22:30:00'),
    planned('13:00:00', '22:30:00'),
    planned(null, null),
    planned(null, null),
    planned(null, null),
  ]
  assert.deepEqual(usualPlan(team), { von: '13:00:00', bis: '22:30:00' })
  assert.deepEqual(usualPlan([planned(null, null)]), { von: null, bis: null })
})
