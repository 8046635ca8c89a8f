import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatKeys } from './key-words.ts'

test('keys are called as they are on the keyboard, on that of a Mac by its signs', () => {
  for (const [keys, words, signs] of [
    ['Mod-z', 'Strg+Z', '⌘Z'],
    ['Ctrl-Shift-0', 'Strg+Umschalt+0', '⌃⇧0'],
    ['Alt-Shift-ArrowRight', 'Alt+Umschalt+→', '⌥⇧→'],
    ['Shift-Tab', 'Umschalt+Tab', '⇧Tab'],
    ['F2', 'F2', 'F2'],
  ] as const) {
    assert.equal(formatKeys(keys, false), words)
    assert.equal(formatKeys(keys, true), signs)
  }
})
