// Rules for all style sheets and scrolling.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..')
const read = (name: string) => readFile(join(web, name), 'utf8')
const named = async (pattern: string) => (await Array.fromAsync(glob(pattern, { cwd: web }))).toSorted()

/** Selectors, with the at-rules that they stand in. */
function* rulesOf(style: string): Generator<{ selector: string; within: string[] }> {
  const within: string[] = []
  let from = 0
  const text = style.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/"[^"]*"|'[^']*'/g, '')
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') {
      const selector = text.slice(from, at).trim()
      if (!selector.startsWith('@')) yield { selector, within: [...within] }
      within.push(selector)
    } else if (character === '}') within.pop()
    if (character === '{' || character === '}' || character === ';') from = at + 1
  }
}

test('what a mouse does by being there is only for who has one: a tap leaves nothing behind', async () => {
  const everywhere: string[] = []
  // Hover styles have an equivalent for touch.
  for (const name of await named('**/*.css'))
    for (const { selector, within } of rulesOf(await read(name)))
      if (selector.replaceAll(/:not\([^)]*\)/g, '').includes(':hover') && !within.some(isForMouse))
        everywhere.push(`${name}: ${selector}`)
  assert.deepEqual(everywhere, [])
})
const isForMouse = (rule: string) => rule.includes('hover: hover')

test('the page moves to a place at once for who has asked for less motion', async () => {
  const smooth: string[] = []
  for (const name of await named('**/*.{ts,tsx}'))
    if (!name.startsWith('ui/media') && !name.endsWith('.test.ts') && (await read(name)).includes("'smooth'"))
      smooth.push(name)
  assert.deepEqual(smooth, [])
})
