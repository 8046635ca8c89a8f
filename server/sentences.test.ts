// What a refusal says stands with the other sentences of its domain: whoever corrects or translates them looks in one place.
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

test('a refusal takes its sentence from the sentences of its domain, or from the table of all refusals', () => {
  const found = globSync('*/**/*.ts', { cwd: server })
    .filter((file) => !file.endsWith('.test.ts') && isOfDomain(file) && !own.has(file))
    .flatMap((file) => {
      const source = readFileSync(join(server, file), 'utf8')
      return [...source.matchAll(/\b(?:refuse|invalid)\(/g)]
        .map(({ 0: call, index }) => argumentsAt(source, index + call.length))
        .filter(saysSomething)
        .map((given) => `${file}: ${given.replace(/\s+/g, ' ')}`)
    })
  assert.deepEqual(found, [])
})
