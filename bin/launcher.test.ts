import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { usageOf } from '#server/usage.mjs'

const launcher = join(import.meta.dirname, 'kontor.mjs')
const folder = mkdtempSync(join(tmpdir(), 'kontor-launcher-'))
after(() => rmSync(folder, { recursive: true }))

const address = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
function script(name: string, code: string): string {
  const path = join(folder, name)
  writeFileSync(path, code)
  return path
}
const server = script(
  'server.mjs',
  `import { onParentGone } from ${address('../server/parent-watch.ts')}
  process.on('SIGTERM', () => { console.log('SIGTERM'); setTimeout(() => process.exit(7), 200) })
  onParentGone(() => { console.log('alone'); process.exit(0) })
  console.log(process.pid)
  setInterval(() => {}, 1000)`,
)
const parent = script(
  'parent.mjs',
  `import { run } from ${address('./run.mjs')}
  process.exitCode = await run(process.execPath, [${JSON.stringify(server)}])`,
)

/** A launcher of `server.mjs`, and what that prints, line by line. */
async function start(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  return { child, next, serverPid: Number(await next()) }
}

async function exitOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode
}

async function hasEnded(pid: number): Promise<boolean> {
  for (let waited = 0; waited < 5000; waited += 20) {
    if (
      spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.match(/^[^Z]/) === null
    ) {
      return true
    }
    await sleep(20)
  }
  return false
}

for (const args of [[], ['unsinn'], ['toString'], ['start', '--unsinn']]) {
  test(`„${args.join(' ')}“ is answered with the usage`, () => {
    const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^Aufruf:/)
  })
}

test('under a Node that is too old every command says so, and where a newer one comes from', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-e', `import(${address('runtime.mjs')}).then(({ requireNode }) => requireNode('18.20.4'))`],
    { encoding: 'utf8', env: { ...process.env, npm_lifecycle_event: 'start' } },
  )
  assert.equal(status, 1)
  assert.match(stderr, /^Node 18\.20\.4 ist zu alt: .*docs\/betrieb\/installieren\.md/)
})

test('below the usage stands which word is not known, and which may have been meant', () => {
  const lastLine = (...args: string[]) =>
    spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })
      .stderr.trim()
      .split('\n')
      .at(-1)
  for (const [args, said] of [
    [['bakcup', 'x'], 'Den Befehl „bakcup“ gibt es nicht. Meinten Sie „backup“?'],
    [['bakcup', '--help'], 'Den Befehl „bakcup“ gibt es nicht. Meinten Sie „backup“?'],
    [['restor'], 'Den Befehl „restor“ gibt es nicht. Meinten Sie „restore“?'],
    [['tset'], 'Den Befehl „tset“ gibt es nicht. Meinten Sie „test“?'],
    [['unsinn'], 'Den Befehl „unsinn“ gibt es nicht.'],
    [['start', '--unsinn'], 'Mit „--unsinn“ kann „start“ nichts anfangen.'],
  ] as const)
    assert.equal(lastLine(...args), said)
})

test('a command of 1.1 that is gone says what stands in its place, so that its `update` changes nothing', () => {
  for (const [name, place] of [
    ['update', 'docs/betrieb/aktualisieren.md'],
    ['schema', 'docs/betrieb/aktualisieren.md'],
    ['recover', 'docs/betrieb/wiederherstellen.md'],
    ['sbom', 'npm sbom'],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [launcher, name, 'x'], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.ok(
      stderr.startsWith(`Den Befehl „${name}“ gibt es nicht mehr. `) && stderr.includes(place),
      stderr,
    )
  }
})

test('the usage names what each command takes', () => {
  const { stdout } = spawnSync(process.execPath, [launcher, '--help'], { encoding: 'utf8' })
  for (const option of ['--verify', '--without-factors', '--online', '--demo', '--quick', '--json'])
    assert.ok(stdout.includes(option), option)
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
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''], args.join(' '))
    return stdout
  }
  for (const [name, lines] of [
    ['start', 2],
    ['bench', 1],
    ['build', 1],
    ['backup', 1],
    ['restore', 1],
  ] as const) {
    const said = helpOf(name, '--help').trimEnd().split('\n')
    assert.equal(said[0], 'Aufruf:')
    assert.equal(said.length, 1 + lines, said.join('\n'))
    assert.ok(said.slice(1).every((line) => line.includes(name)))
  }
  assert.equal(helpOf('restore', '/srv/x.kontor', '--verify', '-h'), helpOf('restore', '--help'))
  assert.equal(helpOf('house', '--help'), helpOf('-h'))
  const { status, stdout } = spawnSync('sh', [join(import.meta.dirname, 'start.sh'), '--help'], {
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout], [0, helpOf('start', '-h')])
})

test('a signal that comes twice reaches the server once, and its exit code is ours', async () => {
  const { child, next } = await start()
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  assert.equal(await next(), 'SIGTERM')
  assert.equal(await next(), undefined)
  assert.equal(await exitOf(child), 7)
})

test('the server ends with a launcher that is killed', async () => {
  const { child, next, serverPid } = await start()
  child.kill('SIGKILL')
  assert.equal(await next(), 'alone')
  assert.ok(await hasEnded(serverPid))
})

for (const between of ['', 'through its shell ']) {
  test(`the launcher ends with an npm that started it ${between}and is killed`, async () => {
    const command = between
      ? `'/bin/sh', ['-c', '"$0" "$1"; exit $?', process.execPath, file]`
      : 'process.execPath, [file]'
    const npm = script(
      'npm.mjs',
      `import { spawn } from 'node:child_process'
      const file = ${JSON.stringify(parent)}
      spawn(${command}, { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`,
    )
    const child = spawn(process.execPath, [npm], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const serverPid = Number((await lines.next()).value)
    child.kill('SIGKILL')
    assert.equal((await lines.next()).value, 'SIGTERM')
    assert.ok(await hasEnded(serverPid))
  })
}
