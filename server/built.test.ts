import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findBuilt, type Inputs, lookAt } from './built.ts'

const base = mkdtempSync(join(tmpdir(), 'kontor-built-'))
after(() => rmSync(base, { recursive: true }))

/** A tree of two sources, built. */
function tree() {
  const root = mkdtempSync(join(base, 'tree-'))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  write('app.ts', 'one')
  write('main.ts', 'two')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const inputs: Inputs = {
    contents: hash(`app.ts ${hash('one')}\nmain.ts ${hash('two')}\n`),
    files: ['app.ts', 'main.ts'].map((path) => [path, lookAt(join(root, path))]),
  }
  const list = join(root, 'dist/server/inputs.json')
  writeFileSync(list, JSON.stringify(inputs))
  return { root, write, built: join(root, 'dist/server'), looks: () => readFileSync(list, 'utf8') }
}

test('what was built is taken while its sources are what they were, and not where there is none', () => {
  const { root, built } = tree()
  assert.equal(findBuilt(root), built)
  rmSync(built, { recursive: true })
  assert.equal(findBuilt(root), undefined)
})

test('a source that has changed, also into one as long at the same moment, or has gone, is no source of it', () => {
  const { root, write } = tree()
  write('app.ts', 'three')
  assert.equal(findBuilt(root), undefined)
  write('app.ts', 'six')
  assert.equal(findBuilt(root), undefined)
  rmSync(join(root, 'app.ts'))
  assert.equal(findBuilt(root), undefined)
})

test('a tree that was copied keeps what was built, and is told by its new looks from then on', () => {
  const { root, built, looks } = tree()
  const before = looks()
  utimesSync(join(root, 'app.ts'), 1_000, 1_000)
  assert.equal(findBuilt(root), built)
  assert.notEqual(looks(), before)
  const kept = looks()
  assert.equal(findBuilt(root), built)
  assert.equal(looks(), kept)
})
