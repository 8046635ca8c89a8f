import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { doubtAbout, readNumber, typedNumber } from './number-text.ts'

test('a comma or a point parts the decimals; groups of three are understood where there is no doubt', () => {
  for (const [typed, value] of [
    ['', null],
    ['  ', null],
    ['12', 12],
    ['12,5', 12.5],
    ['12.5', 12.5],
    [' 1 234,5 ', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1.234.567', 1_234_567],
    ['−3', -3],
    ['-0', 0],
    ['+4', 4],
    [',5', 0.5],
    ['7,', 7],
    ['0,1', 0.1],
  ] as const)
    assert.deepEqual(readNumber(typed), { value }, typed)
})

test('what is no number is explained', () => {
  for (const typed of [
    'zwölf',
    '1,2,3',
    '1.2.3',
    '1e5',
    '12 kg',
    '-',
    ',',
    '0x10',
    'NaN',
    'Infinity',
    '1.23,4',
  ])
    assert.ok('problem' in readNumber(typed), typed)
  assert.deepEqual(readNumber('1234567890123456'), { problem: 'Eine Zahl hat hier höchstens 15 Ziffern.' })
})

test('one thousand five hundred with a point is told how it is read', () => {
  assert.equal(doubtAbout('1.500'), 'Gelesen als 1,5, nicht als 1500. Tausend schreiben Sie hier ohne Punkt.')
  assert.match(doubtAbout('-1.234') ?? '', /^Gelesen als -1,234, nicht als -1234/)
  for (const sure of ['1500', '1.234,5', '1,500', '0.500', '1.5', '1.5000', ''])
    assert.equal(doubtAbout(sure), undefined)
})

test('a number shown for typing reads back as itself', () => {
  assert.equal(typedNumber(1234.5), '1234,5')
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 3 }), (whole, places) => {
      const value = whole / 10 ** places
      assert.deepEqual(readNumber(typedNumber(value)), { value: value || 0 })
    }),
  )
})
