import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = mkdtempSync(join(tmpdir(), 'kontor-traces-'))
const built = join(root, 'dist/server')
after(() => rmSync(root, { recursive: true }))

/** The trace of an error in the third line of a built file, as a process of its own tells it. */
function traceOf(lines: string | undefined): string {
  mkdirSync(built, { recursive: true })
  writeFileSync(join(built, 'run.cjs'), "\n\nfunction fails() { throw new TypeError('no') }\nfails()\n")
  rmSync(join(built, 'run.cjs.lines'), { force: true })
  if (lines !== undefined) writeFileSync(join(built, 'run.cjs.lines'), lines)
  const program = `import { nameSources } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'traces.ts')).href)}
    nameSources(${JSON.stringify(root)}, ${JSON.stringify(built)})
    try { (await import('node:module')).createRequire('/')(${JSON.stringify(join(built, 'run.cjs'))}) }
    catch (error) { console.log(error.stack) }`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).stdout
}

test('a trace through what was built names the lines of the sources', () => {
  const trace = traceOf(
    JSON.stringify({ sources: ['server/app.ts', 'server/start.ts'], runs: [1, 0, 0, 40, 3, 0, 1, 7] }),
  )
  const at = (file: string) => pathToFileURL(join(root, file)).href
  assert.match(trace, /^TypeError: no\n/)
  assert.ok(trace.includes(`at fails (${at('server/app.ts')}:42)`), trace)
  assert.ok(trace.includes(`(${at('server/start.ts')}:8)`), trace)
})

test('without its lines a trace names the built file', () => {
  assert.match(traceOf(undefined), /at fails \(\/.*\/dist\/server\/run\.cjs:3:26\)/)
  assert.match(traceOf('{"sources":[],"runs":[]}'), /run\.cjs:3:26/)
})
