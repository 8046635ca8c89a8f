// Installs the packages when they are missing or are not the ones that package-lock.json names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, say } from './console.mjs'
import { run } from './run.mjs'

export async function installPackages() {
  if (areInstalled()) return
  say('Installiere die Pakete (npm ci), das dauert einen Moment …')
  // the browser part is built here and the runtime is optional: both whatever NODE_ENV says
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-progress',
  ]
  const npm = process.env.npm_execpath
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { quiet: true })
    : await run('npm', args, { quiet: true })
  if (code !== 0) fail('Die Pakete ließen sich nicht installieren; der Grund steht darüber.')
}

/** Compares what npm was asked for with what it wrote down after its last installation. */
function areInstalled() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (!found) return !isNeeded(entry)
    // A few have no sum in package-lock.json; npm writes down what it found.
    const isSame = entry.integrity === undefined || found.integrity === entry.integrity
    return found.version === entry.version && isSame
  })
}

/** Optional packages are there for their own platform alone. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true
  const fits = (list, own) => Boolean(list) && [list].flat().includes(own)
  return !libc && fits(os, process.platform) && fits(cpu, process.arch)
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined // never installed, or an installation broke off
  }
}
