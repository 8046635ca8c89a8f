import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '#server/http/errors.ts'
import { checkWindow } from './window.ts'

const missing = 'Bitte ein Start- und Enddatum angeben.'
const reversed = 'Das Startdatum muss vor dem Enddatum liegen.'
const tooLong = 'Der Zeitraum muss kleiner als 14 Tage sein.'
const noForm = 'Bitte ein Datum in der Form 2026-11-21 angeben.'
const noDay = 'Dieses Datum gibt es nicht.'

const windows: [start: string | null, end: string | null, sentence?: string, field?: string][] = [
  ['2026-11-21', '2026-11-21'],
  ['2026-11-21', '2026-11-28'],
  ['2026-11-21', '2026-12-04'],
  ['2026-11-21', '2026-12-05', tooLong, 'end_date'],
  ['2026-11-22', '2026-11-21', reversed, 'start_date'],
  [null, '2026-11-21', missing, 'start_date'],
  ['2026-11-21', '', missing, 'end_date'],
  [null, null, missing, 'start_date'],
  ['2026-02-30', '2026-03-01', noDay, 'start_date'],
  ['2026-02-28', '2026-02-29', noDay, 'end_date'],
  ['21.11.2026', '2026-11-22', noForm, 'start_date'],
  ['2026-11-21', '20261122', noForm, 'end_date'],
  // The length is counted in calendar days, also across a change of the clocks.
  ['2026-10-20', '2026-11-02'],
  ['2026-03-22', '2026-04-05', tooLong, 'end_date'],
  ['2026-12-31', '2027-01-13'],
]
for (const [start_date, end_date, sentence, field] of windows) {
  test(`from ${start_date} to ${end_date}: ${sentence ?? 'may be synchronised'}`, () => {
    const check = () => checkWindow({ start_date, end_date }, 'body')
    if (sentence === undefined) assert.deepEqual(check(), { start_date, end_date })
    else
      assert.throws(check, (error: unknown) => {
        assert.ok(error instanceof Refused)
        assert.deepEqual(error.problems, [{ loc: ['body', field], msg: sentence, type: 'value_error' }])
        return true
      })
  })
}
