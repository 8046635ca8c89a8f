// Which packages this machine needs for what, by package-lock.json, and which of them are there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './console.mjs'
import { isRuntime, ownNodeIsEnough } from './runtime.mjs'

/** The only development packages that an installation needs: they build the browser part. */
const BUILD_TOOLS = ['vite', '@vitejs/plugin-react']
/** The list that npm keeps of its last installation; we write it in the same form. */
export const WRITTEN = 'node_modules/.package-lock.json'
const FOLDER = 'node_modules/'

export const lockedPackages = () => packagesIn('package-lock.json') ?? {}
export const writtenPackages = () => packagesIn(WRITTEN)
export const nameOf = (path) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined // never installed, or an installation broke off
  }
}

export const thisMachine = () => ({
  platform: process.platform,
  arch: process.arch,
  libc: process.platform === 'linux' ? libcOf() : undefined,
  hasRuntime: ownNodeIsEnough(),
})

function libcOf() {
  process.report.excludeNetwork = true // it would look up names
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/**
 * Paths in the lock file. `purpose`: 'commands' beside a server, 'start' of it, 'build' of the browser part, 'all' for
 * development and tests. Npm itself leaves out what does not fit the Node that it runs under; we choose for ours.
 */
export function wantedPackages(purpose, locked, machine) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = locked[''] ?? {}
  const names = Object.keys(dependencies)
  // a machine without them says so in a sentence when it needs them
  if (purpose !== 'commands') names.push(...Object.keys(optionalDependencies))
  if (purpose === 'build') names.push(...BUILD_TOOLS)
  if (purpose === 'all') names.push(...Object.keys(devDependencies))
  const wanted = new Set()
  const add = (name, from) => {
    const path = find(name, from, locked)
    if (!path || wanted.has(path) || !fits(locked[path], machine)) return
    if (machine.hasRuntime && isRuntime(name)) return
    wanted.add(path)
    for (const used of usedBy(locked[path])) add(used, path)
  }
  for (const name of names) add(name, '')
  return [...wanted]
}

function usedBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** As Node looks for it: beneath the package, then further out. */
function find(name, from, locked) {
  const path = from === '' ? `${FOLDER}${name}` : `${from}/${FOLDER}${name}`
  if (locked[path]) return path
  if (from === '') return undefined
  const at = from.lastIndexOf(`/${FOLDER}`)
  return find(name, at < 0 ? '' : from.slice(0, at), locked)
}

function fits({ os, cpu, libc }, { platform, arch, libc: ownLibc }) {
  return allows(os, platform) && allows(cpu, arch) && (!ownLibc || allows(libc, ownLibc))
}

function allows(list, own) {
  if (!list) return true
  const names = [list].flat()
  const named = names.filter((name) => !name.startsWith('!'))
  return !names.includes(`!${own}`) && (named.length === 0 || named.includes(own))
}

/** Packages that are missing, that are there in another version, and that the lock file does not want any more. */
export function differences(wanted, locked, written = {}) {
  const isSame = (path) => {
    const [found, entry] = [written[path], locked[path]]
    // A few have no sum in package-lock.json; npm writes down what it found.
    return found.version === entry.version && (!entry.integrity || found.integrity === entry.integrity)
  }
  return {
    missing: wanted.filter((path) => !written[path]),
    changed: wanted.filter((path) => written[path] && !isSame(path)),
    leftOver: Object.keys(written).filter((path) => path !== '' && !locked[path]),
  }
}
