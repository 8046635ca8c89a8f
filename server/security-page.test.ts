import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// What `docs/security.md` claims is there: each file that it names, each title that it quotes, each requirement once.
const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

const isPath =
  /^(?:[\w.@-]+\/)+[\w.-]+\.\w+$|^[\w.-]+\.(?:md|json|yaml)$|^(?:Dockerfile|\.npmrc|\.dockerignore)$/
/** `a file` and, right behind it, "a title" of one of its tests, or several with commas. */
const proofs = [...page.matchAll(/`([^`\n]+)`((?:,? "[^"\n]+")*)/g)].map(([, name = '', titles = '']) => ({
  name,
  titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => title as string),
}))

test('every file that the page on security names is there', () => {
  const named = [...new Set(proofs.map(({ name }) => name))].filter((name) => isPath.test(name))
  assert.ok(named.length > 100)
  const missing = named.filter((name) => !existsSync(join(root, name)))
  const links = [...page.matchAll(/\]\(([^)\n]+)\)/g)].map(([, target]) => target as string)
  const broken = links.filter((target) => !leadsSomewhere(target))
  assert.deepEqual([...missing, ...broken], [])
})

/** To a page beside this one, and to a heading in it where it names one. */
function leadsSomewhere(target: string): boolean {
  const [file = '', heading] = target.split('#')
  const path = join(root, 'docs', file === '' ? 'security.md' : file)
  if (!existsSync(path)) return false
  const headings = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) =>
      line
        .toLowerCase()
        .replaceAll(/[^\p{L}\d\s-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    )
  return heading === undefined || headings.includes(heading)
}

test('every title that the page on security quotes is one of a test in the file before it', () => {
  const quoted = proofs.filter(({ titles }) => titles.length > 0)
  assert.equal(
    quoted.flatMap(({ titles }) => titles).length,
    [...page.replaceAll(/`[^`\n]*`/g, '').matchAll(/"[^"\n]+"/g)].length,
    'a title stands behind no file',
  )
  const unknown = quoted.flatMap(({ name, titles }) => {
    const known = isPath.test(name) && existsSync(join(root, name)) ? titlesIn(join(root, name)) : []
    return titles.filter((title) => !known.some((one) => one.includes(title))).map((title) => [name, title])
  })
  assert.deepEqual(unknown, [])
})

/** The titles that `test(` is called with; a title made in a loop counts once. */
function titlesIn(path: string): string[] {
  const titles = /\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
  return [...readFileSync(path, 'utf8').matchAll(titles)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

/**
 * How many requirements of levels 1 and 2 the sections of ASVS 5.0.0 have, a line for each chapter; those of level 3
 * come after them.
 */
const chapters = [
  [2, 9, 11, 3, 2],
  [3, 3, 4, 1],
  [0, 2, 4, 6, 5, 0, 2],
  [3, 1, 2, 4],
  [1, 3, 2, 3],
  [3, 12, 4, 4, 5, 3, 0, 4],
  [3, 4, 2, 5, 2, 2],
  [2, 3, 1, 1],
  [3, 4],
  [2, 2, 4, 11, 5, 2, 3],
  [2, 3, 3, 4, 1, 1],
  [3, 2, 4],
  [1, 5, 2, 5],
  [2, 4, 3],
  [3, 3, 7],
  [1, 5, 4, 3, 3],
  [1, 4, 2],
]
const countTo = (most: number) => Array.from({ length: most }, (_, place) => place + 1)
const requirements = chapters.flatMap((sections, chapter) =>
  sections.flatMap((most, section) =>
    countTo(most).map((number) => `${chapter + 1}.${section + 1}.${number}`),
  ),
)

/** The first cells of the tables below a heading, up to the next one of its kind. */
function firstCells(heading: string): string[] {
  const [, below = ''] = page.split(`\n## ${heading}\n`)
  const rows = (below.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => (row.split('|')[1] ?? '').trim().split(/[\s,]+/)).filter(Boolean)
}

test('the page on security says of every requirement of levels 1 and 2 once what holds it, or why it does not apply', () => {
  const named = firstCells('Requirements').filter((id) => /^\d/.test(id))
  /** `1.5` stands for all of its section, `10` for all of its chapter. */
  const meant = named.flatMap((id) =>
    id.split('.').length === 3 ? id : requirements.filter((one) => one.startsWith(`${id}.`)),
  )
  assert.deepEqual(meant.toSorted(inOrder), requirements.toSorted(inOrder))
})

test('the page on security says of every threat once what guards against it', () => {
  const threats = firstCells('Threats').filter((id) => /^T\d/.test(id))
  assert.deepEqual(
    threats,
    countTo(60).map((number) => `T${number}`),
  )
})

function inOrder(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
