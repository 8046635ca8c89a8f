// Builds the browser part when one of the files that it is made from has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, say } from './console.mjs'
import { whileLocked } from './install.mjs'
import { run } from './run.mjs'

const OUTPUT = join(root, 'dist')
/** Which contents were built, and how the files looked then: to read them all takes longer than to look at them. */
const STAMP = join(OUTPUT, '.inputs')
const SEEN = join(OUTPUT, '.inputs-seen')
const INPUTS = [
  'web',
  'contract',
  'docs/handbuch',
  ...readdirSync(root).filter((name) => /^vite\..*\.ts$/.test(name)),
  'bin/build.ts',
  'package-lock.json',
]

export function isBuilt() {
  if (!existsSync(join(OUTPUT, 'build.json'))) return false
  const seen = look()
  if (read(SEEN) === seen) return true
  if (read(STAMP) !== hashOfContents()) return false
  try {
    writeFileSync(SEEN, seen)
  } catch {
    // a folder that may only be read: the files are read again each time
  }
  return true
}

/** A server holds what was built in memory: building beside it changes nothing for it. */
export async function build(runtime) {
  await whileLocked(async () => {
    if (isBuilt()) return // by the one before us
    say('Baue den Browserteil …', 'Building the browser part …')
    for (const name of existsSync(OUTPUT) ? readdirSync(OUTPUT) : [])
      if (name.startsWith('.fresh-')) rmSync(join(OUTPUT, name), { recursive: true, force: true })
    const [seen, contents] = [look(), hashOfContents()]
    if ((await run(runtime, [join(root, 'bin/build.ts')], { quiet: true })) !== 0)
      fail('Der Browserteil ließ sich nicht bauen.', 'The browser part could not be built.')
    mkdirSync(OUTPUT, { recursive: true })
    writeFileSync(STAMP, contents)
    writeFileSync(SEEN, seen)
  })
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const hashOfContents = () => hashOf((path, { size }) => [`${path} ${size}\n`, readFileSync(join(root, path))])
const look = () => hashOf((path, { size, mtimeMs, ino }) => [`${path} ${size} ${mtimeMs} ${ino}\n`])

function hashOf(wordsOf) {
  const hash = createHash('sha256')
  const add = (path) => {
    const entry = statSync(join(root, path), { throwIfNoEntry: false })
    if (!entry || path.endsWith('.test.ts')) return
    if (entry.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`)
      return
    }
    for (const words of wordsOf(path, entry)) hash.update(words)
  }
  for (const path of INPUTS) add(path)
  return hash.digest('hex')
}
