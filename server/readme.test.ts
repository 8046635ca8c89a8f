import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settings } from './config.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the README names every setting with its default', () => {
  const rows = readme.split('\n').filter((line) => line.startsWith('|'))
  const missing = settings.filter(
    ({ name, default: fallback }) =>
      !rows.some(
        (row) =>
          row.includes(`\`${name}\``) && (fallback === undefined || row.includes(`| \`${fallback}\` |`)),
      ),
  )
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
})

test('the README names no setting that there is not', () => {
  const [, table = ''] = readme.split('## Settings')
  const named = [...(table.split('## ')[0] ?? '').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name)
  const known = settings.map(({ name }) => name)
  assert.ok(named.length >= known.length)
  assert.deepEqual(
    named.filter((name) => name !== 'NAME_FILE' && !known.includes(name as string)),
    [],
  )
})

for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/tour.md', 'docs/security.md'])
  test(`every file that ${page} names is there`, () => {
    const text = readFileSync(join(root, page), 'utf8')
    const named = [...text.matchAll(/`((?:contract|server|web|e2e|demo|docs|bin|proof)\/[\w./-]*)`/g)]
    const isAnyDomain = (path: string) => /\/x[./]/.test(path)
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !isAnyDomain(path) && !existsSync(join(root, path)))
    assert.deepEqual(missing, [])
  })
