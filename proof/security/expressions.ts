// Every regular expression of the sources, found by parsing them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

type Expression = { file: string; line: number; source: string; flags: string }
/** Built at run time, so parsing the sources does not show its text. */
export type Made = { file: string; line: number; code: string }

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const root = join(import.meta.dirname, '../..')

/** Expressions in tests are excluded: they read only what the tests have written. */
export function findExpressions(): { written: Expression[]; made: Made[] } {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs'],
    { cwd: root, encoding: 'utf8' },
  )
  const written: Expression[] = []
  const made: Made[] = []
  for (const file of files.split('\n').filter((name) => name && !name.includes('.test.'))) {
    const text = readFileSync(join(root, file), 'utf8')
    const found = expressionsIn(file, text)
    written.push(...found.written)
    made.push(...found.made)
  }
  return { written, made }
}

export function expressionsIn(file: string, text: string): { written: Expression[]; made: Made[] } {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const written: Expression[] = []
  const made: Made[] = []
  const placeOf = ({ start }: Node) => ({ file, line: text.slice(0, start).split('\n').length })
  walk(program, (node) => {
    const literal = node['regex'] as { pattern: string; flags: string } | undefined
    if (literal) written.push({ ...placeOf(node), source: literal.pattern, flags: literal.flags })
    const { callee, arguments: given } = node as { callee?: Node; arguments?: Node[] }
    if (callee?.['name'] === 'RegExp' && given) {
      const [source, flags] = given.map(expressionText)
      if (source === undefined || (given[1] && flags === undefined))
        made.push({ ...placeOf(node), code: text.slice(node.start, node.end) })
      else written.push({ ...placeOf(node), source, flags: flags ?? '' })
    }
    // A `pattern` in a shape of the contract becomes a regular expression, with this flag.
    const { key, value } = node as { key?: Node; value?: Node }
    const pattern = key?.['name'] === 'pattern' && value ? expressionText(value) : undefined
    if (pattern !== undefined) written.push({ ...placeOf(node), source: pattern, flags: 'u' })
  })
  return { written, made }
}

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) for (const inner of value) walk(inner, visit)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) visit(value as Node)
    for (const inner of Object.values(value)) walk(inner, visit)
  }
}

/** Text of a string or of a template without placeholders; undefined for any other node. */
function expressionText({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined
  const pieces = quasis as { value: { cooked: string } }[] | undefined
  return type === 'TemplateLiteral' && pieces?.length === 1 ? pieces[0]?.value.cooked : undefined
}
