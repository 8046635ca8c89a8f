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
  .concat(readFileSync(join(root, 'docs/betrieb/systemd/kontor'), 'utf8'))
  .join('\n')
const pageOf = (name: string) => readFileSync(join(root, 'docs/betrieb', name), 'utf8')
const unsaid = (sentences: string[]) =>
  sentences.filter((sentence) => !sentence.split('…').every((part) => sources.includes(part)))

/** Pages with tables whose first column is a sentence of the program. */
const pages = ['fehler.md', 'anmeldung.md', 'email.md', 'personalplanung.md', 'schnittstellen.md']

test('each sentence in the tables of the guide is one that the program says', () => {
  const sentences = pages.flatMap((name) =>
    [...pageOf(name).matchAll(/^\| „(.+?)“ \|/gm)].map(([, sentence = '']) => sentence),
  )
  assert.ok(sentences.length > 150)
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
