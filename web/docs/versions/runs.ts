import { inCommon, type Pair } from './common.ts'
import type { Block, Piece } from './parts.ts'

/** Pieces one after the other that are in both, only in the newer, or only in the older block. */
export type Run = { change: 'same' | 'new' | 'gone'; pieces: Piece[] }

/** What is gone stands before what is new in its place. */
export function runsOf(before: Block, after: Block): Run[] {
  const [old, now] = [before.pieces, after.pieces]
  const runs: Run[] = []
  const add = (change: Run['change'], pieces: readonly Piece[]) => {
    const last = runs.at(-1)
    if (pieces.length === 0) return
    if (last?.change === change) last.pieces.push(...pieces)
    else runs.push({ change, pieces: [...pieces] })
  }
  let [x, y] = [0, 0]
  const common = inCommon(samesOf(old), samesOf(now)).filter((pair, at, all) => {
    const isBlank = old[pair[0]]?.kind === 'text' && old[pair[0]]?.text.trim() === ''
    return !isBlank || isNext(all[at - 1], pair) || isNext(pair, all[at + 1])
  })
  for (const [one, other] of [...common, [old.length, now.length] as const]) {
    add('gone', old.slice(x, one))
    add('new', now.slice(y, other))
    add('same', now.slice(other, other + 1))
    ;[x, y] = [one + 1, other + 1]
  }
  return runs
}

const samesOf = (pieces: readonly Piece[]) => pieces.map(({ same }) => same)

/**
 * A blank between two changes that has no neighbour in both holds nothing together: words would come apart one by
 * one.
 */
const isNext = (one: Pair | undefined, next: Pair | undefined) =>
  one !== undefined && next !== undefined && one[0] + 1 === next[0] && one[1] + 1 === next[1]

/** How much of two blocks is the same, from 0 to 1: of their words, in whatever order. */
export function likeness(before: Block, after: Block): number {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length === 0 && now.length === 0) return before.kind === after.kind ? 1 : 0
  const left = new Map<string, number>()
  for (const word of old) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of now) {
    const count = left.get(word) ?? 0
    if (count > 0) {
      shared++
      left.set(word, count - 1)
    }
  }
  return (2 * shared) / (old.length + now.length)
}

const wordsOf = ({ pieces }: Block) =>
  pieces.filter(({ text, kind }) => kind !== 'text' || text.trim() !== '').map(({ same }) => same)
