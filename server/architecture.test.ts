import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Which parts of the tree may use which others. */
const mayImport: Record<string, readonly string[]> = {
  contract: ['contract'],
  server: ['server', 'contract', 'demo', 'planner-simulator'],
  demo: ['demo', 'server', 'contract', 'planner-simulator'],
  'planner-simulator': ['planner-simulator', 'server', 'contract', 'demo'],
  web: ['web', 'contract'],
}
const root = join(import.meta.dirname, '..')
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file && !file.includes('.test.'))

const imports = (file: string) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(import|export)( type)? [^;]*?from '([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map(([, , type, from, lazily]) => ({
    isType: type !== undefined,
    isLazy: lazily !== undefined,
    from: (from ?? lazily) as string,
  }))
const partOf = (file: string, from: string) =>
  from.startsWith('#')
    ? from.slice(1).split('/')[0]
    : from.startsWith('.')
      ? normalize(join(dirname(file), from)).split('/')[0]
      : undefined

test('imports run one way: contract knows nobody, web knows the contract, server knows no web', () => {
  const wrong = files.flatMap((file) => {
    const allowed = mayImport[file.split('/')[0] ?? '']
    if (!allowed) return []
    return imports(file)
      .map(({ from }) => [partOf(file, from), from] as const)
      .filter(([part]) => part !== undefined && !allowed.includes(part))
      .map(([, from]) => `${file} imports ${from}`)
  })
  assert.deepEqual(wrong, [])
})

test('a server loads nothing of the demo and the simulator unless it is asked to', () => {
  const wrong = files
    .filter((file) => file.startsWith('server/') && !file.startsWith('server/testing/'))
    .flatMap((file) =>
      imports(file)
        .filter(({ isType, isLazy, from }) => !isType && !isLazy && /^#(demo|planner-simulator)\//.test(from))
        .map(({ from }) => `${file} imports ${from}`),
    )
  assert.deepEqual(wrong, [])
})

/** What both sides reckon with: what a document holds, and how long work lasts. */
const shared = ['#contract/document/', '#contract/time/']

test('the browser takes only types from the contract, but for what both sides reckon with', () => {
  const wrong = files
    .filter((file) => file.startsWith('web/'))
    .flatMap((file) =>
      imports(file)
        .filter(
          ({ isType, from }) =>
            !isType && from.startsWith('#contract/') && !shared.some((part) => from.startsWith(part)),
        )
        .map(({ from }) => `${file} imports ${from}`),
    )
  assert.deepEqual(wrong, [])
})

test('the contract is pure: no Node, no DOM, no framework', () => {
  const wrong = files
    .filter((file) => file.startsWith('contract/') && !file.startsWith('contract/document/'))
    .flatMap((file) =>
      imports(file)
        .map(({ from }) => from)
        .filter((from) => !from.startsWith('.') && from !== 'typebox'),
    )
  assert.deepEqual(wrong, [])
})

test('inside a domain imports are relative, across domains by their full name', () => {
  const wrong = files
    .filter((file) => /^(server|web)\/[^/]+\/./.test(file))
    .flatMap((file) => {
      const domain = file.split('/').slice(0, 2).join('/')
      return imports(file)
        .filter(({ from }) =>
          from.startsWith('.')
            ? !normalize(join(dirname(file), from)).startsWith(domain)
            : from.startsWith(`#${domain}/`),
        )
        .map(({ from }) => `${file} imports ${from}`)
    })
  assert.deepEqual(wrong, [])
})

test('no file gathers the exports of others', () => {
  const wrong = files.filter(
    (file) =>
      /(^|\/)index\.tsx?$/.test(file) || /^export \* from/m.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})
