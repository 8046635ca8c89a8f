import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { usageOf } from '#server/usage.mjs'

const launcher = join(import.meta.dirname, 'kontor.mjs')
const base = mkdtempSync(join(tmpdir(), 'kontor-launcher-'))
const started: ChildProcess[] = []
after(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

/**
 * A fake npm: logs each run to `runs`, waits for NPM_MS, and writes npm's list of installed packages, but no
 * packages.
 */
const npm = join(base, 'npm-cli.js')
writeFileSync(
  npm,
  `const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs')
  appendFileSync('runs', 'npm ')
  setTimeout(() => {
    mkdirSync('node_modules', { recursive: true })
    copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
  }, Number(process.env.NPM_MS ?? 0))`,
)

const server = `import { onEndSignal, onParentGone } from './parent-watch.ts'
  onEndSignal((signal) => { console.log(signal); setTimeout(() => process.exit(7), 200) })
  onParentGone(() => { console.log('alone'); process.exit(0) })
  console.log('runs')
  setInterval(() => {}, 1000)`

/** A checkout with the launcher, and a minimal server for it to start. */
function checkout() {
  const folder = mkdtempSync(join(base, 'checkout-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const file of [
    'bin/kontor.mjs',
    'bin/prepare.mjs',
    'server/usage.mjs',
    'server/closest.mjs',
    'server/parent-watch.ts',
  ])
    cpSync(join(import.meta.dirname, '..', file), join(folder, file))
  write('package.json', '{"type":"module"}')
  const lock = (version: string) =>
    write(
      'package-lock.json',
      JSON.stringify({
        packages: { '': {}, 'node_modules/one': { version }, 'node_modules/vite': { version, dev: true } },
      }),
    )
  lock('1.0.0')
  write('web/main.tsx', '')
  write('server/main.ts', server)
  write('server/command.ts', `console.log(...process.argv.slice(2))`)
  write(
    'bin/build.ts',
    `import { appendFileSync, writeFileSync } from 'node:fs'
    appendFileSync('runs', 'build ')
    writeFileSync('dist/build.json', '{}')`,
  )
  return { folder, lock, write, runs: () => readFileSync(join(folder, 'runs'), 'utf8').trim().split(' ') }
}

/** Starts the launcher. `next` returns the next line of its output; undefined at the end. */
function launch(folder: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(folder, 'bin/kontor.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_execpath: npm, ...env },
  })
  started.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode)
  return { child, ended, next: async () => (await lines.next()).value as unknown, said: () => said }
}

test('a start installs and builds what is missing, and nothing twice', async () => {
  const { folder, runs } = checkout()
  for (let turn = 0; turn < 2; turn++) {
    const { child, next, ended } = launch(folder, ['start'])
    assert.equal(await next(), 'runs')
    child.kill('SIGTERM')
    await ended
  }
  assert.deepEqual(runs(), ['npm', 'build'])
})

test('what has changed since is installed and built anew', async () => {
  const { folder, lock, write, runs } = checkout()
  const build = async () => assert.equal(await launch(folder, ['build']).ended, 0)
  await build()
  const later = new Date(Date.now() + 2_000)
  write('web/screen.tsx', '')
  utimesSync(join(folder, 'web/screen.tsx'), later, later)
  await build()
  assert.deepEqual(runs(), ['npm', 'build', 'build'])
  lock('1.0.1')
  await build()
  assert.deepEqual(runs(), ['npm', 'build', 'build', 'npm', 'build'])
})

test('of two first starts at once the second waits, says so, and installs nothing again', async () => {
  const { folder, runs } = checkout()
  const both = [launch(folder, ['build'], { NPM_MS: '1000' }), launch(folder, ['build'], { NPM_MS: '1000' })]
  assert.deepEqual(await Promise.all(both.map(({ ended }) => ended)), [0, 0])
  assert.deepEqual(runs(), ['npm', 'build'])
  assert.match(both.map(({ said }) => said()).join(''), /Ein anderer Start bereitet diesen Ordner gerade vor/)
})

test('an installation that was killed holds up nobody', async () => {
  const { folder } = checkout()
  const { child, ended, said } = launch(folder, ['build'], { NPM_MS: '600000' })
  while (!said().includes('Installiere')) await once(child.stderr, 'data')
  child.kill('SIGKILL')
  await ended
  assert.equal(await launch(folder, ['build']).ended, 0)
})

test('a command beside a server installs nothing: it says what is missing', async () => {
  const { folder } = checkout()
  const missing = launch(folder, ['doctor'])
  assert.equal(await missing.ended, 1)
  assert.match(missing.said(), /^Es fehlen Pakete, .*„npm start“/)
  assert.equal(await launch(folder, ['build']).ended, 0)
  const { next, ended } = launch(folder, ['restore', 'a b', '--verify'])
  assert.equal(await next(), 'restore a b --verify')
  assert.equal(await ended, 0)
})

test('a signal that comes twice reaches the server once, and its exit code is ours', async () => {
  const { child, next, ended } = launch(checkout().folder, ['start'])
  assert.equal(await next(), 'runs')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  assert.equal(await next(), 'SIGTERM')
  assert.equal(await next(), undefined)
  assert.equal(await ended, 7)
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`the server ends with an npm that ends by ${signal}`, async () => {
    const { folder } = checkout()
    const npmStart = join(folder, 'npm-start.mjs')
    writeFileSync(
      npmStart,
      `import { spawn } from 'node:child_process'
      const child = spawn(process.execPath, ['bin/kontor.mjs', 'start'], { stdio: 'inherit' })
      process.on('SIGTERM', () => child.kill('SIGTERM'))`,
    )
    const child = spawn(process.execPath, [npmStart], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_execpath: npm, npm_lifecycle_event: 'start' },
    })
    started.push(child)
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    assert.equal((await lines.next()).value, 'runs')
    child.kill(signal)
    assert.equal((await lines.next()).value, 'SIGTERM')
    assert.equal((await lines.next()).value, undefined)
  })
}

test('the server ends with a launcher that is killed', async () => {
  const { child, next } = launch(checkout().folder, ['start'])
  assert.equal(await next(), 'runs')
  child.kill('SIGKILL')
  assert.equal(await next(), 'alone')
})

const answer = (...args: string[]) => spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })

test('what is not known is answered with the usage, and below it with the word, and which may have been meant', () => {
  const meant = 'Den Befehl „bakcup“ gibt es nicht. Meinten Sie „backup“?'
  for (const [args, said] of [
    [[], undefined],
    [['unsinn'], 'Den Befehl „unsinn“ gibt es nicht.'],
    [['toString'], 'Den Befehl „toString“ gibt es nicht.'],
    [['bakcup', 'x'], meant],
    [['bakcup', '--help'], meant],
    [['start', '--unsinn'], 'Mit „--unsinn“ kann „start“ nichts anfangen.'],
  ] as const) {
    const { status, stderr } = answer(...args)
    assert.equal(status, 1)
    assert.match(stderr, /^Aufruf:/)
    if (said !== undefined) assert.equal(stderr.trim().split('\n').at(-1), said)
  }
})

test('under a Node that is too old every command says so, and where a newer one comes from', () => {
  const prepare = JSON.stringify(new URL('prepare.mjs', import.meta.url).href)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-e', `import(${prepare}).then(({ requireNode }) => requireNode('18.20.4'))`],
    { encoding: 'utf8' },
  )
  assert.equal(status, 1)
  assert.match(stderr, /^Node 18\.20\.4 ist zu alt: .*docs\/betrieb\/installieren\.md/)
})

test('a command of 1.1 that is gone says what stands in its place, so that its `update` changes nothing', () => {
  for (const [name, place] of [
    ['update', 'docs/betrieb/aktualisieren.md'],
    ['schema', 'docs/betrieb/aktualisieren.md'],
    ['recover', 'docs/betrieb/wiederherstellen.md'],
    ['sbom', 'npm sbom'],
  ] as const) {
    const { status, stderr } = answer(name, 'x')
    assert.equal(status, 1)
    assert.ok(
      stderr.startsWith(`Den Befehl „${name}“ gibt es nicht mehr. `) && stderr.includes(place),
      stderr,
    )
  }
})

test('the usage names every command that the guide for operators names', () => {
  const guide = join(import.meta.dirname, '../docs/betrieb')
  const named = readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => [...readFileSync(join(guide, name), 'utf8').matchAll(/npm run kontor -- ([a-z-]+)/g)])
    .map(([, name = '']) => name)
  assert.ok(named.length > 20)
  assert.deepEqual(
    [...new Set(named)].filter((name) => !usageOf().includes(`npm run kontor -- ${name} `)),
    [],
  )
})

test('--help after a command says what belongs to it, does nothing else and ends with 0', () => {
  const helpOf = (...args: string[]) => {
    const { status, stdout, stderr } = answer(...args)
    assert.deepEqual([status, stderr], [0, ''], args.join(' '))
    return stdout
  }
  for (const name of ['start', 'bench', 'build', 'backup', 'restore']) {
    const [head, ...lines] = helpOf(name, '--help').trimEnd().split('\n')
    assert.equal(head, 'Aufruf:')
    assert.ok(lines.length > 0 && lines.every((line) => line.includes(name)), name)
  }
  assert.equal(helpOf('restore', '/srv/x.kontor', '--verify', '-h'), helpOf('restore', '--help'))
})
