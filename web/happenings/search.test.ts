import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, today } from '#web/ui/date-time/days.ts'
import { happeningSearch, happeningsSearch } from './search.ts'

test('without a word the list begins three days back and ends seven ahead; an empty day is no bound', () => {
  const { start, end } = happeningsSearch({})
  assert.deepEqual([start, end], [addDays(today(), -3), addDays(today(), 7)])
  assert.equal(happeningsSearch({ start: '' }).start, '')
  assert.deepEqual(happeningSearch({ status: 'x' }), { page: 0, filter: '', status: 'x', order_by: '+name' })
})

test('a day that does not exist is not asked for', () => {
  assert.equal(happeningsSearch({ start: '2026-02-28' }).start, '2026-02-28')
  for (const none of ['2026-02-31', 'heute', '1.2.2026', 7])
    assert.equal(happeningsSearch({ start: none }).start, addDays(today(), -3), String(none))
})
