import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveOut, type Never } from './vite.leave-out.ts'

const left = (code: string, facts: Partial<Never>) => leaveOut(code, { is: {}, ...facts }, 'a script')

test('a fact is written wherever its name is read', () => {
  const is = {
    isOld: 'false',
    '.old': 'null',
    'findOld()': '$1',
    'Way.log': 'undefined',
    '.#kept.clear()': 'undefined',
  }
  assert.equal(left('if (isOld) a()', { is: { isOld: 'false' } }), 'if ((false)) a()')
  assert.equal(
    left('b(isOld, c.old, findOld(d), Way.log); this.#kept.clear()', { is }),
    'b((false), (null), (d), (undefined)); (undefined)',
  )
})

test('where something else has the name, or the name gets its value, it stays', () => {
  const code = 'var isOld = a; isOld = b; c.isOld; ({ isOld: d }); function e(isOld) {}'
  assert.equal(left(`${code} f(isOld)`, { is: { isOld: 'false' } }), `${code} f((false))`)
})

test('a kind that is never there loses its cases, and what they declare for others stays declared', () => {
  assert.equal(
    left('switch (a.tag) { case 3: b(); break; case 30: var c = d; break; case 4: c = 1 }', {
      kinds: { OLD: 30 },
    }),
    'switch (a.tag) { case 3: b(); break; case (NaN): var c; case 4: c = 1 }',
  )
  assert.equal(
    left('if (30 === a.tag || b.tag !== 30) c()', { kinds: { OLD: 30 } }),
    'if (false || true) c()',
  )
  assert.equal(
    left('switch (type) { case OLD: a(); break; default: b() }', { kinds: { OLD: 30 } }),
    'switch (type) {  default: b() }',
  )
})

test('a case that another one comes down into keeps what it does', () => {
  assert.equal(
    left('switch (a.tag) { case 3: b(); case 30: c() }', { kinds: { OLD: 30 } }),
    'switch (a.tag) { case 3: b(); case (NaN): c() }',
  )
})

test('what is never made, and what nobody calls, is gone', () => {
  assert.equal(
    left('function Old() {} Old.prototype.a = function () {}; b = new Old()', { makers: ['Old'] }),
    ' 0, function () {}; b = (null)',
  )
  assert.equal(
    left('class A { old() { b() } }; c = { old: d, e }', { methods: ['old'] }),
    'class A {  }; c = { ...{}, e }',
  )
})

test('of a list of names those are left that we say', () => {
  assert.equal(
    left("var units = new Set('opacity msFlexNegative'.split(' '))", { lists: ['units'] }),
    'var units = new Set("opacity".split(\' \'))',
  )
  assert.equal(
    left("var names = new Map([['strokeWidth', 'a'], ['xHeight', 'b']])", { lists: ['names'] }),
    "var names = new Map([['strokeWidth', 'a']])",
  )
})

test('a fact that the script does not know any more ends the build', () => {
  assert.throws(() => left('a()', { is: { isOld: 'false' } }), /a script does not know isOld any more/)
  assert.throws(() => left('a()', { kinds: { OLD: 30 } }), /OLD/)
  assert.throws(() => left('a()', { makers: ['Old'], methods: ['old'], lists: ['units'] }), /Old,old,units/)
})
