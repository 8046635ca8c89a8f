import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyse } from 'scslre'
import {
  blankCharacters,
  DAY_PATTERN,
  PHOTO_PATTERN,
  SIGNATURE_PATTERN,
  TIME_PATTERN,
} from '#contract/document/fields.ts'
import { DRAWING_PATTERN } from '#contract/document/in-words.ts'
import { expressionsIn, findExpressions } from './expressions.ts'

const { written, made } = findExpressions()

/** Regular expressions that the program builds at run time, with examples of what it builds. */
const examples: Record<string, [source: string, flags: string][]> = {
  'new RegExp(`[^${blankCharacters}]`)': [[`[^${blankCharacters}]`, '']],
  'new RegExp(DAY_PATTERN)': [[DAY_PATTERN, '']],
  'new RegExp(TIME_PATTERN)': [[TIME_PATTERN, '']],
  'new RegExp(PHOTO_PATTERN)': [[PHOTO_PATTERN, '']],
  'new RegExp(SIGNATURE_PATTERN)': [[SIGNATURE_PATTERN, '']],
  'new RegExp(DRAWING_PATTERN)': [[DRAWING_PATTERN, '']],
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

/** Accepted expressions by their beginning, with the reason. */
const excepted = [
  // Reads a few lines of a crash message of our own process.
  '/panicked at ',
  // Applied to a few lines of our own processes and sources, never to input.
  'proof/operation/',
  'server/testing/',
]

const isSlow = (source: string, flags: string) => analyse({ source, flags }).reports.length > 0

test('no regular expression of the sources takes more than some steps for each character it reads', () => {
  assert.ok(written.length > 150, `${written.length} found`)
  const slow = written
    .filter(({ source, flags }) => isSlow(source, flags))
    .map(({ file, line, source, flags }) => `${file}:${line} /${source}/${flags}`)
    .filter((place) => !excepted.some((one) => place.includes(one)))
  assert.deepEqual(slow, [])
})

test('those that are made while the program runs are named here, and none takes more than that either', () => {
  const unknown = made.filter(({ code }) => !(code in examples))
  assert.deepEqual(unknown, [])
  const slow = Object.values(examples).flatMap((all) => all.filter((one) => isSlow(...one)))
  assert.deepEqual(slow, [])
})

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
