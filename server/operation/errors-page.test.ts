import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const sources = ['server', 'bin']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n')
const pageOf = (name: string) => readFileSync(join(root, 'docs/betrieb', name), 'utf8')
const unsaid = (sentences: string[]) =>
  sentences.filter((sentence) => !sentence.split('…').every((part) => sources.includes(part)))

test('each sentence on the page about troubles is one that the program says', () => {
  const sentences = [...pageOf('fehler.md').matchAll(/^\| „(.+?)“ \|/gm)].map(([, sentence = '']) => sentence)
  assert.ok(sentences.length > 60)
  assert.deepEqual(unsaid(sentences), [])
})

test('each sentence on the page about restoring is one that the program says', () => {
  const cells = [...pageOf('wiederherstellen.md').matchAll(/^\| („.+?) \|/gm)].map(([, cell = '']) => cell)
  const sentences = cells.flatMap((cell) =>
    [...cell.matchAll(/„(?:… )?(.+?)“/g)].map(([, sentence = '']) => sentence),
  )
  assert.ok(sentences.length > 8)
  assert.deepEqual(unsaid(sentences), [])
})
