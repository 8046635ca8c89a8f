// R14: the JavaScript that a screen needs before it can show itself, against React alone; as it travels, in brotli.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Figure } from '#measure/figures.ts'
import { byWindow } from '#measure/first-files.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'dist/web')
/** 113 KB where React alone has 59.3. */
const GOAL = 1.9
const GOAL_WITH_EDITOR = 3.2

export async function firstLoad(): Promise<Figure[]> {
  const page = await readFile(join(web, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) throw new Error('The browser part is not built.')
  const baseline = await reactAlone()
  const everywhere = scripts([...page.matchAll(/(?:src|href)="\/ui\/([^"]+)"/g)].map(([, name = '']) => name))
  const firstFiles = JSON.parse(await readFile(join(web, 'first-files.json'), 'utf8')) as Record<
    string,
    string[]
  >
  const figures = [figureOf('R14 first load of any page', await sizeOf(everywhere), baseline)]
  for (const [address, files] of Object.entries(firstFiles)) {
    for (const { window, files: own } of byWindow(files)) {
      const size = await sizeOf([...everywhere, ...scripts(own)])
      figures.push(figureOf(`R14 first load of ${address}${window}`, size, baseline))
    }
  }
  return figures
}

const scripts = (files: readonly string[]) => files.filter((name) => name.endsWith('.js'))

function figureOf(figure: string, size: number, baseline: number): Figure {
  const goal = figure.endsWith('/edit') ? GOAL_WITH_EDITOR : GOAL
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

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => packed(await readFile(join(web, file), 'utf8'))))
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
