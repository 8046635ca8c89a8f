import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Which areas of the tree may use which others; themselves anyway. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  server: ['contract', 'demo', 'planner-simulator'],
  web: ['contract'],
  demo: ['contract', 'server', 'planner-simulator'],
  'planner-simulator': ['contract', 'server', 'demo'],
  measure: ['contract', 'server', 'demo'],
  bench: ['contract', 'server', 'demo', 'planner-simulator', 'measure', 'e2e'],
  proof: ['contract', 'server', 'demo', 'planner-simulator', 'measure', 'e2e'],
  e2e: ['contract', 'server', 'demo', 'planner-simulator', 'proof'],
  bin: ['server'],
}

/**
 * A proof that stands in for browsers joins what it hears, and comes back, by the browser's own code: a copy proves
 * nothing.
 */
const lentToProofs = new Set([
  'web/chat/room/messages.ts',
  'web/chat/wait-after.ts',
  'web/outbox/back-off.ts',
])

/**
 * The parts of the server, each below those that may use it. What a part needs of one above it is handed in (a list of
 * kinds, a function, a type of its own); app.ts, run.ts and the like at the end put everything together. A domain that
 * is not named stands above all others, and needs a line here only once another one uses it.
 */
const order = [
  [
    'start-error.ts',
    'make-folder.ts',
    'closest.mjs',
    'usage.mjs',
    'version.ts',
    'every.ts',
    'parent-watch.ts',
  ],
  ['db'],
  ['config-kinds.ts'],
  ['provider-settings.ts'],
  ['config.ts'],
  ['unknown-settings.ts', 'explain-start.ts'],
  ['live'],
  ['caller.ts'],
  ['http'],
  ['queue.ts'],
  ['lists'],
  ['children'],
  ['outgoing.ts'],
  ['planner', 'exports', 'drawing', 'mail'],
  ['kontor.ts'],
  ['images', 'nodes'],
  ['audit'],
  ['auth'],
  ['jobs'],
  ['push'],
  ['webhooks', 'undo'],
  ['docs', 'chat'],
  ['groups'],
  ['privacy'],
  ['users'],
  ['happenings'],
  ['shifts'],
  ['publishing'],
  ['today', 'a new domain'],
  ['find'],
  ['operation'],
  ['job-kinds.ts', 'undo-kinds.ts'],
  ['status'],
  ['clean-up.ts', 'command.ts', 'app.ts'],
  ['run.ts'],
  ['main.ts'],
  ['testing'],
]
const root = join(import.meta.dirname, '..')
const withTests = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter(Boolean)
const files = withTests.filter((file) => !file.includes('.test.'))

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
/** The file that an import names, where it is one of ours. */
const targetOf = (file: string, from: string) =>
  from.startsWith('#')
    ? from.slice(1)
    : from.startsWith('.')
      ? normalize(join(dirname(file), from))
      : undefined
const areaOf = (path: string) => path.split('/')[0] as string

test('what a file imports is found here: of types, and of what is loaded later too', () => {
  const found = [...imports('server/run.ts'), ...imports('server/main.ts')]
  const of = (from: string) => found.filter((one) => one.from === from)
  assert.deepEqual(of('./app.ts'), [{ from: './app.ts', isType: false, isLazy: false }])
  assert.deepEqual(of('#demo/start.ts'), [
    { from: '#demo/start.ts', isType: true, isLazy: false },
    { from: '#demo/start.ts', isType: true, isLazy: false },
    { from: '#demo/start.ts', isType: false, isLazy: true },
  ])
})

test('imports run one way: contract knows nobody, web knows the contract, server knows no web', () => {
  const areas = new Set(files.filter((file) => file.includes('/')).map(areaOf))
  assert.deepEqual([...areas].filter((area) => !(area in mayImport)).sort(), [])
  const wrong = files.flatMap((file) => {
    const area = areaOf(file)
    return imports(file)
      .map(({ from }) => targetOf(file, from))
      .filter((target) => target?.includes('/') && areaOf(target) !== area)
      .filter((target) => !mayImport[area]?.includes(areaOf(target as string)))
      .filter((target) => !(area === 'proof' && lentToProofs.has(target as string)))
      .map((target) => `${file} imports ${target}`)
  })
  assert.deepEqual(wrong, [])
})

test('what a proof takes of the browser needs neither screen nor network', () => {
  const wrong = [...lentToProofs].flatMap((file) =>
    imports(file)
      .filter(({ isType, from }) => !isType && !from.startsWith('#contract/'))
      .filter(({ from }) => !lentToProofs.has(targetOf(file, from) ?? ''))
      .map(({ from }) => `${file} imports ${from}`),
  )
  assert.deepEqual(wrong, [])
})

test('inside the server no import climbs, not even of a type', () => {
  const rank = new Map(order.flatMap((parts, height) => parts.map((part) => [part, height] as const)))
  const partOf = (path: string) => path.split('/')[1] as string
  const ours = files.filter((file) => file.startsWith('server/'))
  for (const domain of ours.filter((file) => /^server\/[^/]+\/routes\.ts$/.test(file)).map(partOf))
    if (!rank.has(domain)) rank.set(domain, rank.get('a new domain') as number)
  assert.deepEqual([...new Set(ours.map(partOf))].filter((part) => !rank.has(part)).sort(), [])
  const wrong = ours.flatMap((file) =>
    imports(file)
      .map(({ from }) => targetOf(file, from))
      .filter((target) => target?.startsWith('server/') && partOf(target) !== partOf(file))
      // Beside each other is too high as well: parts of one height know nothing of each other.
      .filter((target) => Number(rank.get(partOf(target as string))) >= Number(rank.get(partOf(file))))
      .map((target) => `${file} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('no file needs itself, by whatever way, not even by types', () => {
  const known = new Set(files)
  const targets = new Map(
    files.map((file) => [
      file,
      imports(file)
        .map(({ from }) => targetOf(file, from))
        .filter((target) => target !== undefined && known.has(target)) as string[],
    ]),
  )
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]) => {
    const before = way.indexOf(file)
    if (before >= 0) cycles.push([...way.slice(before), file].join(' → '))
    if (before >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  assert.deepEqual(cycles, [])
})

test('SQL stands in stores', () => {
  const elsewhere = files.filter(
    (file) =>
      file.startsWith('server/') &&
      // The database itself, and what tests set up.
      !/^server\/(db|testing)\//.test(file) &&
      !/(^|[/-])store\.ts$/.test(file) &&
      /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  )
  assert.deepEqual(elsewhere, [])
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

/** What both sides reckon with: what a document holds, how long work lasts, and the words and steps of both. */
const shared = ['#contract/document/', '#contract/time/', '#contract/words/']

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

test('the words of both sides bring no schemas into the browser', () => {
  const wrong = files
    .filter((file) => file.startsWith('contract/words/'))
    .flatMap((file) => imports(file).map(({ from }) => targetOf(file, from) ?? from))
    .filter((target) => !target.startsWith('contract/words/'))
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

test('the browser’s code uses nothing of Node, although its tests lend it the types', () => {
  const wrong = files
    .filter((file) => file.startsWith('web/'))
    .filter((file) =>
      /from 'node:|\b(process|Buffer|__dirname|global)\b[.(]/.test(readFileSync(join(root, file), 'utf8')),
    )
  assert.deepEqual(wrong, [])
})

test('no file gathers the exports of others', () => {
  const wrong = files.filter(
    (file) =>
      /(^|\/)index\.tsx?$/.test(file) || /^export \* from/m.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})

test('what a file exports is named in another one', () => {
  const texts = new Map(withTests.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const namedIn = new Map<string, number>()
  for (const text of texts.values())
    for (const name of new Set(text.match(/[\w$]+/g))) namedIn.set(name, (namedIn.get(name) ?? 0) + 1)
  const exported = /^export (?:async )?(?:const|function\*?|class|type|interface|let) ([\w$]+)/gm
  const alone = files
    .filter((file) => !file.includes('.d.'))
    .flatMap((file) =>
      [...(texts.get(file) as string).matchAll(exported)].map(([, name]) => `${file}: ${name}`),
    )
    .filter((place) => namedIn.get(place.split(': ')[1] as string) === 1)
  assert.deepEqual(alone, [])
})
