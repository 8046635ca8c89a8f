// R14: the JavaScript that a screen needs before it can show itself, against React alone; as it travels, in brotli.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Figure } from '#measure/figures.ts'

const root = join(import.meta.dirname, '..')
const assets = join(root, 'dist/web/assets')
/** 113 KB where React alone has 59.3. */
const GOAL = 1.9
const GOAL_WITH_EDITOR = 3.2

export async function firstLoad(): Promise<Figure[]> {
  const page = await readFile(join(root, 'dist/web/index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) throw new Error('The browser part is not built.')
  const baseline = await reactAlone()
  const entries = names(page, /(?:src|href)="[^"]*\/([^"/]+\.js)"/g)
  const start = await withImports(entries)
  const screens = [...new Set((await Promise.all([...start].map(lazyImports))).flat())].sort()
  const figures = [figureOf('R14 first load', await sizeOf(start), baseline)]
  for (const screen of screens) {
    const size = await sizeOf(await withImports([...start, screen]))
    figures.push(figureOf(`R14 first load of ${screen.replace(/-[\w-]{8}\.js$/, '')}`, size, baseline))
  }
  return figures
}

function figureOf(figure: string, size: number, baseline: number): Figure {
  const goal = /of edit/.test(figure) ? GOAL_WITH_EDITOR : GOAL
  return {
    figure,
    value: size / 1_000,
    unit: 'KB',
    baseline: baseline / 1_000,
    ratio: size / baseline,
    n: 1,
    goal,
  }
}

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name as string)
const read = (name: string) => readFile(join(assets, name), 'utf8')

/** Files that load at once with some: they and everything that they import by name. */
async function withImports(files: readonly string[]): Promise<Set<string>> {
  const all = new Set(files)
  for (const file of all) {
    for (const name of names(await read(file), /(?:from|import)\s*"\.\/([^"]+\.js)"/g)) all.add(name)
  }
  return all
}

/** Files that load only when a screen is opened. */
const lazyImports = async (file: string) => names(await read(file), /import\([`"']\.\/([^`"']+\.js)[`"']\)/g)

async function sizeOf(files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => packed(await read(file))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const packed = (text: string) => brotliCompressSync(text).length

/** react and react-dom, drawing one word, built as our own part is. */
async function reactAlone(): Promise<number> {
  const { build } = await import('vite')
  const folder = await mkdtemp(join(root, 'node_modules/.cache/react-alone-'))
  try {
    const source = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'
      createRoot(document.body).render(createElement('p', null, 'Kontor'))`
    await writeFile(join(folder, 'main.js'), source)
    await build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      build: {
        outDir: 'out',
        modulePreload: { polyfill: false },
        rolldownOptions: { input: join(folder, 'main.js') },
      },
    })
    const out = join(folder, 'out/assets')
    const files = (await readdir(out)).filter((name) => name.endsWith('.js'))
    const sizes = await Promise.all(
      files.map(async (name) => packed(await readFile(join(out, name), 'utf8'))),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  } finally {
    await rm(folder, { recursive: true })
  }
}
