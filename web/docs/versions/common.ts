// What two sequences have in common, in the order of both: Myers' greedy way to the shortest edit (1986). It keeps
// the furthest reach of each diagonal for every number of edits, and walks back along them. Where too much differs,
// that would take too long to be worth it: then only what stands once in each holds on to its place, and what lies
// between is looked at in smaller pieces.

/** So many insertions and removals are looked for; beyond, elements that are unique in both must do. */
const MOST_EDITS = 600

/** Places of the same elements in both, both ascending. */
export type Pair = readonly [before: number, after: number]

export function inCommon(before: readonly string[], after: readonly string[], most = MOST_EDITS): Pair[] {
  let begin = 0
  let [beforeEnd, afterEnd] = [before.length, after.length]
  while (begin < Math.min(beforeEnd, afterEnd) && before[begin] === after[begin]) begin++
  while (beforeEnd > begin && afterEnd > begin && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--
    afterEnd--
  }
  const [ours, theirs] = [before.slice(begin, beforeEnd), after.slice(begin, afterEnd)]
  const within = shortest(ours, theirs, most) ?? alongUnique(ours, theirs, most)
  return [
    ...range(begin).map((at): Pair => [at, at]),
    ...within.map(([one, other]): Pair => [begin + one, begin + other]),
    ...range(before.length - beforeEnd).map((at): Pair => [beforeEnd + at, afterEnd + at]),
  ]
}

const range = (length: number) => Array.from({ length }, (_, at) => at)

/** Of each diagonal (place before − place after, and `zero` for none), how far it goes with so many edits. */
type Reach = Int32Array

/** Undefined where more than `most` edits lie between the two. */
function shortest(before: readonly string[], after: readonly string[], most: number): Pair[] | undefined {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return []
  const zero = Math.min(most, n + m) + 1
  const reach: Reach = new Int32Array(2 * zero + 1)
  const reaches: Reach[] = []
  for (let edits = 0; edits < zero; edits++) {
    reaches.push(reach.slice())
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const place = zero + diagonal
      let x = fromBelow(reach, place, diagonal, edits) ? at(reach, place + 1) : at(reach, place - 1) + 1
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x++
      reach[place] = x
      if (x >= n && x - diagonal >= m) return walkBack(reaches, zero, n, m)
    }
  }
  return undefined
}

const at = (reach: Reach, place: number) => reach[place] ?? 0

/** Whether a diagonal is best entered by an insertion. */
const fromBelow = (reach: Reach, place: number, diagonal: number, edits: number) =>
  diagonal === -edits || (diagonal !== edits && at(reach, place - 1) < at(reach, place + 1))

function walkBack(reaches: readonly Reach[], zero: number, n: number, m: number): Pair[] {
  const pairs: Pair[] = []
  let [x, y] = [n, m]
  for (let edits = reaches.length - 1; edits >= 0; edits--) {
    const reach = reaches[edits] as Reach
    const diagonal = x - y
    const came = fromBelow(reach, zero + diagonal, diagonal, edits) ? diagonal + 1 : diagonal - 1
    const [fromX, fromY] = edits === 0 ? [0, 0] : [at(reach, zero + came), at(reach, zero + came) - came]
    while (x > fromX && y > fromY) pairs.push([--x, --y])
    ;[x, y] = [fromX, fromY]
  }
  return pairs.toReversed()
}

/** Elements that stand once in each, in the longest order that both share; between them the same again. */
function alongUnique(before: readonly string[], after: readonly string[], most: number): Pair[] {
  const places = onceIn(after)
  const candidates = [...onceIn(before)].flatMap(([element, place]): Pair[] => {
    const other = places.get(element)
    return other === undefined ? [] : [[place, other]]
  })
  const anchors = ascending(candidates)
  if (anchors.length === 0) return []
  const pairs: Pair[] = []
  let [x, y] = [0, 0]
  for (const [one, other] of [...anchors, [before.length, after.length] as const]) {
    const between = shortest(before.slice(x, one), after.slice(y, other), Math.floor(most / 4)) ?? []
    pairs.push(...between.map(([p, q]): Pair => [x + p, y + q]))
    if (one < before.length) pairs.push([one, other])
    ;[x, y] = [one + 1, other + 1]
  }
  return pairs
}

function onceIn(elements: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  const often = new Set<string>()
  for (const [place, element] of elements.entries()) {
    if (places.has(element)) often.add(element)
    else places.set(element, place)
  }
  for (const element of often) places.delete(element)
  return places
}

/** The most of these pairs, ascending in their first place, that also ascend in the second. */
export function ascending(pairs: readonly Pair[]): Pair[] {
  /** By length: the pair with which such a row ends lowest, as its place among all. */
  const ends: number[] = []
  const earlier: (number | undefined)[] = []
  for (const [place, [, other]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number] as Pair)[1] < other) low = middle + 1
      else high = middle
    }
    earlier[place] = low > 0 ? ends[low - 1] : undefined
    ends[low] = place
  }
  const row: Pair[] = []
  for (let place = ends.at(-1); place !== undefined; place = earlier[place]) row.push(pairs[place] as Pair)
  return row.toReversed()
}
