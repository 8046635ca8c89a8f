import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { reactsOwnWords, shortenWords } from './vite.words.ts'

const root = import.meta.dirname

test('a word is short wherever it is a field, and stays wherever it is a variable or anybody else’s', () => {
  assert.equal(
    shortenWords('var lanes = 1; one.lanes = { lanes: lanes, tag: one.a.lanes, lanes }; one[lanes]', [
      'lanes',
    ]),
    'var lanes = 1; one.b = { b: lanes, tag: one.a.b, b: lanes }; one[lanes]',
  )
})

test('a word that is a text as well, or is there no more, ends the build', () => {
  assert.throws(() => shortenWords("one.lanes = two['lanes']", ['lanes']), /as a text/)
  assert.throws(() => shortenWords('one.lane = 1', ['lanes']), /any more/)
})

test('nobody but React’s drawing itself says one of its words', () => {
  const others = [
    ...globSync('web/**/*.{ts,tsx}', { cwd: root }),
    ...['jsx-runtime', 'react'].map((name) => `node_modules/react/cjs/${realName(name)}.production.js`),
    'node_modules/react-dom/cjs/react-dom.production.js',
    'node_modules/scheduler/cjs/scheduler.production.js',
    'node_modules/use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js',
    'node_modules/@types/react/index.d.ts',
  ]
  const said = new RegExp(`\\.(${reactsOwnWords.join('|')})\\b|\\b(${reactsOwnWords.join('|')})\\??:`)
  assert.deepEqual(
    others.filter((file) => said.test(readFileSync(join(root, file), 'utf8'))),
    [],
  )
})

const realName = (name: string) => (name === 'react' ? name : `react-${name}`)
