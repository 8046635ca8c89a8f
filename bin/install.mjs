// Installs the packages that a purpose needs: beside what is there, whole or not at all, and never beneath a server.
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fail, root, say } from './console.mjs'
import { withLock } from './lock.mjs'
import {
  differences,
  lockedPackages,
  nameOf,
  thisMachine,
  WRITTEN,
  wantedPackages,
  writtenPackages,
} from './packages.mjs'
import { findUsers } from './processes.mjs'
import { run } from './run.mjs'
import { isRuntime } from './runtime.mjs'

const MODULES = join(root, 'node_modules')
/** The folder in which new packages wait until they are whole, and old ones until they are gone. */
const WORKPLACE = join(MODULES, '.kontor')
/** Parts of the runtime that nobody runs: 62 of its 211 MB. */
const NOT_NEEDED = ['include', 'share', 'CHANGELOG.md']

/** `programs`: whoever runs one of them needs the packages as they are. */
export async function installPackages(purpose, programs) {
  if (!mustChange(look(purpose))) return
  await whileLocked(async () => {
    const found = look(purpose) // the one before us may have done it
    if (mustChange(found)) await install(found, programs)
  })
}

export function whileLocked(work) {
  try {
    mkdirSync(WORKPLACE, { recursive: true })
    accessSync(WORKPLACE, constants.W_OK) // it may be there since somebody else built
  } catch (error) {
    fail(
      `Der Ordner „${root}“ lässt sich nicht beschreiben (${error.code}); darin fehlen Pakete oder der gebaute Browserteil.`,
      `The folder ${root} cannot be written (${error.code}); it lacks packages, or the built browser part.`,
    )
  }
  const onWait = () =>
    say(
      'Ein anderer Start bereitet diesen Ordner gerade vor; dieser wartet auf ihn …',
      'Somebody else prepares this folder at the moment; waiting …',
    )
  return withLock(join(WORKPLACE, 'lock'), { onWait }, work)
}

/** Beside a running server nothing is installed: a command works with what is there, or says what is missing. */
export function requirePackages() {
  const { missing, changed } = look('commands')
  if (missing.length > 0) {
    fail(
      `Es fehlen Pakete (${missing.slice(0, 3).map(nameOf).join(', ')}${missing.length > 3 ? ' …' : ''}). „npm start“ installiert sie; in einem anderen Ordner genügt „npm run kontor -- build“.`,
    )
  }
  if (changed.length > 0)
    say('Hinweis: Die Pakete hier gehören zu einer anderen Fassung; der nächste „npm start“ erneuert sie.')
}

function look(purpose) {
  const locked = lockedPackages()
  const written = writtenPackages()
  const wanted = wantedPackages(purpose, locked, thisMachine())
  return { locked, written, wanted, ...differences(wanted, locked, written) }
}

const mustChange = ({ missing, changed }) => missing.length + changed.length > 0

async function install({ locked, written, wanted, missing, changed, leftOver }, programs) {
  const forServer = new Set(wantedPackages('build', locked, thisMachine()))
  // without the list nobody knows what those are that lie there
  const isUnknown = !written && readdirSync(MODULES).some((name) => !name.startsWith('.'))
  const touchesServer = isUnknown || leftOver.length > 0 || changed.some((path) => forServer.has(path))
  if (touchesServer) refuseBesideServer(programs)

  say('Installiere die Pakete, das dauert einen Moment …', 'Installing the packages, this takes a moment …')
  // what lies beneath a package goes with it
  const isBeneath = (path) => changed.some((one) => path === one || path.startsWith(`${one}/node_modules/`))
  const paths = wanted.filter((path) => missing.includes(path) || isBeneath(path))
  for (const name of readdirSync(WORKPLACE)) if (name !== 'lock') remove(join(WORKPLACE, name))
  const stage = join(WORKPLACE, `new-${randomUUID()}`)
  const old = join(WORKPLACE, `old-${randomUUID()}`)
  await fetchInto(stage, paths, locked)

  if (touchesServer) {
    refuseBesideServer(programs) // one may have started meanwhile
    rmSync(join(root, WRITTEN), { force: true })
  }
  mkdirSync(old)
  const steps = [...leftOver, ...paths.slice().sort((one, other) => one.length - other.length)]
  for (const path of steps) setAside(path, old)
  for (const path of steps) if (locked[path]) place(join(stage, 'node_modules', aliasOf(path, paths)), path)
  for (const path of paths) linkPrograms(path, locked[path])
  writeDown({ ...written, ...Object.fromEntries(paths.map((path) => [path, locked[path]])) }, leftOver)
  remove(stage)
  remove(old)
}

function refuseBesideServer(programs) {
  const [first] = findUsers(programs, MODULES)
  if (!first) return
  fail(
    `Aus diesem Ordner läuft noch ein Server (Prozess ${first.pid}), und diese Fassung braucht andere Pakete als er. Bitte beenden Sie ihn und rufen Sie dann noch einmal „npm start“ auf.`,
    `A server still runs from this folder (process ${first.pid}), and other packages are needed than it has. End it and try again.`,
  )
}

/**
 * npm fetches, checks sums and unpacks, with its own settings for registry and proxy. Each package is asked for by
 * itself: so what fits another Node or platform is not left out, and what is there is not fetched again.
 */
async function fetchInto(stage, paths, locked) {
  const packages = {}
  const dependencies = {}
  for (const path of paths) {
    const { version, integrity } = locked[path]
    const alias = aliasOf(path, paths)
    dependencies[alias] = `npm:${nameOf(path)}@${version}`
    packages[`node_modules/${alias}`] = { name: nameOf(path), version, ...(integrity && { integrity }) }
  }
  const own = { name: 'kontor-packages', version: '0.0.0', dependencies }
  const lock = { ...own, lockfileVersion: 3, requires: true, packages: { '': own, ...packages } }
  mkdirSync(stage)
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...own, private: true }))
  writeFileSync(join(stage, 'package-lock.json'), JSON.stringify(lock))
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(stage, '.npmrc'))

  const args = ['ci', '--ignore-scripts', '--install-strategy=hoisted', '--loglevel=error', '--no-progress']
  const npm = process.env.npm_execpath
  const options = { quiet: true, cwd: stage }
  const code =
    npm && basename(npm) === 'npm-cli.js'
      ? await run(process.execPath, [npm, ...args], options)
      : await run('npm', args, options)
  const absent = paths.filter(
    (path) => versionIn(join(stage, 'node_modules', aliasOf(path, paths))) !== locked[path].version,
  )
  if (code === 0 && absent.length === 0) return
  remove(stage)
  const names = absent.map(nameOf).join(', ')
  if (code === 127) say('Auf diesem Rechner ist kein npm zu finden.', 'There is no npm on this machine.')
  if (code === 0) say(`npm hat nicht geliefert: ${names}`, `npm did not deliver: ${names}`)
  fail(
    'Die Pakete ließen sich nicht installieren; der Grund steht darüber.',
    'The packages could not be installed; the reason stands above.',
  )
}

const aliasOf = (path, paths) => `p${paths.indexOf(path)}`

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

function setAside(path, old) {
  const folder = join(root, path)
  if (existsSync(folder)) renameSync(folder, join(old, randomUUID()))
}

function place(from, path) {
  if (isRuntime(nameOf(path))) for (const name of NOT_NEEDED) remove(join(from, name))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  renameSync(from, join(root, path))
}

/** For people: `npx biome`. */
function linkPrograms(path, { bin = {} }) {
  if (process.platform === 'win32' || path.includes('/node_modules/')) return
  const folder = join(MODULES, '.bin')
  mkdirSync(folder, { recursive: true })
  for (const [name, file] of Object.entries(bin)) {
    remove(join(folder, name))
    symlinkSync(relative(folder, join(root, path, file)), join(folder, name))
  }
}

function writeDown(packages, leftOver) {
  const { name, version, lockfileVersion } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const path of leftOver) delete packages[path]
  const file = join(root, WRITTEN)
  writeFileSync(
    `${file}.new`,
    JSON.stringify({ name, version, lockfileVersion, requires: true, packages }, null, 2),
  )
  renameSync(`${file}.new`, file)
}

const remove = (path) => rmSync(path, { recursive: true, force: true })
