// Compares two contents of a document: new, removed, moved and renamed sections, and changed blocks and words
// within them. Sections are matched by headline, then by content; a moved one is shown once, at its present
// place. Blocks of matched sections are compared in order; replaced blocks with enough words in common count as
// changed.
import { diffArrays } from 'diff'
import type { Tree } from '#contract/document/tree.ts'
import { type Block, type Part, type Piece, partsOf } from './parts.ts'

/** Consecutive pieces that are in both, only in the newer, or only in the older block. */
export type Run = { change: 'same' | 'new' | 'gone'; pieces: Piece[] }

/** One line of the comparison. `look`: equal text with different formatting. */
export type Row =
  | { change: 'same' | 'new' | 'gone' | 'look'; block: Block }
  | { change: 'changed'; block: Block; runs: Run[] }
export type ComparedPart = Part & {
  change: 'same' | 'new' | 'gone'
  /** Former headline, if different. */
  formerly?: string
  /** The section's order or level has changed. */
  isMoved: boolean
  rows: Row[]
}

export function compareDocuments(before: Tree, after: Tree): ComparedPart[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const pairs = pairParts(old, now)
  const partnerOf = new Map(pairs.map(([one, other]) => [other, one]))
  const inOrder = new Set(longestAscending(pairs).map(([one]) => one))
  const compared = now.map((part, at): ComparedPart => {
    const partner = partnerOf.get(at)
    const former = partner === undefined ? undefined : old[partner]
    if (partner === undefined || !former)
      return { ...part, change: 'new', isMoved: false, rows: unpairedPartRows('new', part) }
    return {
      ...part,
      change: 'same',
      ...(former.title !== part.title && { formerly: former.title }),
      isMoved: !part.isRest && (!inOrder.has(partner) || former.depth !== part.depth),
      rows: compareBlocks(former.blocks, part.blocks),
    }
  })
  return withRemovedParts(compared, old, partnerOf)
}

const unpairedPartRows = (change: 'new' | 'gone', { blocks }: Part) =>
  blocks.map((block): Row => ({ change, block }))

/** Inserts removed parts after their former predecessor. */
function withRemovedParts(
  compared: ComparedPart[],
  old: readonly Part[],
  partnerOf: ReadonlyMap<number, number>,
) {
  const placeOf = new Map([...partnerOf].map(([now, then]) => [then, now]))
  const behind = new Map<number, ComparedPart[]>()
  let place = -1
  for (const [at, part] of old.entries()) {
    const now = placeOf.get(at)
    if (now !== undefined) place = now
    else {
      const gone: ComparedPart = {
        ...part,
        change: 'gone',
        isMoved: false,
        rows: unpairedPartRows('gone', part),
      }
      behind.set(place, [...(behind.get(place) ?? []), gone])
    }
  }
  return [...(behind.get(-1) ?? []), ...compared.flatMap((part, at) => [part, ...(behind.get(at) ?? [])])]
}

/** Above this number, matching by content is skipped, since it is quadratic. */
const MAX_SIMILARITY_CANDIDATES = 60
/** From this similarity on (0 to 1), two parts or blocks count as one that was changed. */
const MIN_SIMILARITY = 0.5

/** Indexes in the older and the newer sequence. */
type IndexPair = readonly [before: number, after: number]

function pairParts(old: readonly Part[], now: readonly Part[]): IndexPair[] {
  const pairs: IndexPair[] = []
  let [x, y] = [0, 0]
  for (const { isCommon, before, after } of diffSequences(old, now, partKey)) {
    if (isCommon) pairs.push(...after.map((_, at): IndexPair => [x + at, y + at]))
    x += before.length
    y += after.length
  }
  pairs.push(...pairBySameName(old, now, findUnpaired(pairs, old.length, now.length)))
  const rest = findUnpaired(pairs, old.length, now.length)
  if (rest.before.length <= MAX_SIMILARITY_CANDIDATES && rest.after.length <= MAX_SIMILARITY_CANDIDATES)
    pairs.push(
      ...pairBySimilarity(rest, (one, other) => partSimilarity(old[one] as Part, now[other] as Part)),
    )
  return pairs
}

const partKey = ({ title, isRest, depth }: Part) =>
  `${isRest ? 'rest' : depth === 0 ? 'top' : 'section'} ${title}`

type UnpairedIndexes = { before: number[]; after: number[] }

function findUnpaired(pairs: readonly IndexPair[], n: number, m: number): UnpairedIndexes {
  const [taken, used] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))]
  return {
    before: Array.from({ length: n }, (_, at) => at).filter((at) => !taken.has(at)),
    after: Array.from({ length: m }, (_, at) => at).filter((at) => !used.has(at)),
  }
}

function pairBySameName(
  old: readonly Part[],
  now: readonly Part[],
  { before, after }: UnpairedIndexes,
): IndexPair[] {
  const waiting = Map.groupBy(before, (at) => partKey(old[at] as Part))
  return after.flatMap((other): IndexPair[] => {
    const one = waiting.get(partKey(now[other] as Part))?.shift()
    return one === undefined ? [] : [[one, other]]
  })
}

/** Greedy matching, most similar pairs first. */
function pairBySimilarity(
  { before, after }: UnpairedIndexes,
  like: (one: number, other: number) => number,
): IndexPair[] {
  const candidates = before
    .flatMap((one) => after.map((other) => ({ pair: [one, other] as const, by: like(one, other) })))
    .filter(({ by }) => by >= MIN_SIMILARITY)
    .sort((one, other) => other.by - one.by)
  const [taken, used] = [new Set<number>(), new Set<number>()]
  return candidates.flatMap(({ pair: [one, other] }): IndexPair[] => {
    if (taken.has(one) || used.has(other)) return []
    taken.add(one)
    used.add(other)
    return [[one, other]]
  })
}

function partSimilarity(old: Part, now: Part): number {
  if (old.isRest !== now.isRest || old.depth === 0 || now.depth === 0) return 0
  return wordOverlap(old.blocks.flatMap(wordsOf), now.blocks.flatMap(wordsOf))
}

const compareBlocks = (old: readonly Block[], now: readonly Block[]): Row[] =>
  diffSequences(old, now, ({ key }) => key).flatMap(({ isCommon, before, after }) =>
    isCommon ? after.map((block): Row => ({ change: 'same', block })) : pairReplacedBlocks(before, after),
  )

/** Matches replaced blocks by similarity, keeping the order of both. */
function pairReplacedBlocks(old: readonly Block[], now: readonly Block[]): Row[] {
  const left: UnpairedIndexes = { before: [...old.keys()], after: [...now.keys()] }
  const alike =
    old.length <= MAX_SIMILARITY_CANDIDATES && now.length <= MAX_SIMILARITY_CANDIDATES
      ? pairBySimilarity(left, (one, other) => blockSimilarity(old[one] as Block, now[other] as Block))
      : []
  const pairs = longestAscending(alike)
  const rows: Row[] = []
  let [x, y] = [0, 0]
  for (const [one, other] of [...pairs, [old.length, now.length] as const]) {
    rows.push(...old.slice(x, one).map((block): Row => ({ change: 'gone', block })))
    rows.push(...now.slice(y, other).map((block): Row => ({ change: 'new', block })))
    const [before, block] = [old[one], now[other]]
    if (before && block) rows.push(changedRow(before, block))
    ;[x, y] = [one + 1, other + 1]
  }
  return rows
}

function changedRow(before: Block, block: Block): Row {
  const runs = diffRuns(before, block)
  return runs.every(({ change }) => change === 'same')
    ? { change: 'look', block }
    : { change: 'changed', block, runs }
}

/** Removed words come before their replacement. */
function diffRuns({ pieces: old }: Block, { pieces: now }: Block): Run[] {
  const edits = diffSequences(old, now, ({ same }) => same)
  const stretches: DiffStretch<Piece>[] = []
  for (const { isCommon, before, after } of edits) {
    // A blank between two changes belongs to the change, or it would fall apart into single words.
    const isSame = isCommon && (edits.length === 1 || !after.every(isBlank))
    const last = stretches.at(-1)
    if (isSame || !last || last.isCommon) stretches.push({ isCommon: isSame, before, after })
    else {
      last.before.push(...before)
      last.after.push(...after)
    }
  }
  return stretches
    .flatMap(({ isCommon, before, after }): Run[] =>
      isCommon
        ? [{ change: 'same', pieces: after }]
        : [
            { change: 'gone', pieces: before },
            { change: 'new', pieces: after },
          ],
    )
    .filter(({ pieces }) => pieces.length > 0)
}

const isBlank = ({ kind, text }: Piece) => kind === 'text' && text.trim() === ''

function blockSimilarity(before: Block, after: Block): number {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length === 0 && now.length === 0) return before.kind === after.kind ? 1 : 0
  return wordOverlap(old, now)
}

/** Fraction of common words, regardless of order, from 0 to 1. */
function wordOverlap(old: readonly string[], now: readonly string[]): number {
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
  return (2 * shared) / Math.max(old.length + now.length, 1)
}

const wordsOf = ({ pieces }: Block) => pieces.filter((piece) => !isBlank(piece)).map(({ same }) => same)

/** A stretch of both sequences. If it is common, `before` and `after` have the same length. */
type DiffStretch<T> = { isCommon: boolean; before: T[]; after: T[] }

/** Bound of the diff: 1,000 edits take 0.1 s. Beyond it everything counts as replaced. */
const MAX_EDITS = 1_000

/** Splits two sequences into alternately common and different stretches. */
function diffSequences<T>(old: readonly T[], now: readonly T[], keyOf: (one: T) => string): DiffStretch<T>[] {
  const changes = diffArrays(old.map(keyOf), now.map(keyOf), { maxEditLength: MAX_EDITS })
  if (!changes) return [{ isCommon: false, before: [...old], after: [...now] }]
  const stretches: DiffStretch<T>[] = []
  let [x, y] = [0, 0]
  for (const { added, removed, count } of changes) {
    const isCommon = !added && !removed
    const last = stretches.at(-1)
    const stretch = last?.isCommon === isCommon ? last : { isCommon, before: [], after: [] }
    if (stretch !== last) stretches.push(stretch)
    if (!added) stretch.before.push(...old.slice(x, (x += count)))
    if (!removed) stretch.after.push(...now.slice(y, (y += count)))
  }
  return stretches
}

/** As many pairs as possible that ascend in both indexes. */
function longestAscending(pairs: readonly IndexPair[]): IndexPair[] {
  const old = pairs.toSorted(([one], [other]) => one - other)
  const now = pairs.toSorted(([, one], [, other]) => one - other)
  return diffSequences(old, now, ([before]) => String(before)).flatMap(({ isCommon, after }) =>
    isCommon ? after : [],
  )
}
