// Where the server runs as it was built, a trace names the lines of the sources all the same. The lines of a built
// file are read with the first trace that leads through it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Of one built file; four numbers a run: its line and column there, its source, and its line in that. All from zero.
 */
export type Lines = { sources: string[]; runs: number[] }

export function nameSources(root: string, built: string) {
  const tables = new Map<string, Lines | undefined>()
  const folder = join(built, '/')
  const sourceOf = (file: string, line: number, column: number) => {
    if (!tables.has(file)) tables.set(file, readLines(join(built, `${file}.lines`)))
    const lines = tables.get(file)
    const found = lines && lineAt(lines, line - 1, column - 1)
    return found && `${pathToFileURL(join(root, found.source)).href}:${found.line + 1}`
  }
  const named = (frame: { toString(): string }) => {
    const words = frame.toString()
    const [before = '', behind = ''] = words.split(folder)
    const [place = '', file = '', line, column] = /^([\w-]+\.cjs):(\d+):(\d+)/.exec(behind) ?? []
    const source = file && sourceOf(file, Number(line), Number(column))
    return `    at ${source ? `${before}${source}${behind.slice(place.length)}` : words}`
  }
  Error.prepareStackTrace = (error, frames) => [String(error), ...frames.map(named)].join('\n')
}

function readLines(file: string): Lines | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lines
  } catch {
    return undefined // it is just being built anew
  }
}

function lineAt({ sources, runs }: Lines, line: number, column: number) {
  let [low, high] = [0, runs.length / 4]
  while (low < high) {
    const middle = (low + high) >> 1
    const at = middle * 4
    const isBefore = (runs[at] as number) < line || (runs[at] === line && (runs[at + 1] as number) <= column)
    if (isBefore) low = middle + 1
    else high = middle
  }
  const [begin, , source, from] = runs.slice(low * 4 - 4, low * 4)
  const name = sources[source ?? -1]
  if (name === undefined || begin === undefined || from === undefined) return undefined
  return { source: name, line: from + line - begin }
}
