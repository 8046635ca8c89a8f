// Two contents of a document beside each other: which sections are new, gone, moved or called otherwise, and in each of
// them which blocks. Sections are found again by their headlines, then by what stands in them; so one that was moved is
// read once, at its place of today.
import type { Tree } from '#contract/document/tree.ts'
import { ascending, inCommon, type Pair } from './common.ts'
import { type Block, type Part, partsOf } from './parts.ts'
import { likeness, type Run, runsOf } from './runs.ts'

/** `look`: it reads the same, and is set otherwise. */
export type Row =
  | { change: 'same' | 'new' | 'gone' | 'look'; block: Block }
  | { change: 'changed'; block: Block; runs: Run[] }
export type ComparedPart = Part & {
  change: 'same' | 'new' | 'gone'
  /** Its headline before, where that was another. */
  formerly?: string
  /** It stands elsewhere among the others, or deeper, or less deep. */
  isMoved: boolean
  rows: Row[]
}

export function compare(before: Tree, after: Tree): ComparedPart[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const pairs = pairedParts(old, now)
  const partnerOf = new Map(pairs.map(([one, other]) => [other, one]))
  const inOrder = new Set(ascending(pairs.toSorted((one, other) => one[0] - other[0])).map(([one]) => one))
  const compared = now.map((part, at): ComparedPart => {
    const partner = partnerOf.get(at)
    const former = partner === undefined ? undefined : old[partner]
    if (partner === undefined || !former)
      return { ...part, change: 'new', isMoved: false, rows: rowsOf('new', part) }
    return {
      ...part,
      change: 'same',
      ...(former.title !== part.title && { formerly: former.title }),
      isMoved: !part.isRest && (!inOrder.has(partner) || former.depth !== part.depth),
      rows: comparedBlocks(former.blocks, part.blocks),
    }
  })
  return withGone(compared, old, partnerOf)
}

const rowsOf = (change: 'new' | 'gone', { blocks }: Part) => blocks.map((block): Row => ({ change, block }))

/** What is gone is read behind what it stood behind. */
function withGone(compared: ComparedPart[], old: readonly Part[], partnerOf: ReadonlyMap<number, number>) {
  const placeOf = new Map([...partnerOf].map(([now, then]) => [then, now]))
  const behind = new Map<number, ComparedPart[]>()
  let place = -1
  for (const [at, part] of old.entries()) {
    const now = placeOf.get(at)
    if (now !== undefined) place = now
    else {
      const gone: ComparedPart = { ...part, change: 'gone', isMoved: false, rows: rowsOf('gone', part) }
      behind.set(place, [...(behind.get(place) ?? []), gone])
    }
  }
  return [...(behind.get(-1) ?? []), ...compared.flatMap((part, at) => [part, ...(behind.get(at) ?? [])])]
}

/** So many parts of each are compared by what stands in them. */
const MOST_ALIKE = 60
const ALIKE = 0.5

function pairedParts(old: readonly Part[], now: readonly Part[]): Pair[] {
  const pairs = inCommon(old.map(nameOf), now.map(nameOf))
  const left = leftOver(pairs, old.length, now.length)
  pairs.push(...sameName(old, now, left()))
  const rest = left()
  if (rest.before.length <= MOST_ALIKE && rest.after.length <= MOST_ALIKE)
    pairs.push(...mostAlike(rest, (one, other) => partLikeness(old[one] as Part, now[other] as Part)))
  return pairs
}

const nameOf = ({ title, isRest, depth }: Part) =>
  `${isRest ? 'rest' : depth === 0 ? 'top' : 'section'} ${title}`

type Left = { before: number[]; after: number[] }

const leftOver = (pairs: readonly Pair[], n: number, m: number) => (): Left => {
  const [taken, used] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))]
  return {
    before: Array.from({ length: n }, (_, at) => at).filter((at) => !taken.has(at)),
    after: Array.from({ length: m }, (_, at) => at).filter((at) => !used.has(at)),
  }
}

function sameName(old: readonly Part[], now: readonly Part[], { before, after }: Left): Pair[] {
  const waiting = Map.groupBy(before, (at) => nameOf(old[at] as Part))
  return after.flatMap((other): Pair[] => {
    const one = waiting.get(nameOf(now[other] as Part))?.shift()
    return one === undefined ? [] : [[one, other]]
  })
}

/** The most alike first; each once. */
function mostAlike({ before, after }: Left, like: (one: number, other: number) => number): Pair[] {
  const found = before
    .flatMap((one) => after.map((other) => ({ pair: [one, other] as const, by: like(one, other) })))
    .filter(({ by }) => by >= ALIKE)
    .sort((one, other) => other.by - one.by)
  const [taken, used] = [new Set<number>(), new Set<number>()]
  return found.flatMap(({ pair: [one, other] }): Pair[] => {
    if (taken.has(one) || used.has(other)) return []
    taken.add(one)
    used.add(other)
    return [[one, other]]
  })
}

function partLikeness(old: Part, now: Part): number {
  if (old.isRest !== now.isRest || old.depth === 0 || now.depth === 0) return 0
  const whole = ({ blocks }: Part): Block => ({
    kind: 'paragraph',
    indent: 0,
    key: '',
    pieces: blocks.flatMap(({ pieces }) => pieces),
  })
  const [one, other] = [whole(old), whole(now)]
  return one.pieces.length === 0 || other.pieces.length === 0 ? 0 : likeness(one, other)
}

function comparedBlocks(old: readonly Block[], now: readonly Block[]): Row[] {
  const common = inCommon(old.map(keyOf), now.map(keyOf))
  const rows: Row[] = []
  let [x, y] = [0, 0]
  for (const [one, other] of [...common, [old.length, now.length] as const]) {
    rows.push(...between(old.slice(x, one), now.slice(y, other)))
    const block = now[other]
    if (block) rows.push({ change: 'same', block })
    ;[x, y] = [one + 1, other + 1]
  }
  return rows
}

const keyOf = ({ key }: Block) => key

/** Blocks in the place of others: those that are alike are one that was changed, in the order of both. */
function between(old: readonly Block[], now: readonly Block[]): Row[] {
  const left: Left = { before: [...old.keys()], after: [...now.keys()] }
  const alike =
    old.length <= MOST_ALIKE && now.length <= MOST_ALIKE
      ? mostAlike(left, (one, other) => likeness(old[one] as Block, now[other] as Block))
      : []
  const pairs = ascending(alike.toSorted((one, other) => one[0] - other[0]))
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
  const runs = runsOf(before, block)
  return runs.every(({ change }) => change === 'same')
    ? { change: 'look', block }
    : { change: 'changed', block, runs }
}
