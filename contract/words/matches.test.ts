import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, findWordStartMatches, highlightsOf, matchesAllWords, searchWordsOf } from './matches.ts'

const found = (text: string, filter: string) =>
  findWordStartMatches(text, searchWordsOf(filter)).map(({ from, to }) => text.slice(from, to))

test('a word is found by its beginning, in whatever case and spelling', () => {
  assert.deepEqual(found('Frau Müller und Herr Mueller am Gemüllberg', 'muell'), ['Müll', 'Muell'])
  assert.deepEqual(found('Die Straße nach STRASSBURG', 'strass'), ['Straß', 'STRASS'])
  assert.deepEqual(found('Café, Cafeteria', 'café'), ['Café', 'Cafe'])
})

test('signs between words part them, and a sign of two units counts as one', () => {
  assert.deepEqual(found('🎹Klavier/„Klavierbank“', 'klavier bank'), ['Klavier', 'Klavier'])
  assert.deepEqual(searchWordsOf('  „Tor“ tor, eingang!'), ['eingang', 'tor'])
})

test('nothing is found where nothing is asked for', () => {
  assert.deepEqual(found('Alles', ' … '), [])
})

test('words stand in a text where each begins a word of it, or the longest is long enough to stand inside of one', () => {
  const isIn = (text: string, filter: string) => matchesAllWords(text, searchWordsOf(filter))
  assert.ok(isIn('Der Konzertflügel kommt um acht', 'acht konz'))
  assert.ok(isIn('Der Konzertflügel kommt um acht', 'fluegel um'))
  assert.ok(!isIn('Der Konzertflügel kommt um acht', 'flügel neun'))
  assert.ok(!isIn('Der Konzertflügel kommt', 'zer'))
})

test('an excerpt shows whole words around the place', () => {
  const text = `${'Vorher steht viel. '.repeat(10)}Der Feuerlöscher hängt links neben der Tür. ${'Danach auch. '.repeat(10)}`
  const excerpt = excerptOf(text, ['feuer'], 30)
  assert.equal(excerpt, '… viel. Vorher steht viel. Der Feuerlöscher hängt links neben der …')
  assert.equal(excerptOf('Kurz und gut', ['gut']), 'Kurz und gut')
})

test('a word that begins no other is marked inside of them, and its neighbour where that begins one', () => {
  const marked = (text: string, filter: string) =>
    highlightsOf(text, searchWordsOf(filter)).map(({ from, to }) => text.slice(from, to))
  assert.deepEqual(marked('Der Konzertflügel kommt', 'fluegel'), ['flügel'])
  assert.deepEqual(marked('Flügel und Konzertflügel', 'flügel'), ['Flügel'])
  assert.deepEqual(marked('Der Konzertflügel kommt', 'flug kommt'), ['flüg', 'kommt'])
  assert.equal(
    excerptOf(`${'Vorher steht viel. '.repeat(5)}Der Konzertflügel`, ['fluegel'], 20),
    '… viel. Der Konzertflügel',
  )
})
