// Which release runs. `update` puts each into releases/<version> below the folder in which Kontor was first
// installed, and releases/current names the one that every start and command takes; without it that folder itself.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { home, root } from './console.mjs'

export const RELEASES = join(home, 'releases')
const CURRENT = join(RELEASES, 'current')
/** Written when a release has all that it needs. */
export const READY = '.ready'
const NUMBER = /^\d+\.\d+\.\d+$/

export const isVersion = (text) => NUMBER.test(text)
export const versionIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** A version by its number; none is the first installation. */
export const folderOf = (version) => (version === null ? home : join(RELEASES, version))

/** `trial`: switched to, and nobody has seen yet that it works. */
export function readChoice() {
  try {
    const { current, previous, trial } = JSON.parse(readFileSync(CURRENT, 'utf8'))
    const isWhole = [current, previous].every((version) => version === null || isVersion(version))
    if (isWhole) return { current, previous, trial: trial === true }
  } catch {
    // no update has been made
  }
  return { current: null, previous: null, trial: false }
}

/** Whole or not at all, also when we are killed meanwhile. */
export function writeChoice(choice) {
  mkdirSync(RELEASES, { recursive: true })
  const fresh = `${CURRENT}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(choice)}\n`, { flush: true })
  renameSync(fresh, CURRENT)
  rmSync(fresh, { force: true })
}

/** The launcher of the release that was chosen, for one that stands in the first installation. */
export function launcherElsewhere() {
  if (root !== home) return undefined
  const { current } = readChoice()
  const folder = folderOf(current)
  if (current === null || !existsSync(join(folder, READY))) return undefined
  return join(folder, 'bin/kontor.mjs')
}

export function compareVersions(one, other) {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number))
  const differing = ones.findIndex((number, place) => number !== others[place])
  return differing < 0 ? 0 : ones[differing] - others[differing]
}
