import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blanks, DAY, PHOTO, SIGNED, TIME } from '#contract/document/fields.ts'
import { DRAWN } from '#contract/document/in-words.ts'
import { type Cost, costOf } from './expression-cost.ts'
import { expressionsIn, findExpressions } from './expressions.ts'

const { written, made } = findExpressions()

/** Expressions that are made while the program runs, with examples as they are made. */
const examples: Record<string, [source: string, flags: string][]> = {
  'new RegExp(`[^${blanks}]`)': [[`[^${blanks}]`, '']],
  'new RegExp(DAY)': [[DAY, '']],
  'new RegExp(TIME)': [[TIME, '']],
  'new RegExp(PHOTO)': [[PHOTO, '']],
  'new RegExp(SIGNED)': [[SIGNED, '']],
  'new RegExp(DRAWN)': [[DRAWN, '']],
  'new RegExp(`^[-+]?([1-9][^${decimal}]*)(?:\\\\${decimal}\\\\d*)?$`)': [
    ['^[-+]?([1-9][^,]*)(?:\\,\\d*)?$', ''],
    ['^[-+]?([1-9][^.]*)(?:\\.\\d*)?$', ''],
  ],
  'new RegExp(`^(?:${one})$`, plain)': [['^(?:[a-z])$', 'u']],
  "new RegExp(`(?<!\\\\S)\\\\S{${from},}`, 'gu')": [['(?<!\\S)\\S{18,}', 'gu']],
  "new RegExp(`(\\\\S{${every}})(?<!\\\\u200d)(?![\\\\p{M}\\\\p{Emoji_Modifier}\\\\u200d\\\\ufe0f]|$)`, 'gu')":
    [['(\\S{12})(?<!\\u200d)(?![\\p{M}\\p{Emoji_Modifier}\\u200d\\ufe0f]|$)', 'gu']],
  'new RegExp(`^\\\\s*\\\\{\\\\s*"${this.#name}"\\\\s*:\\\\s*\\\\[`)': [
    ['^\\s*\\{\\s*"users"\\s*:\\s*\\[', ''],
  ],
}

/** Those that may stay all the same, by how they begin, and why. */
const known = [
  // Each of its loops ends after so many characters: at most 640 looks from each.
  '/(?:[^\\u200d\\s]{1,40}\\u200d){16}/gu',
  // Reads what an own process wrote as it broke, a few lines long.
  '/panicked at ',
  // They read what our own processes and sources say, a few lines long, never what somebody sent.
  'proof/operation/',
  'server/testing/',
]

test('no regular expression of the sources takes more than some steps for each character it reads', () => {
  assert.ok(written.length > 150, `${written.length} found`)
  const slow = written
    .map(({ file, line, source, flags }) => `${costOf(source, flags)}: ${file}:${line} /${source}/${flags}`)
    .filter((said) => !said.startsWith('linear') && !known.some((one) => said.includes(one)))
  assert.deepEqual(slow, [])
})

test('those that are made while the program runs are named here, and none takes more than that either', () => {
  const unknown = made.filter(({ code }) => !(code in examples))
  assert.deepEqual(unknown, [])
  const slow = Object.values(examples).flatMap((all) => all.filter((one) => costOf(...one) !== 'linear'))
  assert.deepEqual(slow, [])
})

const judged: [cost: Cost, source: string, flags?: string][] = [
  ['linear', 'a+'],
  ['linear', '^\\s+$'],
  ['linear', '^(a|b)*$'],
  ['linear', '^\\w+@\\w+$'],
  ['linear', '^(\\d{1,3})(\\.\\d{3})*(,\\d+)?$'],
  ['linear', '[,;]*(?:\\s|x)?'],
  ['linear', '^(?:[^:[\\]]*)$'],
  ['linear', '\\bhttps?:\\/\\/[^\\s<>]+', 'giu'],
  // tried anew from each sign on
  ['polynomial', '\\s+$'],
  ['polynomial', '[.,;:!?]+$', 'u'],
  ['polynomial', '-[\\w-]+(?=")', 'g'],
  ['polynomial', '\\w+@\\w+'],
  ['polynomial', '<style[^]*?<\\/style>', 'gi'],
  ['polynomial', '^\\s*x', 'm'],
  // two loops that can take the same
  ['polynomial', '^\\s*\\s*x'],
  ['polynomial', '^a{0,100}b{0,100}a{0,100}$'],
  ['polynomial', '^[ä-ü]*\\p{L}*!', 'u'],
  ['polynomial', '^(?=\\s*x)\\s*y|^\\s*\\n\\s*z'],
  // a match is found each time, and each time the rest is looked through in vain
  ['polynomial', '(?:a|b)(b*c)?', 'g'],
  ['linear', '(?:a|b)(b*c)?'],
  // a loop that can take a word in two ways
  ['exponential', '^(a+)+$'],
  ['exponential', '^(a|a)*$'],
  ['exponential', '^(\\w|\\d)*$'],
  ['exponential', '(a*)*b'],
  ['exponential', '^([^,]+,?)+;'],
  ['unknown', '^(.+)\\1$'],
]
for (const [cost, source, flags = ''] of judged) {
  test(`/${source}/${flags} is ${cost}`, () => assert.equal(costOf(source, flags), cost))
}

test('expressions are found wherever they stand: as literals, in `new RegExp`, as patterns of the contract', () => {
  const text = `const a = /x+/u
    export const b = <p title={/y/.source}>/no/</p>, c = new RegExp('z*', 'g'), d = RegExp(\`w\`)
    const e = { pattern: '^v$' }, f = new RegExp(a.source + 'u')`
  const found = expressionsIn('one.tsx', text)
  assert.deepEqual(
    found.written.map(({ line, source, flags }) => `${line} /${source}/${flags}`),
    ['1 /x+/u', '2 /y/', '2 /z*/g', '2 /w/', '3 /^v$/u'],
  )
  assert.deepEqual(
    found.made.map(({ code }) => code),
    ["new RegExp(a.source + 'u')"],
  )
})
