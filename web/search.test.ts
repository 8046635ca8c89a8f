import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneOf, order } from './search.ts'

test('a list is ordered by the fields that it has; another order is repaired', () => {
  const by = (value: unknown) => order(value, '+name', ['name', 'date'])
  assert.deepEqual(['+date', '-date', ' date', 'date'].map(by), ['+date', '-date', '+date', '+date'])
  for (const unknown of ['foo', '+', '--date', '+date,name', undefined, 7]) assert.equal(by(unknown), '+name')
})

test('a filter that does not exist is none', () => {
  const status = (value: unknown) => oneOf(value, ['Aktiv', 'Inaktiv'])
  assert.deepEqual(['Aktiv', 'bar', 'Alle', null].map(status), ['Aktiv', '', '', ''])
})
