// Builds the browser part into dist/web, all of it or nothing; dist/build.json marks a complete build. `--kit`
// builds the page of all components into dist/kit, for development and tests.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const isKit = process.argv.includes('--kit')
if (isKit) process.env['KIT'] = '1'

const dist = join(import.meta.dirname, '../dist')
const targetFolder = join(dist, isKit ? 'kit' : 'web')
const stagingFolder = join(dist, `.fresh-${process.pid}`)
const stampFile = join(dist, 'build.json')
const TEXT_FILE_PATTERN = /\.(js|css|html|svg|json|webmanifest|map|txt)$/
const MIN_COMPRESSED_BYTES = 1024

try {
  const { build } = await import('vite')
  await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: stagingFolder },
  })
  const files = await listFiles(stagingFolder)
  const hash = await hashFiles(files)
  const sizes = await Promise.all(
    files.filter((file) => TEXT_FILE_PATTERN.test(file)).map(writeCompressedCopies),
  )
  await mkdir(dist, { recursive: true })
  if (!isKit) await rm(stampFile, { force: true })
  await replaceFolder(stagingFolder, targetFolder)
  if (!isKit) await writeStamp(stampFile, `${JSON.stringify({ hash })}\n`)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`Built the browser part: ${files.length} files, packed ${Math.round(total / 1000)} kB.`)
} finally {
  await rm(stagingFolder, { recursive: true, force: true })
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Hash over all names and contents: equal sources give an equal hash on every machine. */
async function hashFiles(files: string[]) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = await readFile(file)
    hash.update(`${relative(stagingFolder, file).replaceAll('\\', '/')} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Writes compressed copies beside the file, so that the server never compresses. Returns the size (bytes)
 * that a browser downloads.
 */
async function writeCompressedCopies(file: string): Promise<number> {
  const content = await readFile(file)
  if (content.length <= MIN_COMPRESSED_BYTES) return content.length
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return br.length
}

/** A folder cannot be renamed onto one that has files, so the old folder is moved aside first. */
async function replaceFolder(from: string, to: string) {
  const old = `${from}-old`
  // Left behind by a build that was interrupted.
  await rm(old, { recursive: true, force: true })
  await rename(to, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(from, to)
  await rm(old, { recursive: true, force: true })
}

async function writeStamp(file: string, text: string) {
  await writeFile(`${file}.${process.pid}`, text)
  await rename(`${file}.${process.pid}`, file)
}
