import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysInWords } from './key-words.ts'

test('keys are called as they are on the keyboard, on that of a Mac by its signs', () => {
  for (const [keys, words, signs] of [
    ['Mod-z', 'Strg+Z', '⌘Z'],
    ['Ctrl-Shift-0', 'Strg+Umschalt+0', '⌃⇧0'],
    ['Alt-Shift-ArrowRight', 'Alt+Umschalt+→', '⌥⇧→'],
    ['Shift-Tab', 'Umschalt+Tab', '⇧Tab'],
    ['F2', 'F2', 'F2'],
  ] as const) {
    assert.equal(keysInWords(keys, false), words)
    assert.equal(keysInWords(keys, true), signs)
  }
})
