import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standText } from './stand-text.ts'

const at = (text: string) => new Date(text).getTime()

test('how old a copy is, is said in words as long as it is near', () => {
  const now = at('2027-04-03T09:05:00')
  assert.equal(standText(at('2027-04-03T08:32:10'), now), 'Stand: heute, 08:32 Uhr')
  assert.equal(standText(at('2027-04-02T23:59:00'), now), 'Stand: gestern, 23:59 Uhr')
  assert.equal(standText(at('2027-03-30T07:00:00'), now), 'Stand: 30.03.2027, 07:00 Uhr')
})
