import { type Part, parseExpression } from './expression-syntax.ts'

/**
 * Tells if a regular expression may need more than some steps for each character, from its automaton.
 *
 * A matcher that goes back looks at every way in which a text can be read before it gives up. Ways multiply where two
 * places of the expression, each inside a loop, can read the same word, and the first can lead to the second while
 * the word is read (`\s*\s*x`); where a loop can read a word in two ways (`(a+)+x`) they double with every turn. A
 * search that is not bound to the beginning is itself a first loop over anything (`\s+$`). Nothing multiplies behind
 * a place from which the match is certain: the first way that comes there ends the work.
 *
 * It says yes too often rather than too seldom: that what follows could never fail is not seen.
 */
export type Cost = 'linear' | 'polynomial' | 'exponential' | 'unknown'

/** A place that reads one character; `next` says how many ways lead to each other place without reading. */
type Place = { reads: ReadonlySet<string>; next: Map<number, number>; isCertain: boolean }
/** More turns than these count as endless. */
const MANY_TURNS = 24
const usual = [
  'a',
  'Z',
  '0',
  '9',
  '_',
  '-',
  '.',
  ' ',
  '\t',
  '\n',
  'ä',
  'ß',
  '€',
  '\u0301',
  '\u2028',
  '語',
  '😀',
  '(',
  '"',
]

export function costOf(source: string, flags: string): Cost {
  const tree = parseExpression(source, flags)
  if (some(tree, ({ kind }) => kind === 'reference')) return 'unknown'
  const places = placesOf(tree, source, flags)
  const loops = loopsOf(places)
  for (const [at, loop] of loops.entries())
    if (loop.has(at) && isDoubled(places, loop, at)) return 'exponential'
  const passes = (at: number) => flags.includes('g') || !(places[at] as Place).isCertain
  for (const first of loops.keys()) {
    for (const second of loops.keys()) {
      if (first === second || !loops[first]?.has(first) || !loops[second]?.has(second)) continue
      if ((places[second] as Place).isCertain || !passes(first)) continue
      if (readTheSame(places, loops, first, second, passes)) return 'polynomial'
    }
  }
  return 'linear'
}

function some(part: Part, is: (part: Part) => boolean): boolean {
  if (is(part)) return true
  if (part.kind === 'sequence') return part.parts.some((inner) => some(inner, is))
  if (part.kind === 'choice') return part.ways.some((inner) => some(inner, is))
  return (part.kind === 'repeat' || part.kind === 'look') && some(part.body, is)
}

/** The automaton of the expression; place 0 is the search for a beginning. */
function placesOf(tree: Part, source: string, flags: string): Place[] {
  const steps: { to: number; mayFail: boolean }[][] = []
  const readers: { at: number; to: number; source: string }[] = []
  const state = () => steps.push([]) - 1
  const step = (from: number, to: number, mayFail = false) => void steps[from]?.push({ to, mayFail })

  /** Adds a part that begins at a state; answers the state in which it ends. */
  const add = (part: Part, from: number): number => {
    const to = state()
    if (part.kind === 'character') readers.push({ at: from, to, source: part.source })
    else if (part.kind === 'assertion' || part.kind === 'reference') step(from, to, true)
    else if (part.kind === 'look') {
      add(part.body, from)
      step(from, to, true)
    } else if (part.kind === 'choice') for (const way of part.ways) step(add(way, begun(from)), to)
    else if (part.kind === 'sequence')
      step(
        part.parts.reduce((at, inner) => add(inner, at), from),
        to,
      )
    else repeat(part, from, to)
    return to
  }
  const begun = (from: number) => {
    const begin = state()
    step(from, begin)
    return begin
  }
  const repeat = ({ body, least, most }: Extract<Part, { kind: 'repeat' }>, from: number, to: number) => {
    let at = from
    for (let turn = 0; turn < Math.min(least, MANY_TURNS); turn++) at = add(body, begun(at))
    const turns = most - least
    step(at, to)
    if (most > MANY_TURNS && turns > 0) {
      const begin = begun(at)
      const end = add(body, begin)
      step(end, begin)
      step(end, to)
    } else {
      for (let turn = 0; turn < turns; turn++) {
        at = add(body, begun(at))
        step(at, to)
      }
    }
  }

  const begin = state()
  const end = add(tree, begin)
  const plain = flags.replaceAll(/[gy]/g, '')
  const alphabet = alphabetOf(source)
  const certain = statesCertainOf(end, steps)
  const readsOf = (one: string) => {
    const pattern = new RegExp(`^(?:${one})$`, plain)
    return new Set(alphabet.filter((sign) => pattern.test(sign)))
  }
  const place = (reads: ReadonlySet<string>, from: number): Place => ({
    reads,
    next: waysFrom(from, steps, readers),
    isCertain: certain.has(from),
  })
  const search = place(new Set(isBound(tree, flags) ? [] : alphabet), begin)
  if (search.reads.size > 0) search.next.set(0, 1)
  return [search, ...readers.map((reader) => place(readsOf(reader.source), reader.to))]
}

/**
 * Every sign that the source names, its neighbours, and some of each usual kind: one for each set that it tells
 * apart.
 */
function alphabetOf(source: string): string[] {
  const named = Array.from(source).flatMap((sign) => {
    const code = sign.codePointAt(0) as number
    return [sign, sign.toLowerCase(), sign.toUpperCase(), String.fromCodePoint(code + 1)]
  })
  const coded = [...source.matchAll(/\\[ux]\{?([\da-fA-F]{2,6})/g)].flatMap(([, hex = '']) => {
    const code = Number.parseInt(hex, 16)
    return code > 0 && code < 0x10_ff_ff ? [String.fromCodePoint(code), String.fromCodePoint(code + 1)] : []
  })
  return [...new Set([...usual, ...named, ...coded])].filter((sign) => Array.from(sign).length === 1)
}

/** Bound to one beginning: it need not be tried anew from each character on. */
function isBound(tree: Part, flags: string): boolean {
  if (flags.includes('y')) return true
  if (flags.includes('m')) return false
  if (tree.kind === 'assertion') return tree.isStart
  if (tree.kind === 'choice') return tree.ways.every((way) => isBound(way, flags))
  return tree.kind === 'sequence' && tree.parts[0] !== undefined && isBound(tree.parts[0], flags)
}

/** From where the end is reached without reading, and without anything that may fail. */
function statesCertainOf(end: number, steps: { to: number; mayFail: boolean }[][]): Set<number> {
  const certain = new Set([end])
  for (let size = 0; size < certain.size; ) {
    size = certain.size
    for (const [from, ways] of steps.entries())
      if (ways.some(({ to, mayFail }) => !mayFail && certain.has(to))) certain.add(from)
  }
  return certain
}

/** How many ways there are from a state to each place without reading; two are as good as many. */
function waysFrom(from: number, steps: { to: number }[][], readers: { at: number }[]): Map<number, number> {
  const ways = new Map<number, number>()
  const visits = new Map<number, number>()
  const visit = (at: number) => {
    const before = visits.get(at) ?? 0
    if (before > 1) return
    visits.set(at, before + 1)
    for (const [index, reader] of readers.entries())
      if (reader.at === at) ways.set(index + 1, (ways.get(index + 1) ?? 0) + 1)
    for (const { to } of steps[at] ?? []) visit(to)
  }
  visit(from)
  return ways
}

/** For each place all that lie on a way from it back to it. */
function loopsOf(places: Place[]): Set<number>[] {
  const reached = places.map((place) => {
    const seen = new Set<number>()
    const waiting = [...place.next.keys()]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      waiting.push(...(places[at] as Place).next.keys())
    }
    return seen
  })
  return reached.map((from, at) => new Set([...from].filter((other) => reached[other]?.has(at))))
}

/** True if one word leads from a place back to it in two ways. */
function isDoubled(places: Place[], loop: Set<number>, start: number): boolean {
  const inside = (at: number) => loop.has(at)
  for (const at of loop)
    for (const [to, ways] of (places[at] as Place).next) if (ways > 1 && loop.has(to)) return true
  const apart = together(places, [start, start], [inside, inside]).filter(([one, other]) => one !== other)
  return apart.some((pair) =>
    together(places, pair, [inside, inside]).some(([one, other]) => one === start && other === start),
  )
}

/** True if some word leads from the first loop around to itself, from it to the second, and around the second. */
function readTheSame(
  places: Place[],
  loops: Set<number>[],
  first: number,
  second: number,
  passes: (at: number) => boolean,
): boolean {
  const inFirst = (at: number) => loops[first]?.has(at) === true && passes(at)
  const inSecond = (at: number) => loops[second]?.has(at) === true
  return together(places, [first, first, second], [inFirst, passes, inSecond]).some(
    ([one, other, third]) => one === first && other === second && third === second,
  )
}

/** All places that can be reached by reading the same word from several at once. */
function together(places: Place[], start: number[], allowed: ((at: number) => boolean)[]): number[][] {
  const seen = new Map<string, number[]>()
  const waiting = [start]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    let nexts: { to: number[]; reads: ReadonlySet<string> | undefined }[] = [{ to: [], reads: undefined }]
    for (const [index, place] of at.entries()) {
      nexts = nexts.flatMap(({ to, reads }) =>
        [...(places[place] as Place).next.keys()]
          .filter(allowed[index] as (at: number) => boolean)
          .flatMap((next) => {
            const own = (places[next] as Place).reads
            const both = reads ? new Set([...reads].filter((sign) => own.has(sign))) : own
            return both.size > 0 ? [{ to: [...to, next], reads: both }] : []
          }),
      )
    }
    for (const { to } of nexts) {
      const key = to.join()
      if (seen.has(key)) continue
      seen.set(key, to)
      waiting.push(to)
    }
  }
  return [...seen.values()]
}
