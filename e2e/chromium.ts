// The Chromium that came with npm, unpacked once; also on a machine without fonts and without its libraries.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export type Chromium = { executable: string; environment: Record<string, string> }

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
const packed = dirname(dirname(entry))
const cache = join(import.meta.dirname, '../node_modules/.cache/kontor')

/** The emoji font of the PDFs, because many machines have none. */
const emoji = join(import.meta.dirname, '../node_modules/@expo-google-fonts/noto-emoji/400Regular')

/** System folders are searched for a library first, because the packed libraries fit an older system. */
const SYSTEM_LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64']

export async function packagedChromium(): Promise<Chromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Only Linux on x64 has a Chromium from npm; name another by CHROMIUM.')
  }
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) await unpackTo(folder)
  return {
    executable: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: [...SYSTEM_LIBRARIES, join(folder, 'al2023/lib')].join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/**
 * Unpacks into a temporary folder and renames it at the end, because several test files do this at the same
 * time.
 */
async function unpackTo(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const half = await mkdtemp(`${folder}.`)
  try {
    await Promise.all([
      writeExecutable(join(half, 'chromium')),
      unpack('al2023', join(half, 'al2023')),
      unpack('fonts', join(half, 'fonts')),
      unpack('swiftshader', half), // looked for beside the executable
      writeFile(join(half, 'fonts.conf'), fontSettings(folder)),
    ])
    await chmod(half, 0o755)
    await rename(half, folder)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // otherwise another process was faster
  }
}

async function writeExecutable(path: string): Promise<void> {
  await writeFile(path, await unbrotli('chromium.br'), { mode: 0o755 })
}

async function unpack(name: string, folder: string): Promise<void> {
  const { extract } = createRequire(entry)('tar-fs') as {
    extract(this: void, folder: string): NodeJS.WritableStream
  }
  await pipeline(Readable.from([await unbrotli(`${name}.tar.br`)]), extract(folder))
}

async function unbrotli(name: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(join(packed, 'bin', name)))
}

/** Absolute paths: relative ones count from the folder in which the browser is started. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${escape(join(folder, 'fonts'))}</dir>
  <dir>${escape(emoji)}</dir>
  <cachedir>${escape(join(folder, 'font-cache'))}</cachedir>
</fontconfig>
`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
