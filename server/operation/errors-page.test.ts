import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** Those of the guide's pages that explain sentences in tables. */
const pages = ['fehler', 'anmeldung', 'email', 'personalplanung', 'schnittstellen']

test('each sentence that the guide explains is one that the program says', () => {
  const sources = ['server', 'bin']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
    )
    .join('\n')
  const page = pages.map((name) => readFileSync(join(root, `docs/betrieb/${name}.md`), 'utf8')).join('\n')
  const sentences = [...page.matchAll(/^\| „(.+?)“ \|/gm)].map(([, sentence = '']) => sentence)
  assert.ok(sentences.length > 150)
  const unsaid = sentences.filter((sentence) => !sentence.split('…').every((part) => sources.includes(part)))
  assert.deepEqual(unsaid, [])
})
