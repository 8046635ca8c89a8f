import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from '#server/happenings/send/report.ts'
import { outcomeOf } from './outcome.ts'

const nothing = { sent: 0, withdrawn: 0, refused: [], edited: [], incomplete: 0 }
const somebody = { first_name: null, last_name: 'Berger', subcontractor: null }
const refused = { ...somebody, message: 'nein', isEmpty: false }

test('a report begins with what went and what did not, and that is good or not', () => {
  const outcome = (sending: object) => {
    const { summary, tone } = outcomeOf(reportOf({ ...nothing, ...sending }))
    return [summary, tone]
  }
  assert.deepEqual(outcome({ sent: 2 }), ['2 von 2 Zeiten übermittelt.', 'success'])
  assert.deepEqual(outcome({ sent: 2, refused: [refused] }), [
    '2 von 3 Zeiten übermittelt, 1 abgelehnt.',
    'danger',
  ])
  assert.deepEqual(outcome({ withdrawn: 1, edited: [somebody] }), [
    '1 von 2 Zeiten übermittelt (1 zurückgenommen), 1 währenddessen geändert.',
    'danger',
  ])
  assert.deepEqual(outcome({ incomplete: 1 }), ['Es gibt nichts zu übermitteln.', 'info'])
  assert.equal(outcomeOf(reportOf({ ...nothing, sent: 2 })).problems, '')
  assert.match(outcomeOf(reportOf({ ...nothing, refused: [refused] })).problems, /^Abgelehnt: Berger – nein$/)
  assert.equal(outcomeOf('Die Personalplanung ist nicht zu erreichen.').tone, 'danger')
})
