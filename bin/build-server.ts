// Builds the server's parts into few files (dist/server): Node finds, reads and links each file by itself, and of the
// 1,700 that a server is made of that is half of its start. What a part says of its own place stays true: it names the
// source. Beside them stand the files that they were made of, as they were (server/built.ts looks at these), and the
// lines that each line comes from (server/traces.ts).
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Inputs, lookAt } from '../server/built.ts'
import { linesOf } from './built-lines.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/server')
const fresh = join(root, `dist/.fresh-server-${process.pid}`)
/**
 * These have parts that are no JavaScript, are for who works on Kontor, or need that one of their parts has run
 * before another is read, which holds in files of their own alone.
 */
const OUTSIDE = [
  'vite',
  'sharp',
  '@myriaddreamin/typst-ts-node-compiler',
  'pg-native',
  '@simplewebauthn/server',
]
const OURS = ['server', 'contract', 'demo', 'planner-simulator']

const FOREIGN = /[^\0-\x7f]/

const inputs = new Map<string, { look: string; hash: string }>()

try {
  const built = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [noteInputs(), keepPlaces()],
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: true,
      // Not written there, but its sources are named from there.
      outDir: target,
      write: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { start: join(root, 'server/start.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  })) as Rolldown.RolldownOutput
  await mkdir(fresh, { recursive: true })
  const chunks = built.output.filter((file) => file.type === 'chunk')
  for (const chunk of chunks) {
    await writeFile(join(fresh, chunk.fileName), plain(chunk))
    await writeFile(join(fresh, `${chunk.fileName}.lines`), JSON.stringify(linesOf(chunk, root)))
  }
  await note(join(root, 'package.json'))
  await writeFile(join(fresh, 'inputs.json'), JSON.stringify(written()))
  await rm(target, { recursive: true, force: true })
  await rename(fresh, target)
} finally {
  await rm(fresh, { recursive: true, force: true })
}

/** What is looked at before it is read cannot have changed unseen. */
function noteInputs(): Plugin {
  return {
    name: 'note-inputs',
    enforce: 'pre',
    load: {
      filter: { id: /^\/.*\.(ts|[cm]?js|json)$/ },
      handler: async (id) => {
        if (id.includes('/node_modules/')) await notePackage(id)
        else if (id.startsWith(root)) return (await note(id)).toString()
        return undefined
      },
    },
  }
}

async function note(file: string): Promise<Buffer> {
  const look = lookAt(file)
  const content = await readFile(file)
  inputs.set(file, { look, hash: createHash('sha256').update(content).digest('hex') })
  return content
}

/** Of a package's folders the outermost: those within it may have descriptions of their own. */
async function notePackage(file: string) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
  const description = join(folder as string, 'package.json')
  if (!inputs.has(description)) await note(description)
}

function written(): Inputs {
  const all = [...inputs].map(([file, found]) => ({ path: relative(root, file), ...found }))
  all.sort((a, b) => (a.path < b.path ? -1 : 1))
  const contents = createHash('sha256')
  for (const { path, hash } of all) contents.update(`${path} ${hash}\n`)
  return { contents: contents.digest('hex'), files: all.map(({ path, look }) => [path, look]) }
}

/** `dist/server` lies two folders below the root: where a part says where it stands, its source is meant. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\./ },
      handler: (code, id) => {
        const path = relative(root, id)
        if (!OURS.some((area) => path.startsWith(`${area}/`))) return undefined
        const folder = `(__dirname + ${JSON.stringify(`/../../${dirname(path)}`)})`
        const file = `require('node:url').pathToFileURL(__dirname + ${JSON.stringify(`/../../${path}`)}).href`
        const kept = code
          .replaceAll('import.meta.dirname', folder)
          .replaceAll('import.meta.url', file)
          .replaceAll(
            /import\.meta\.resolve\((\w+)\)/g,
            `require('node:url').pathToFileURL(require.resolve($1)).href`,
          )
        const [foreign] = /import\.meta\.\w+/.exec(kept) ?? []
        if (foreign) throw new Error(`${path} asks for ${foreign}, which is not known here.`)
        return { code: kept, map: null }
      },
    },
  }
}

/** One letter beyond ASCII doubles what the engine reads and keeps: umlauts are written as escapes. */
function plain({ fileName, code }: Rolldown.OutputChunk): string {
  // The one place where an escape is not the letter that it stands for.
  const raws = code.split('String.raw`').slice(1)
  const foreign = raws.map((text) => text.slice(0, text.indexOf('`'))).find((raw) => FOREIGN.test(raw))
  if (foreign !== undefined) throw new Error(`${fileName} has letters beyond ASCII in ${foreign}.`)
  return code
    .slice(0, code.lastIndexOf('\n//# sourceMappingURL=') + 1)
    .replaceAll(/[^\0-\x7f]/g, (letter, at: number) => {
      const number = letter.charCodeAt(0).toString(16).padStart(4, '0')
      return `${isEscaped(code, at) ? '' : '\\'}u${number}`
    })
}

/** A letter with a backslash before it already, which is not itself behind one. */
function isEscaped(code: string, at: number): boolean {
  let begin = at
  while (code[begin - 1] === '\\') begin--
  return (at - begin) % 2 === 1
}
