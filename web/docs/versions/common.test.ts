import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '#planner-simulator/random.ts'
import { ascending, inCommon } from './common.ts'

const common = (before: string, after: string, most?: number) =>
  inCommon(before.split(''), after.split(''), most)
    .map(([one]) => before[one])
    .join('')

test('what two sequences have in common is found, at both ends and in between', () => {
  assert.equal(common('abcdef', 'abxdef'), 'abdef')
  assert.equal(common('abcabba', 'cbabac').length, 4)
  assert.equal(common('', 'abc'), '')
  assert.equal(common('abc', 'abc'), 'abc')
  assert.equal(common('abc', 'xyz'), '')
})

test('pairs are of equal elements, ascend in both, and are as many as there can be', () => {
  const random = seeded(20_261_123)
  for (let round = 0; round < 300; round++) {
    const [before, after] = [sequence(random.below(12)), sequence(random.below(12))]
    const pairs = inCommon(before, after)
    pairs.forEach(([one, other], at) => {
      assert.equal(before[one], after[other])
      const [last, lastOther] = pairs[at - 1] ?? [-1, -1]
      assert.ok(one > last && other > lastOther)
    })
    assert.equal(pairs.length, longestCommon(before, after), `${before.join('')} ${after.join('')}`)
  }
  function sequence(length: number) {
    return Array.from({ length }, () => random.pick(['a', 'b', 'c', 'd']))
  }
})

test('where more differs than is looked for, what stands once in each still holds on to its place', () => {
  assert.equal(common('a1b2c', 'x1y2z', 2), '12')
})

test('of pairs that ascend in the first place the most are taken that do so in the second, too', () => {
  const pairs = [
    [0, 3],
    [1, 0],
    [2, 1],
    [3, 2],
  ] as const
  assert.deepEqual(ascending(pairs), pairs.slice(1))
})

/** The slow way that everybody can follow. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  const table = [Array.from({ length: after.length + 1 }, () => 0)]
  for (const one of before) {
    const above = table.at(-1) as number[]
    const row = [0]
    for (const [at, other] of after.entries())
      row.push(one === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0))
    table.push(row)
  }
  return table.at(-1)?.at(-1) ?? 0
}
