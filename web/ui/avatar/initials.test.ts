import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hueOf, initialsOf } from './initials.ts'

test('a name has the same initials in either order, and a username the first letter', () => {
  for (const [name, initials] of [
    ['Lena von Hohenstein', 'LH'],
    ['von Hohenstein, Lena', 'LH'],
    ['Georg Müller-Lüdenscheidt', 'GL'],
    ['Müller-Lüdenscheidt, Georg', 'GL'],
    ['Şahin, Ömer (oemer.sahin)', 'ÖŞ'],
    ['georg', 'G'],
    ['anna.berger', 'AB'],
    ['Technik', 'T'],
    ['𝒜lice', '𝒜'],
    ['', ''],
    ['(…)', ''],
  ] as const)
    assert.equal(initialsOf(name), initials, name)
})

test('people who have come one after the other have colours that differ', () => {
  for (let id = 1; id < 500; id++) {
    const turn = Math.abs(hueOf(id) - hueOf(id + 1))
    assert.ok(Math.min(turn, 360 - turn) > 90)
  }
})
