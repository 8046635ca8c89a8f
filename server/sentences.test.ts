// What a refusal says stands with the other sentences of its domain: whoever corrects or translates them looks in one
// place.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const server = import.meta.dirname
/** Says how large a content may be, which belongs to its check. */
const own = new Set(['docs/save-content.ts'])
const isOfDomain = (file: string) => existsSync(join(server, file.split('/')[0] ?? '', 'routes.ts'))
/** Text of several words between quotes. */
const saysSomething = (given: string) =>
  [...given.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)].some(([text]) => /\p{L},? \p{L}/u.test(text))

/** The arguments of a call, up to the bracket that ends it. */
function argumentsAt(source: string, from: number): string {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(from, at)
  }
  return source.slice(from)
}

/** What a constant of the same file holds that these arguments name, whether it stands above or below. */
function namedIn(given: string, source: string): string {
  const names = new Set([...given.matchAll(/\b[a-z]\w*/gi)].map(([name]) => name))
  return [...source.matchAll(/^const (\w+)\b[^=]*= [^]*?(?=\n(?:\n|\S))/gm)]
    .filter(([, name = '']) => names.has(name))
    .map(([text]) => text)
    .join('\n')
}

test('a refusal takes its sentence from the sentences of its domain, or from the table of all refusals', () => {
  const found = globSync('*/**/*.ts', { cwd: server })
    .filter((file) => !file.endsWith('.test.ts') && isOfDomain(file) && !own.has(file))
    .flatMap((file) => {
      const source = readFileSync(join(server, file), 'utf8')
      return [...source.matchAll(/\b(?:refuse|invalid)\(/g)]
        .map(({ 0: call, index }) => argumentsAt(source, index + call.length))
        .filter((given) => saysSomething(given) || saysSomething(namedIn(given, source)))
        .map((given) => `${file}: ${given.replace(/\s+/g, ' ')}`)
    })
  assert.deepEqual(found, [])
})
