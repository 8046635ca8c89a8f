import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageText } from './age-text.ts'

process.env['TZ'] = 'Europe/Berlin'
const at = (text: string) => new Date(text).getTime()

test('how old a copy is, is said in words as long as it is near', () => {
  const now = '2027-04-03'
  assert.equal(ageText(at('2027-04-03T08:32:10'), now), 'Stand: heute, 08:32 Uhr')
  assert.equal(ageText(at('2027-04-02T23:59:00'), now), 'Stand: gestern, 23:59 Uhr')
  assert.equal(ageText(at('2027-03-30T07:00:00'), now), 'Stand: 30.03.2027, 07:00 Uhr')
})

test('yesterday is the day before, also where the clocks were changed in between', () => {
  assert.equal(ageText(at('2027-03-28T14:00:00'), '2027-03-29'), 'Stand: gestern, 14:00 Uhr')
  assert.equal(ageText(at('2027-03-27T14:00:00'), '2027-03-29'), 'Stand: 27.03.2027, 14:00 Uhr')
  assert.equal(ageText(at('2027-10-30T14:00:00'), '2027-10-31'), 'Stand: gestern, 14:00 Uhr')
})
