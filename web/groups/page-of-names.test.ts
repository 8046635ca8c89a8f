import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOfNames } from './page-of-names.ts'

const all = ['Bühne', 'Empfang', 'Groß & Klein', 'Bühne 10', 'Bühne 9']
const ask = (filter: string, order_by = '+name') => pageOfNames(all, { filter, order_by, page: 0 }).names

test('groups are found as users are: without regard to case, accents and ae for ä, by every word', () => {
  assert.deepEqual(ask('buehne'), ['Bühne', 'Bühne 9', 'Bühne 10'])
  assert.deepEqual(ask('10 BUHNE'), ['Bühne 10'])
  assert.deepEqual(ask('gross'), ['Groß & Klein'])
  assert.deepEqual(ask(' '), pageOfNames(all, { filter: '', order_by: '+name', page: 0 }).names)
})

test('a page that is no more is the last one', () => {
  assert.deepEqual(pageOfNames(all, { filter: 'Empfang', order_by: '-name', page: 7 }), {
    names: ['Empfang'],
    pages: 1,
  })
})
