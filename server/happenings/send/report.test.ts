import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from './report.ts'

const none = { sent: 0, withdrawn: 0, refused: [], edited: [], left: 0, incomplete: 0 }
const somebody = { first_name: null, last_name: 'Berger', subcontractor: null }
const refused = { ...somebody, message: 'nein', isEmpty: false }

test('a report begins with what was sent and what was not, and says for programs how it ended', () => {
  const told = (times: object) => {
    const { outcome, result } = reportOf({ ...none, ...times })
    const [summary, ...lines] = result.split('\n')
    return [outcome, summary, lines.length]
  }
  assert.deepEqual(told({ sent: 2 }), ['done', '2 von 2 Zeiten übermittelt.', 0])
  assert.deepEqual(told({ sent: 2, incomplete: 1 }), ['done', '2 von 2 Zeiten übermittelt.', 1])
  assert.deepEqual(told({ sent: 2, refused: [refused] }), [
    'partly',
    '2 von 3 Zeiten übermittelt, 1 abgelehnt.',
    1,
  ])
  assert.deepEqual(told({ withdrawn: 1, edited: [somebody] }), [
    'partly',
    '1 von 2 Zeiten übermittelt (1 zurückgenommen), 1 währenddessen geändert.',
    1,
  ])
  assert.deepEqual(told({ sent: 500, left: 100, why: 'Die Veranstaltung ist im Status „Inaktiv“.' }), [
    'partly',
    '500 von 600 Zeiten übermittelt, 100 nicht mehr gesendet.',
    1,
  ])
  assert.deepEqual(told({ incomplete: 1 }), ['nothing', 'Es gibt nichts zu übermitteln.', 1])
})

test('each further line names somebody whose times were not sent', () => {
  assert.equal(reportOf({ ...none, refused: [refused] }).result.split('\n')[1], 'Abgelehnt: Berger – nein')
})
