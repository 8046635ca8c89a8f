// Builds the browser part when one of the files that it is made from has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, say } from './console.mjs'
import { run } from './run.mjs'

const INPUTS = ['web', 'contract', 'vite.config.ts', 'bin/build.ts', 'package-lock.json']
const OUTPUT = join(root, 'dist')
const STAMP = join(OUTPUT, '.inputs')

export async function buildWeb(runtime) {
  const script = join(root, 'bin/build.ts')
  const inputs = hashOf(INPUTS)
  const isWhole = existsSync(join(OUTPUT, 'build.json'))
  if (!existsSync(script) || (isWhole && readStamp() === inputs)) return
  say('Baue den Browserteil …')
  if ((await run(runtime, [script], { quiet: true })) !== 0) fail('Der Browserteil ließ sich nicht bauen.')
  mkdirSync(OUTPUT, { recursive: true })
  writeFileSync(STAMP, inputs)
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const entry = statSync(join(root, path), { throwIfNoEntry: false })
    if (!entry || path.endsWith('.test.ts')) return
    if (entry.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`)
      return
    }
    hash.update(`${path} ${entry.size}\n`).update(readFileSync(join(root, path)))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
