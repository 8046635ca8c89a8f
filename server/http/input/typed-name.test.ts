import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readName, stripInvisible } from './typed-name.ts'

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

/**
 * Control characters, line separators, direction marks, zero-width characters, and letters without a visible glyph.
 */
const unseen = [
  0x0000, 0x001b, 0x007f, 0x0085, 0x000a, 0x2028, 0x2029, 0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b,
  0x200e, 0x202a, 0x202e, 0x2060, 0x2067, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xe0041,
].map((code) => String.fromCodePoint(code))

test('what cannot be seen is refused in a name that was typed, and dropped from others', () => {
  for (const one of unseen) {
    const said = `U+${one.codePointAt(0)?.toString(16)}`
    assert.deepEqual(read(`An${one}na`), { problem: 'unseen' }, said)
    assert.ok('problem' in read(one), said)
    assert.equal(stripInvisible(` ${one}An${one}na${one}`), 'Anna', said)
    assert.equal(stripInvisible(`${one}\u200d ${one}`), '', said)
  }
})

test('a name is as long as it has characters', () => {
  assert.deepEqual(read('🎪'.repeat(20)), { name: '🎪'.repeat(20) })
  assert.deepEqual(read('x'.repeat(21)), { problem: 'long' })
})
