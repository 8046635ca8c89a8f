import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctSpelling } from './spelled-alike.ts'

const texts = [
  'Beide Klaviere sind gestimmt.',
  'Klavierbank',
  'Großmann, Greta',
  'Die Bühne',
  'Die Bühne ist frei.',
]
const alike = (...words: string[]) => correctSpelling(words, texts)

test('a word is proposed as it is spelt, with a letter missing, too many, another or swapped', () => {
  assert.equal(alike('klavire'), 'klaviere')
  assert.equal(alike('klaveire'), 'klaviere')
  assert.equal(alike('bühme'), 'bühne')
  assert.equal(alike('grossmnan'), undefined, 'two letters away and ß')
  assert.equal(alike('großmnan'), 'großmann')
})

test('words that are there stay, and nothing is proposed for one that resembles none', () => {
  assert.equal(alike('klavire', 'bühn'), 'klaviere bühn')
  assert.equal(alike('klavire', 'xylophon'), undefined)
  assert.equal(alike('uie'), undefined, 'a short word resembles too many')
})
