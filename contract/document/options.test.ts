import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canHold, DAY_PATTERN, type Field, leftoverValue, validValue } from './fields.ts'
import { formatAnswer } from './in-words.ts'
import { newOptionId, optionRenames, parseOptions, withPresentTexts, withPreviousTexts } from './options.ts'

const options = [
  { id: 'm1', text: 'Klein' },
  { id: 'm2', text: 'Groß' },
]
const one: Field = { name: 'Größe', type: 'choice', options }
const many: Field = { name: 'Größen', type: 'choices', options }

test('one of the options can be chosen, or several, each once and in their order', () => {
  assert.equal(validValue(one, 'Groß'), 'Groß')
  assert.equal(validValue(one, 'groß'), null)
  assert.equal(validValue(many, 'Groß\nKlein\nGroß'), 'Klein\nGroß')
  assert.equal(formatAnswer('choices', 'Klein\nGroß'), 'Klein; Groß')
  assert.ok(canHold(many, 'Klein') && canHold(one, null))
  assert.ok(!canHold(one, 'Klein\nGroß') && !canHold(many, 'Klein\nRot') && !canHold(many, 7))
})

test('of several that were chosen those that are gone are former, and the others still count', () => {
  assert.equal(validValue(many, 'Rot\nGroß'), 'Groß')
  assert.equal(leftoverValue(many, 'Rot\nGroß'), 'Rot')
  assert.equal(leftoverValue(many, 'Groß'), null)
  assert.equal(leftoverValue(one, 'Rot'), 'Rot')
  assert.equal(leftoverValue(undefined, 'Rot'), 'Rot')
})

test('a day is one that exists, in the years from 1900 to 2199', () => {
  const day = new RegExp(DAY_PATTERN)
  const from = Date.UTC(1896, 0, 1)
  for (let at = 0; at < 366 * 312; at++) {
    const text = new Date(from + at * 86_400_000).toISOString().slice(0, 10)
    const year = Number(text.slice(0, 4))
    assert.equal(day.test(text), year >= 1900 && year < 2200, text)
  }
  for (const none of ['2026-02-29', '1900-02-29', '2100-02-29', '2026-04-31', '2026-00-10', '2026-1-1', ''])
    assert.ok(!day.test(none), none)
  assert.equal(formatAnswer('date', '2026-11-21'), '21.11.2026')
})

test('options are told apart by their ids and by their words, and each is one line', () => {
  assert.ok(parseOptions(options) && parseOptions([]))
  for (const wrong of [
    [{ id: 'm1', text: '' }],
    [{ id: 'm1', text: ' Groß' }],
    [{ id: 'm1', text: 'a\nb' }],
    [{ id: '', text: 'a' }],
    [{ id: 'm1', text: 'a', was: ['b'] }],
    [...options, { id: 'm3', text: 'Groß' }],
    [...options, { id: 'm2', text: 'Rot' }],
    Array.from({ length: 91 }, (_, at) => ({ id: `m${at}`, text: `${at}` })),
    'Groß',
    null,
  ])
    assert.equal(parseOptions(wrong), undefined, JSON.stringify(wrong))
})

test('an option with other words is the same one, and understood by those of before', () => {
  const swapped = [
    { id: 'm1', text: 'Groß' },
    { id: 'm2', text: 'Klein' },
  ]
  assert.deepEqual(Object.fromEntries(optionRenames(swapped, options)), { Klein: 'Groß', Groß: 'Klein' })
  // A present text of an option wins over a previous one.
  assert.deepEqual(withPreviousTexts(swapped, options), swapped)
  const renamed = withPreviousTexts([{ id: 'm1', text: 'Small' }], options)
  assert.deepEqual(renamed, [{ id: 'm1', text: 'Small', was: ['Klein'] }])
  assert.equal(withPresentTexts(renamed, 'Klein'), 'Small')
  assert.equal(withPresentTexts(renamed, 'Groß'), 'Groß')
  const again = withPreviousTexts([{ id: 'm1', text: 'Winzig' }], renamed)
  assert.equal(withPresentTexts(again, 'Klein'), 'Winzig')
})

test('an option that takes the place of one that is gone is another one, and no answer follows it', () => {
  for (const gone of [options.slice(0, 1), []]) {
    const next = [...gone, { id: newOptionId(), text: 'Riesig' }]
    assert.ok(parseOptions(next))
    assert.equal(optionRenames(next, options).size, 0)
  }
  assert.equal(new Set(Array.from({ length: 10_000 }, newOptionId)).size, 10_000)
})
