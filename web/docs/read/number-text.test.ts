import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatNumber } from '#web/ui/format.ts'
import { explainNumber, formatForEditing, parseNumber } from './number-text.ts'

const valueOf = (typed: string) => {
  const read = parseNumber(typed)
  return 'value' in read ? read.value : read.problem
}

test('a number is read as it is written in German; groups of three digits are thousands', () => {
  for (const [typed, value] of [
    ['', null],
    ['  ', null],
    ['12', 12],
    ['12,5', 12.5],
    ['1.500', 1_500],
    ['-1.500', -1_500],
    ['12.345', 12_345],
    ['1.234.567', 1_234_567],
    ['12.345,6', 12_345.6],
    ['1.500,', 1_500],
    ['1.234.567,89', 1_234_567.89],
    [' 1 234,5 ', 1_234.5],
    ['1\u00a0500', 1_500],
    ['1\u202f234\u202f567,5', 1_234_567.5],
    ['1\u2009500', 1_500],
    ["1'500", 1_500],
    ['1’500.000’000', 'Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.'],
    ['1’500’000,25', 1_500_000.25],
    ['1,500', 1.5],
    ['−3', -3],
    ['-0', 0],
    ['+4', 4],
    [',5', 0.5],
    ['7,', 7],
    ['0,1', 0.1],
    ['007', 7],
  ] as const)
    assert.equal(valueOf(typed), value, typed)
})

test('a point that cannot part thousands parts the decimals, as on other keyboards', () => {
  for (const [typed, value] of [
    ['12.5', 12.5],
    ['.5', 0.5],
    ['0.500', 0.5],
    ['1.2345', 1.2345],
    ['1234.567', 1_234.567],
    ['1,234.5', 1_234.5],
    ['1,234,567', 1_234_567],
    ['1,234,567.8', 1_234_567.8],
  ] as const)
    assert.equal(valueOf(typed), value, typed)
})

test('a currency or a percent sign around a number says nothing about it', () => {
  for (const [typed, value] of [
    ['3 €', 3],
    ['3€', 3],
    ['€ 3', 3],
    ['-€ 3', -3],
    ['1.500,00 €', 1_500],
    ['12,50 EUR', 12.5],
    ['10 %', 10],
    ['10%', 10],
  ] as const)
    assert.equal(valueOf(typed), value, typed)
})

test('what is no number is explained, two cells of a table and crooked groups among it', () => {
  for (const typed of [
    'zwölf',
    '1,2,3',
    '1.2.3',
    '1e5',
    '12 kg',
    '-',
    ',',
    '€',
    '%',
    '0x10',
    'NaN',
    'Infinity',
    '1.23,4',
    '12 34',
    '1 50',
    '12\t345',
    '12\n345',
    '1.234 567',
    '1.50.000',
    '0.123.456',
    '1.500.',
    '٣',
  ])
    assert.ok('problem' in parseNumber(typed), typed)
})

test('what a number cannot hold, or would not be shown, is refused', () => {
  const tooLong = { problem: 'Eine Zahl hat hier höchstens 15 Ziffern.' }
  for (const typed of [
    '1234567890123456',
    '9007199254740993',
    '1.234.567.890.123.456',
    '0,1234567890123456',
    '123456789012345,6',
    `0,${'0'.repeat(30)}1`,
    `0,${'0'.repeat(400)}1`,
  ])
    assert.deepEqual(parseNumber(typed), tooLong, typed)
  assert.equal(valueOf('123456789012345'), 123_456_789_012_345)
  assert.equal(valueOf('0,000000000012345'), 0.000000000012345)
})

test('where two readings are usual the other one is offered, whichever was taken', () => {
  assert.deepEqual(explainNumber('1.500'), { text: 'Gelesen als 1500', other: 1.5 })
  assert.deepEqual(explainNumber('-12.345'), { text: 'Gelesen als -12345', other: -12.345 })
  assert.deepEqual(explainNumber('1.500 €'), { text: 'Gelesen als 1500', other: 1.5 })
  assert.deepEqual(explainNumber('1234.567'), { text: 'Gelesen als 1234,567', other: 1_234_567 })
})

test('what is read is said as long as it is written otherwise than typed', () => {
  for (const [typed, text] of [
    ['1 500', 'Gelesen als 1.500'],
    ['12.5', 'Gelesen als 12,5'],
    ['0.500', 'Gelesen als 0,5'],
    ['3 €', 'Gelesen als 3'],
    ['1,234.5', 'Gelesen als 1.234,5'],
    ["1'500", 'Gelesen als 1.500'],
  ] as const)
    assert.deepEqual(explainNumber(typed), { text }, typed)
  for (const typed of [
    '',
    '1500',
    '1.234.567',
    '12.345,6',
    '1500,5',
    '1,500',
    '7,',
    ',5',
    '-0',
    '+4',
    '−3',
    '007',
    'zwölf',
  ])
    assert.equal(explainNumber(typed), undefined, typed)
})

/** Numbers of at most 15 digits. */
const numbers = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 15 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`))

test('whatever is shown, with groups or without, reads back as itself', () => {
  for (const value of [1_234.5, 0.1, 1e-15, 1_500, -0.05]) assert.equal(valueOf(formatNumber(value)), value)
  fc.assert(
    fc.property(numbers, (value) => {
      assert.equal(valueOf(formatNumber(value)), value || 0)
      assert.equal(valueOf(formatForEditing(value)), value || 0)
    }),
  )
})

test('whatever is typed, what is read is shown as the same digits', () => {
  const character = fc.constantFrom(..."0123456789.,-+ \u00a0\u202f'’€%\t".split(''))
  fc.assert(
    fc.property(fc.array(character, { maxLength: 14 }), (characters) => {
      const read = parseNumber(characters.join(''))
      if ('problem' in read || read.value === null) return
      const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
      assert.equal(digits(formatNumber(read.value)), digits(characters.join('')))
      assert.equal(valueOf(formatNumber(read.value)), read.value)
    }),
    { numRuns: 2_000 },
  )
})
