import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayFromToday, happeningsSearch } from './search.ts'

test('without a word the list begins three days back and ends seven ahead; an empty day is no bound', () => {
  const { start, end } = happeningsSearch({})
  assert.deepEqual([start, end], [dayFromToday(-3), dayFromToday(7)])
  assert.equal(happeningsSearch({ start: '' }).start, '')
})

test('a day that does not exist is not asked for', () => {
  assert.equal(happeningsSearch({ start: '2026-02-28' }).start, '2026-02-28')
  for (const none of ['2026-02-31', 'heute', '1.2.2026', 7])
    assert.equal(happeningsSearch({ start: none }).start, dayFromToday(-3), String(none))
})
