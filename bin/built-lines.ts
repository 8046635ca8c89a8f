// Which line of which source each line of a built file comes from: what a trace needs of a source map, and no more.
import { isAbsolute, join, relative } from 'node:path'
import type { Rolldown } from 'vite'
import type { Lines } from '../server/traces.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const MORE = 32

export function linesOf({ map }: Rolldown.OutputChunk, root: string): Lines {
  const { sources = [], mappings = '' } = map ?? {}
  return { sources: sources.map((source) => nameOf(source, root)), runs: runsOf(mappings) }
}

/** Sources are named from a folder that is two below the root. */
const nameOf = (source: string, root: string) =>
  relative(root, isAbsolute(source) ? source : join(root, 'dist/server', source))

/** A run goes on for as long as a line further there is a line further here. */
function runsOf(mappings: string): number[] {
  const runs: number[] = []
  let run: { line: number; source: number; from: number } | undefined
  let [source, from] = [0, 0]
  for (const [line, segments] of mappings.split(';').entries()) {
    let column = 0
    for (const segment of segments.split(',').filter((text) => text.length > 1)) {
      const [columns = 0, sources, lines] = numbersIn(segment)
      column += columns
      if (sources === undefined || lines === undefined) continue
      source += sources
      from += lines
      if (run && run.source === source && run.from + line - run.line === from) continue
      run = { line, source, from }
      runs.push(line, column, source, from)
    }
  }
  return runs
}

/** Of the code of source maps: five bits a digit, the lowest first, and in the first of them the sign. */
function numbersIn(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter)
    value += (digit % MORE) * 2 ** shift
    shift += 5
    if (digit >= MORE) continue
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2)
    value = 0
    shift = 0
  }
  return numbers
}
