import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readName, withoutUnseen } from './typed-name.ts'

const read = (typed: string) => readName(typed, { longest: 20 })

test('a name is kept composed and without white space at its ends', () => {
  assert.deepEqual(read(' Ju\u0308rgen\u00a0'), { name: 'Jürgen' })
  for (const name of ['نامه\u200cها', '👩\u200d🚒', '❤\ufe0f', 'a  b', '東京'])
    assert.deepEqual(read(name), { name })
})

test('a name of nothing that can be seen is none', () => {
  for (const typed of ['', ' \t', '\u200d', '\u200c \ufe0f', '\ufeff']) {
    assert.deepEqual(read(typed), { problem: 'empty' }, JSON.stringify(typed))
  }
})

/** Control, line and direction characters, zero widths, and letters that are drawn as nothing. */
const unseen = [
  ...['\u0000', '\u001b', '\u007f', '\u0085', '\n', '\u2028', '\u2029', '\u00ad', '\u034f', '\u061c'],
  ...['\u115f', '\u180e', '\u200b', '\u200e', '\u202a', '\u202e', '\u2060', '\u2067', '\u2800', '\u3164'],
  ...['\ufeff', '\uffa0', '\ufff9', '\u{e0041}'],
]

test('what cannot be seen is refused in a name that was typed, and dropped from others', () => {
  for (const one of unseen) {
    const said = `U+${one.codePointAt(0)?.toString(16)}`
    assert.deepEqual(read(`An${one}na`), { problem: 'unseen' }, said)
    assert.ok('problem' in read(one), said)
    assert.equal(withoutUnseen(` ${one}An${one}na${one}`), 'Anna', said)
    assert.equal(withoutUnseen(`${one}\u200d ${one}`), '', said)
  }
})

test('a name is as long as it has characters', () => {
  assert.deepEqual(read('🎪'.repeat(20)), { name: '🎪'.repeat(20) })
  assert.deepEqual(read('x'.repeat(21)), { problem: 'long' })
})
