// Builds the browser part, and the server's parts into few files, each when one of the files that it is made from has
// changed.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fail, root, say } from './console.mjs'
import { whileLocked } from './install.mjs'
import { run } from './run.mjs'

const OUTPUT = join(root, 'dist')
const WEB = {
  program: join(root, 'bin/build.ts'),
  result: join(OUTPUT, 'build.json'),
  stamp: join(OUTPUT, '.inputs'),
  inputs: [
    'web',
    'contract',
    'docs/handbuch',
    ...readdirSync(root).filter((name) => /^vite\..*\.ts$/.test(name)),
    'bin/build.ts',
    'package-lock.json',
  ],
}
const SERVER = {
  program: join(root, 'bin/build-server.ts'),
  result: join(OUTPUT, 'server/inputs.json'),
  stamp: join(OUTPUT, '.inputs-server'),
  inputs: [
    'server',
    'contract',
    'demo',
    'planner-simulator',
    'bin/build-server.ts',
    'bin/built-lines.ts',
    'package.json',
    'package-lock.json',
  ],
}
/** The same files, told by size and time: to read them all takes longer than to look at them. */
const looksOf = ({ stamp }) => `${stamp}-seen`

/** A server holds what was built in memory: building beside it changes nothing for it. */
export function partsToBuild() {
  const web = isBuilt(WEB) ? [] : [WEB]
  const server = isBuilt(SERVER) || !canBuildServer(web.length > 0) ? [] : [SERVER]
  return [...web, ...server]
}

/** From its sources a server only starts later: for that alone nothing is installed, and nobody has to let us write. */
function canBuildServer(buildsAnyway) {
  if (process.platform === 'win32' || !existsSync(SERVER.program)) return false
  if (buildsAnyway) return true
  try {
    accessSync(OUTPUT, constants.W_OK)
    return existsSync(join(root, 'node_modules/vite'))
  } catch {
    return false
  }
}

function isBuilt(part) {
  if (!existsSync(part.result)) return false
  const seen = look(part)
  if (read(looksOf(part)) === seen) return true
  if (read(part.stamp) !== hashOfContents(part)) return false
  writeIfPossible(looksOf(part), seen)
  return true
}

export async function buildParts(runtime) {
  await whileLocked(async () => {
    const parts = partsToBuild() // the one before us may have built them
    if (parts.length === 0) return
    if (parts.includes(WEB)) say('Baue den Browserteil …', 'Building the browser part …')
    else say('Baue den Server …', 'Building the server …')
    for (const name of existsSync(OUTPUT) ? readdirSync(OUTPUT) : [])
      if (name.startsWith('.fresh-')) rmSync(join(OUTPUT, name), { recursive: true, force: true })
    const built = await Promise.all(parts.map((part) => build(part, runtime)))
    if (parts.some((part, index) => part === WEB && !built[index]))
      fail('Der Browserteil ließ sich nicht bauen.', 'The browser part could not be built.')
    if (built.includes(false))
      say(
        'Der Server ließ sich nicht bauen; er startet aus den Quellen.',
        'The server could not be built; it starts from its sources.',
      )
  })
}

async function build(part, runtime) {
  const [seen, contents] = [look(part), hashOfContents(part)]
  if ((await run(runtime, [part.program], { quiet: true })) !== 0) return false
  mkdirSync(OUTPUT, { recursive: true })
  writeFileSync(part.stamp, contents)
  writeFileSync(looksOf(part), seen)
  return true
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function writeIfPossible(file, text) {
  try {
    writeFileSync(file, text)
  } catch {
    // a folder that may only be read: the files are read again each time
  }
}

const hashOfContents = (part) =>
  hashOf(part, (path, { size }) => [`${path} ${size}\n`, readFileSync(join(root, path))])
const look = (part) => hashOf(part, (path, { size, mtimeMs, ino }) => [`${path} ${size} ${mtimeMs} ${ino}\n`])

function hashOf({ inputs }, wordsOf) {
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
  for (const path of inputs) add(path)
  return hash.digest('hex')
}
