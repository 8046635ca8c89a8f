import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from '#server/happenings/send/report.ts'
import { problemTone, splitReport } from './sent-report.ts'

const none = { sent: 0, withdrawn: 0, refused: [], edited: [], incomplete: 0, left: 0 }
const refused = {
  first_name: null,
  last_name: 'Berger',
  subcontractor: null,
  message: 'nein',
  isEmpty: false,
}

test('what was sent is good, what was refused is not, and nothing is neither', () => {
  const told = (times: object) => {
    const { tone, problems } = splitReport(reportOf({ ...none, ...times }))
    return [tone, problems]
  }
  assert.deepEqual(told({ sent: 2 }), ['success', ''])
  assert.deepEqual(told({ sent: 2, refused: [refused] }), ['danger', 'Abgelehnt: Berger – nein'])
  assert.deepEqual(told({ incomplete: 1 }), ['info', 'Bei einem Eintrag fehlte Beginn oder Ende.'])
  assert.equal(splitReport({ outcome: 'failed', result: 'Die Planung antwortet nicht.' }).tone, 'danger')
})

test('of a result whose outcome is not known the screen says neither that it went well nor that it did not', () => {
  const told = splitReport({ outcome: null, result: '1 von 2 Zeiten übermittelt, 1 abgelehnt.' })
  assert.deepEqual(told, { summary: '1 von 2 Zeiten übermittelt, 1 abgelehnt.', problems: '', tone: 'info' })
})

test('what is left of a sending that went well is said as something to know, not as a success', () => {
  const { tone, problems } = splitReport(reportOf({ ...none, sent: 1, incomplete: 1 }))
  assert.deepEqual([tone, problems], ['success', 'Bei einem Eintrag fehlte Beginn oder Ende.'])
  assert.equal(problemTone(tone), 'info')
  assert.equal(problemTone('danger'), 'danger')
})
