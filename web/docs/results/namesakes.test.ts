import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesakesAmong } from './namesakes.ts'

test('who bears the same name as another one is named by it once, the others not at all', () => {
  const people = ['Berger, Anna', 'Groß, Frieda', 'Berger, Anna', 'Berger, Anna', 'anna']
  assert.deepEqual([...namesakesAmong(people.map((display_name) => ({ display_name })))], ['Berger, Anna'])
  assert.equal(namesakesAmong([]).size, 0)
})
