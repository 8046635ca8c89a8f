import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const built = join(import.meta.dirname, '../../dist/server')
const files = readdirSync(built).filter((file) => file.endsWith('.cjs'))
/** Packages that stay outside of the built files. */
const packages = files
  .map((file) => readFileSync(join(built, file), 'utf8'))
  .flatMap((code) => [...code.matchAll(/\bimport\("([^".][^"]*)"\)/g)].map(([, name]) => name as string))
/** In a process of its own, as it was before anything had been loaded. */
const load = (what: string) =>
  execFileSync(process.execPath, ['-e', `import(${JSON.stringify(what)}).then(() => process.exit(0))`], {
    cwd: built,
    stdio: 'pipe',
  })

test('each part of the built server that is loaded only when it is needed can be loaded', () => {
  for (const file of files) load(join(built, file))
  assert.ok(packages.includes('@simplewebauthn/server'))
  for (const name of packages) load(name)
})
