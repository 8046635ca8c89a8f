import assert from 'node:assert/strict'
import { test } from 'node:test'
import { today } from '#web/ui/date-time/days.ts'
import { isPastFolded } from './list-query.ts'
import { happeningsSearch } from './search.ts'
import { adjacentPeriod, correctedRange, viewRange, weeksInView } from './views.ts'

const asked = (search: Record<string, unknown>) =>
  happeningsSearch({ start: '2026-11-19', end: '2026-11-29', ...search })

test('on a phone what is before today folds, where the list goes by days and holds today', () => {
  assert.equal(isPastFolded(asked({}), '2026-11-22'), true)
  assert.equal(isPastFolded(asked({ start: '', end: '' }), '2026-11-22'), true)
  assert.equal(isPastFolded(asked({}), '2026-11-19'), false)
  assert.equal(isPastFolded(asked({}), '2026-11-30'), false)
  for (const order_by of ['-date', '+name'])
    assert.equal(isPastFolded(asked({ order_by }), '2026-11-22'), false)
})

test('a week begins on Monday, a month shows the days that fill its first and last week', () => {
  assert.deepEqual(viewRange('week', '2026-11-22'), { view: 'week', start: '2026-11-16', end: '2026-11-22' })
  assert.deepEqual(viewRange('month', '2026-11-22'), {
    view: 'month',
    start: '2026-10-26',
    end: '2026-12-06',
  })
  assert.equal(weeksInView('month', '2026-02-10').length, 5)
})

test('an address whose days are no week or month of a calendar leads to the one around them', () => {
  assert.equal(correctedRange(asked({})), undefined)
  for (const view of ['week', 'month'] as const) {
    assert.equal(correctedRange(asked(viewRange(view, '2026-11-22'))), undefined)
    assert.deepEqual(
      correctedRange(asked({ view, start: '2027-03-10', end: '2027-03-12' })),
      viewRange(view, '2027-03-10'),
    )
    // The default range of the list includes today, so the calendar shows the period around today.
    assert.deepEqual(correctedRange(happeningsSearch({ view })), viewRange(view, today()))
  }
})

test('a calendar is turned by a week or by a month, whatever days of its neighbours it shows', () => {
  const month = asked(viewRange('month', '2026-11-22'))
  assert.deepEqual(adjacentPeriod('month', month, 1), viewRange('month', '2026-12-01'))
  assert.deepEqual(adjacentPeriod('month', month, -1), viewRange('month', '2026-10-01'))
  assert.deepEqual(adjacentPeriod('week', asked(viewRange('week', '2026-11-22')), 1), {
    view: 'week',
    start: '2026-11-23',
    end: '2026-11-29',
  })
})
