import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

type Locked = { version: string; integrity?: string; resolved?: string; hasInstallScript?: boolean }

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([path]) => path !== '')

/**
 * Platform packages of the typesetter whose checksum is missing in the lock file, because the registry that
 * wrote it has none. npm checks them against the checksum of the registry it installs from. To add the
 * checksums, remove these entries and run `npm install --package-lock-only` with a registry that has them.
 */
const withoutChecksum = [
  'android-arm-eabi',
  'android-arm64',
  'darwin-arm64',
  'darwin-x64',
  'linux-arm-gnueabihf',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
].map((platform) => `node_modules/@myriaddreamin/typst-ts-node-compiler-${platform}`)

test('the packages of every platform have a sum, so that what is installed is what was tried', () => {
  const open = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  assert.deepEqual(
    open.map(([path]) => path),
    withoutChecksum,
  )
})

test('the lock file names no place to fetch from: every registry will do', () => {
  assert.deepEqual(
    locked.filter(([, { resolved }]) => resolved !== undefined),
    [],
  )
  assert.doesNotMatch(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'), /\.tgz"/)
})

test('every package is wanted in exactly one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Record<
    string,
    Record<string, string>
  >
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies }
  for (const [name, version] of Object.entries(wanted)) {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    assert.equal(packages[`node_modules/${name}`]?.version, version, name)
  }
})

test('no script of a package runs when it is installed', () => {
  assert.match(readFileSync(join(import.meta.dirname, '../.npmrc'), 'utf8'), /^ignore-scripts=true$/m)
})
