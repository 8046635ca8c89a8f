// The sentences with which a start, a command, an update, `doctor` and the screen „Betrieb“ say that something is not
// as it should be, found by parsing what says them; and the rows of docs/betrieb/fehler.md, which explain them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** What varies stands as „…“. */
export type Sentence = { file: string; says: string }

type Node = { type: string; [key: string]: unknown }

const root = join(import.meta.dirname, '../..')
const SOURCES = [
  'bin/*.mjs',
  'server/*.ts',
  'server/db/**/*.ts',
  'server/operation/**/*.ts',
  'server/nodes/*.ts',
  'server/planner/in-clear.ts',
  'server/status/findings.ts',
]
/** Given to these, a sentence says that all is well; as these, it describes a setting. */
const WELL = new Set(['fine', 'log', 'meaning', 'expects', 'default'])
const SENTENCE = /\p{L}[,:“)]* [„(]?[\p{L}…].*(?:[.?!:]$|[.?!] |: …)/su
const GERMAN =
  /[äöüßÄÖÜ„]|\b(?:auf|aus|braucht|das|der|die|eine?|es|gibt|hat|ist|kein|mit|nennen|nicht|sind|und|von|wird)\b/

export function sentencesOfCode(): Sentence[] {
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
      return textsIn(program)
        .filter((says) => SENTENCE.test(says) && GERMAN.test(says))
        .map((says) => ({ file, says }))
    })
}

/** A row's sentence, as it stands there. */
export const rowsOf = (page: string) =>
  [...page.matchAll(/^\| „(.+?)“ \|/gm)].map(([, sentence = '']) => sentence)

/**
 * The row's longest words are the sentence's; the others may stand beside it in its file, as sentences are put
 * together.
 */
export function explains(row: string, { file, says }: Sentence): boolean {
  const parts = row.split('…')
  const longest = parts.toSorted((one, other) => other.length - one.length)[0] as string
  if (longest.trim().length < 10 || !says.includes(longest)) return false
  const source = readFileSync(join(root, file), 'utf8')
  return parts.every((part) => source.includes(part))
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  if (WELL.has(nameOf((node['callee'] ?? node['key']) as Node | undefined))) return []
  const within = Object.values(node).flatMap(textsIn)
  const own = textOf(node)
  return own === undefined ? within : [own, ...within]
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined
  if (type !== 'TemplateLiteral') return undefined
  return (quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join('…')
}

const nameOf = (named: Node | undefined) =>
  String(((named?.['property'] as Node | undefined) ?? named)?.['name'])
