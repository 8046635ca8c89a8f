import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const read = (page: string) => readFileSync(join(root, page), 'utf8')
/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const anchors = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test('every link of a page leads to a file, and to a heading that it has', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? page : join(dirname(page), decodeURI(path))
        if (!existsSync(join(root, target))) return true
        return anchor !== undefined && !anchors(read(target)).includes(decodeURIComponent(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(dead, [])
})

test('every file of the sources that a page names is there', () => {
  const isAnyDomain = (path: string) => /\/x[./]/.test(path)
  const missing = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/`((?:contract|server|web|e2e|demo|docs|bin|proof|bench|deploy)\/[\w./-]*)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !isAnyDomain(path) && !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    )
  assert.deepEqual(missing, [])
})
