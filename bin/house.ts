// `npm run kontor -- house [folder]`: counts what a house should have little of, for this tree or another checkout.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const AREAS = [
  'contract',
  'server',
  'web',
  'demo',
  'planner-simulator',
  'measure',
  'proof',
  'bench',
  'e2e',
  'bin',
]
/** A folder with more files is hard to overlook, a longer file hard to read. */
const FOLDER_FILES = 40
const FILE_LINES = 300
/** A short file with one reader beside it may be a piece of that reader. */
const PIECE_LINES = 45
/** A file that lists all of a kind has to read each of them: proofs, measurements, documents. */
const LISTS = /^(main|all)\.ts$/

type Source = { path: string; text: string; lines: number; isTest: boolean; imports: string[] }

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const sources = readSources()
const byPath = new Map(sources.map((source) => [source.path, source]))
const product = sources.filter(({ isTest }) => !isTest)

printAreas()
print('Files above 300 lines', tooLong())
print('Folders above 40 files', crowdedFolders())
printPieces()
print('Cycles of imports, types included', cycles())
print("Literals of 'Technischer Fehler' in web", matches('web', /Technischer Fehler/g))
print('Hand-made observables in web', matches('web', /= new Set<\(\) => void>\(\)/g))
print('Type names used twice in a domain', repeatedTypes())
print('SQL outside stores', sqlOutsideStores())

function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', ...AREAS], { cwd: root, encoding: 'utf8' }).split('\n')
  const paths = listed.filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path) && existsSync(join(root, path)))
  const known = new Set(paths)
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const isCode = /\.(ts|tsx|mjs)$/.test(path)
    return {
      path,
      text,
      lines: text.split('\n').length - 1,
      isTest: /\.test\.tsx?$/.test(path) || path.startsWith('e2e/'),
      imports: isCode ? importsOf(path, text).filter((from) => known.has(from)) : [],
    }
  })
}

/** Within the tree only; an import of what is loaded later counts like any other. */
function importsOf(path: string, text: string): string[] {
  const found = [...text.matchAll(/(?:from|import\()\s*'([.#][^']+)'/g)].map(([, from = '']) => from)
  return [...new Set(found)].map((from) =>
    from.startsWith('#') ? from.slice(1) : normalize(join(dirname(path), from)),
  )
}

function printAreas() {
  console.log('area                files   lines  longest  tests')
  for (const area of AREAS) {
    const all = sources.filter(({ path }) => path.startsWith(`${area}/`) && /\.(ts|tsx|mjs)$/.test(path))
    const code = all.filter(({ isTest }) => !isTest)
    const sum = (of: Source[]) => of.reduce((lines, source) => lines + source.lines, 0)
    const longest = Math.max(0, ...code.map(({ lines }) => lines))
    const cells = [code.length, sum(code), longest, sum(all) - sum(code)]
    console.log(area.padEnd(18), ...cells.map((cell) => String(cell).padStart(7)))
  }
}

function print(title: string, found: string[]) {
  console.log(`\n${title}: ${found.length}`)
  for (const line of found) console.log(`  ${line}`)
}

function tooLong(): string[] {
  return product.filter(({ lines }) => lines > FILE_LINES).map(({ path, lines }) => `${path} ${lines}`)
}

function crowdedFolders(): string[] {
  const files = Map.groupBy(
    product.filter(({ path }) => /\.tsx?$/.test(path)),
    ({ path }) => dirname(path),
  )
  return [...files]
    .filter(([, { length }]) => length > FOLDER_FILES)
    .map(([folder, { length }]) => `${folder} ${length}`)
}

/** All of them, and apart those that stand alone for a reason: a rule behind a call, a program of its own. */
function printPieces() {
  const all = pieces()
  const programs = new Set(sources.flatMap(programsOf))
  const kinds: [title: string, isOne: (piece: Piece) => boolean][] = [
    ['rules of a call, read by routes.ts', ({ reader }) => reader === 'routes.ts'],
    [
      'one of a list, read by main.ts or all.ts',
      ({ path, reader }) => !path.startsWith('server/') && LISTS.test(reader),
    ],
    ['programs, started as a process of their own', ({ path }) => programs.has(path)],
    ['others', () => true],
  ]
  console.log(`\nShort files with a single reader beside them: ${all.length}`)
  let left = all
  for (const [title, isOne] of kinds) {
    const some = left.filter(isOne)
    left = left.filter((piece) => !some.includes(piece))
    console.log(`  ${title}: ${some.length}`)
    for (const { path, reader } of some) console.log(`    ${path} of ${reader}`)
  }
}

/** Named by their address instead of imported. */
function programsOf({ path, text }: Source): string[] {
  const named = text.matchAll(/new URL\(\s*'([\w./-]+)',\s*import\.meta\.url/g)
  return [...named].map(([, file = '']) => normalize(join(dirname(path), file)))
}

type Piece = { path: string; reader: string }

function pieces(): Piece[] {
  const readers = new Map<string, string[]>()
  for (const { path, imports } of product)
    for (const from of imports) readers.set(from, [...(readers.get(from) ?? []), path])
  return product
    .filter(({ path, lines }) => lines <= PIECE_LINES && /\.tsx?$/.test(path))
    .flatMap(({ path }) => {
      const [reader, ...others] = readers.get(path) ?? []
      const isBeside = reader !== undefined && others.length === 0 && dirname(reader) === dirname(path)
      return isBeside ? [{ path, reader: reader.slice(dirname(path).length + 1) }] : []
    })
}

/** Groups of files that all lead to one another (Tarjan). */
function cycles(): string[] {
  const found: string[] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (file: string) => {
    const number = order.size
    order.set(file, number)
    lowest.set(file, number)
    path.push(file)
    for (const next of byPath.get(file)?.imports ?? []) {
      if (!order.has(next)) visit(next)
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== number) return
    const group = path.splice(path.indexOf(file))
    if (group.length > 1) found.push(group.sort().join(', '))
  }
  for (const { path } of product) if (!order.has(path)) visit(path)
  return found
}

function matches(area: string, pattern: RegExp): string[] {
  return product
    .filter(({ path }) => path.startsWith(`${area}/`))
    .flatMap(({ path, text }) => Array.from(text.matchAll(pattern), () => path))
}

/** A domain is a folder right below its area. `Props` is the word of React for what one component of a file takes. */
function repeatedTypes(): string[] {
  const declared = product.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(([, name]) => ({
      name: `${domainOf(path)} ${name}`,
      path,
    })),
  )
  return [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([name, places]) => places.length > 1 && !name.endsWith(' Props'))
    .map(([name, places]) => `${name}: ${places.map(({ path }) => path.split('/').at(-1)).join(', ')}`)
}

function domainOf(path: string): string {
  const folders = path.split('/')
  return folders.slice(0, folders.length > 2 ? 2 : 1).join('/')
}

function sqlOutsideStores(): string[] {
  return product
    .filter(({ path }) => path.startsWith('server/') && path.endsWith('.ts'))
    .filter(({ path }) => !/^server\/(db|testing)\/|(^|[-/])store\.ts$/.test(path))
    .filter(({ text }) => /\.(selectFrom|insertInto|updateTable|deleteFrom|with)\('|sql[<`]/.test(text))
    .map(({ path }) => path)
}
