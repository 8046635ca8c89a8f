import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paragraph, processOf, section } from '#contract/document/build.ts'
import { compare } from './compare.ts'
import { stretchesOf } from './folded.ts'

const lines = (...words: string[]) => words.map((word) => paragraph(word))
const told = (before: ReturnType<typeof processOf>, after: ReturnType<typeof processOf>) =>
  stretchesOf(compare(before, after)).map(
    ({ lines, isFolded }) => `${isFolded ? 'folded' : 'shown'} ${lines.length}`,
  )

test('what is far from a change is folded; a change stands below its headline, with a line at either side', () => {
  const text = (word: string) =>
    processOf(
      section('Eins', ...lines('a', 'b', 'c', 'd')),
      section('Zwei', ...lines('e', 'f', 'g', word, 'h', 'i', 'j', 'k')),
    )
  assert.deepEqual(told(text('alt'), text('neu')), ['folded 5', 'shown 7', 'folded 3'])
})

test('a few unchanged lines are no stretch to be folded, and where nothing has changed all is', () => {
  const text = (word: string) => processOf(...lines('a', 'b', 'c', word))
  assert.deepEqual(told(text('x'), text('y')), ['shown 5'])
  assert.deepEqual(told(text('x'), text('x')), ['folded 4'])
})
