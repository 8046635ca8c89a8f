import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseChoice, parseFilterText, parseOrderParam, parsePageNumber } from './search.ts'

test('a list is ordered by the fields that it has; another order is repaired', () => {
  const by = (value: unknown) => parseOrderParam(value, '+name', ['name', 'date'])
  assert.deepEqual(['+date', '-date', ' date', 'date'].map(by), ['+date', '-date', '+date', '+date'])
  for (const unknown of ['foo', '+', '--date', '+date,name', undefined, 7]) assert.equal(by(unknown), '+name')
})

test('a filter that does not exist is none', () => {
  const status = (value: unknown) => parseChoice(value, ['Aktiv', 'Inaktiv'])
  assert.deepEqual(['Aktiv', 'bar', 'Alle', null].map(status), ['Aktiv', '', '', ''])
})

test('an address from elsewhere asks for nothing that the server would refuse', () => {
  assert.equal(parseFilterText('a'.repeat(300)).length, 200)
  assert.equal(parseFilterText(`${'a'.repeat(199)}🎪`).isWellFormed(), true)
  assert.deepEqual(['7', '-1', '1.5', '2000000000', 'x'].map(parsePageNumber), [7, 0, 0, 0, 0])
})
