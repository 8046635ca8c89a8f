import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const base = mkdtempSync(join(tmpdir(), 'kontor-install-'))
const started: ChildProcess[] = []
after(() => {
  for (const { pid } of started) if (pid && isAlive(pid)) process.kill(-pid, 'SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

type Versions = Record<string, string>
type Checkout = { folder: string; lock(versions: Versions): void }

/** Lays out what package-lock.json asks for; slow when told so, with a child of its own; and notes each of its runs. */
const npm = join(base, 'npm-cli.js')
writeFileSync(
  npm,
  `const { mkdirSync, readFileSync, writeFileSync, appendFileSync } = require('node:fs')
  const { spawn } = require('node:child_process')
  const slow = Number(process.env.NPM_SLOW ?? 0)
  if (slow > 10_000) appendFileSync(process.env.NPM_NOTES, 'child ' + spawn('sleep', ['60']).pid + '\\n')
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  appendFileSync(process.env.NPM_NOTES, 'npm ' + process.pid + '\\n')
  setTimeout(() => {
    for (const [path, { name, version }] of Object.entries(packages)) {
      if (path === '') continue
      mkdirSync(path, { recursive: true })
      writeFileSync(path + '/package.json', JSON.stringify({ name, version }))
    }
    process.exit(0)
  }, slow)`,
)

/**
 * A checkout with our launcher and the least that it starts: `one` is needed always, `vite` to build, `biome` for
 * tests.
 */
function checkout(): Checkout {
  const folder = mkdtempSync(join(base, 'checkout-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const file of readdirSync(import.meta.dirname).filter((name) => /\.(mjs|sh)$/.test(name)))
    cpSync(join(import.meta.dirname, file), join(folder, 'bin', file))
  cpSync(join(import.meta.dirname, '../server/usage.mjs'), join(folder, 'server/usage.mjs'))
  write('server/main.ts', `console.log('runs'); setInterval(() => {}, 1000)`)
  write('server/command.ts', `console.log('command', ...process.argv.slice(2))`)
  write('bin/test.ts', `console.log('tested')`)
  write(
    'bin/build.ts',
    `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync('dist', { recursive: true })
    writeFileSync('dist/build.json', '{}')`,
  )
  const lock = (versions: Versions) => {
    const own = { dependencies: { one: '*' }, devDependencies: { vite: '*', biome: '*' } }
    const packages = Object.entries({ one: '1.0.0', vite: '1.0.0', biome: '1.0.0', ...versions }).map(
      ([name, version]) => [`node_modules/${name}`, { version }],
    )
    const content = {
      name: 'kontor',
      lockfileVersion: 3,
      packages: { '': own, ...Object.fromEntries(packages) },
    }
    write('package-lock.json', JSON.stringify(content))
    write('package.json', '{"type":"module"}')
  }
  lock({})
  return { folder, lock }
}

function launch({ folder }: Checkout, args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(folder, 'bin/kontor.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      npm_execpath: npm,
      npm_lifecycle_event: undefined,
      NPM_NOTES: join(folder, 'notes'),
      ...environment,
    },
  })
  started.push(child)
  let output = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }))
  return { child, ended, says: (words: RegExp) => until(() => words.test(output)), output: () => output }
}

/** Generous: nothing here waits for a clock. */
async function until(holds: () => boolean) {
  for (let waited = 0; waited < 100_000; waited += 10) {
    if (holds()) return
    await sleep(10)
  }
  assert.fail('it did not come to pass')
}

function isAlive(pid: number): boolean {
  const stat = readFileOr(`/proc/${pid}/stat`)
  return stat !== '' && !stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
}

function readFileOr(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const notes = ({ folder }: Checkout) => readFileOr(join(folder, 'notes')).split('\n').filter(Boolean)
const pidsOf = (here: Checkout) => notes(here).map((line) => Number(line.split(' ')[1]))
const installed = ({ folder }: Checkout) =>
  readdirSync(join(folder, 'node_modules'))
    .filter((name) => !name.startsWith('.'))
    .sort((a, b) => a.localeCompare(b))
const versionOf = ({ folder }: Checkout, name: string) =>
  (
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
    }
  ).version

test('a start installs what running needs, tests add the rest, and each only once', async () => {
  const here = checkout()
  const server = launch(here, ['start'])
  await server.says(/runs/)
  assert.deepEqual(installed(here), ['one', 'vite'])
  assert.match((await launch(here, ['test']).ended).output, /tested/)
  assert.deepEqual(installed(here), ['biome', 'one', 'vite'])
  assert.equal((await launch(here, ['test']).ended).output, 'tested\n')
  assert.equal(notes(here).length, 2)
  server.child.kill('SIGTERM')
  await server.ended
})

test('of two first starts at once the second waits, says so, and installs nothing again', async () => {
  const here = checkout()
  const first = launch(here, ['build'], { NPM_SLOW: '1500' })
  await first.says(/Installiere/)
  const second = launch(here, ['build'])
  assert.deepEqual(await second.ended, {
    code: 0,
    output: 'Ein anderer Start bereitet diesen Ordner gerade vor; dieser wartet auf ihn …\n',
  })
  assert.equal((await first.ended).code, 0)
  assert.equal(notes(here).length, 1)
})

test('an installation that was killed takes npm along, holds up nobody and leaves nothing half', async () => {
  const here = checkout()
  const killed = launch(here, ['build'], { NPM_SLOW: '9000' })
  await until(() => notes(here).length > 0)
  killed.child.kill('SIGKILL')
  await killed.ended
  await until(() => !pidsOf(here).some(isAlive))
  assert.deepEqual(installed(here), [])
  assert.equal((await launch(here, ['build']).ended).code, 0)
  assert.deepEqual(installed(here), ['one', 'vite'])
  assert.deepEqual(readdirSync(join(here.folder, 'node_modules/.kontor')), ['lock'])
})

test('SIGTERM ends an installation with all that it has started', {
  skip: process.platform !== 'linux',
}, async () => {
  const here = checkout()
  const start = launch(here, ['start'], { NPM_SLOW: '60000' })
  await until(() => notes(here).length === 2)
  start.child.kill('SIGTERM')
  assert.equal((await start.ended).code, 143)
  await until(() => !pidsOf(here).some(isAlive))
})

test('a command never installs: it says what is missing, and works where other packages are', async () => {
  const here = checkout()
  const missing = await launch(here, ['doctor']).ended
  assert.equal(missing.code, 1)
  assert.match(missing.output, /^Es fehlen Pakete \(one\)/)
  assert.equal((await launch(here, ['build']).ended).code, 0)
  here.lock({ one: '2.0.0' })
  const outdated = await launch(here, ['doctor']).ended
  assert.equal(outdated.code, 0)
  assert.match(outdated.output, /^Hinweis: [^\n]+\n?command doctor/)
  assert.equal(versionOf(here, 'one'), '1.0.0')
  assert.equal(notes(here).length, 1)
})

test('beside a running server a start with other packages refuses in a sentence', async () => {
  const here = checkout()
  const server = launch(here, ['start'])
  await server.says(/runs/)
  here.lock({ one: '2.0.0' })
  const { code, output } = await launch(here, ['start']).ended
  assert.equal(code, 1)
  assert.match(output, /^Aus diesem Ordner läuft noch ein Server \(Prozess \d+\)/)
  assert.equal(versionOf(here, 'one'), '1.0.0')
  server.child.kill('SIGTERM')
  await server.ended
  const next = launch(here, ['start'])
  await next.says(/runs/)
  assert.equal(versionOf(here, 'one'), '2.0.0')
  next.child.kill('SIGTERM')
  await next.ended
})

/** A start in a group of its own, as a terminal makes it; `event`: what npm says that it runs. */
function begin(folder: string, command: string, args: string[], event?: string) {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      npm_execpath: npm,
      npm_lifecycle_event: event,
      NPM_NOTES: join(folder, 'notes'),
    },
  })
  started.push(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return { child, output: () => output }
}

test('`npm start` leaves nothing in memory between npm and the server, which ends with npm', async () => {
  const here = checkout()
  const watch = JSON.stringify(new URL('../server/parent-watch.ts', import.meta.url).href)
  writeFileSync(
    join(here.folder, 'server/main.ts'),
    `import { onEndSignal, onParentGone } from ${watch}
    onEndSignal(() => console.log('told to end'))
    onParentGone(() => { console.log('alone'); process.exit(0) })
    console.log('runs for', process.ppid, process.argv.slice(2).join())
    setInterval(() => {}, 1000)`,
  )
  const { start } = (
    JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      scripts: { start: string }
    }
  ).scripts
  const asNpm = join(base, 'start.mjs')
  writeFileSync(
    asNpm,
    `import { spawn } from 'node:child_process'
    const server = spawn('/bin/sh', ['-c', process.argv[2]], { stdio: 'inherit' })
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))`,
  )
  const { child, output } = begin(here.folder, process.execPath, [asNpm, `${start} --demo`], 'start')
  await until(() => output().includes('runs'))
  assert.equal(output(), `runs for ${child.pid} --demo\n`)
  // a terminal tells both of them, and npm passes it on
  process.kill(-(child.pid as number), 'SIGINT')
  await until(() => output().includes('told to end'))
  child.kill('SIGKILL')
  await until(() => output().includes('alone'))
  assert.equal(output().match(/told to end/g)?.length, 1)
})

for (const [what, before, ends] of [
  ['a terminal that closes ends the server that was started in it', '', 'SIGHUP'],
  [
    'a server that was started to outlive its terminal (nohup) is ended by SIGTERM',
    "trap '' HUP; ",
    'SIGTERM',
  ],
] as const)
  test(what, { skip: process.platform !== 'linux' }, async () => {
    const here = checkout()
    const watch = JSON.stringify(new URL('../server/parent-watch.ts', import.meta.url).href)
    writeFileSync(
      join(here.folder, 'server/main.ts'),
      `import { onEndSignal } from ${watch}
      onEndSignal((signal) => { console.log('told', signal); process.exit(0) })
      setInterval(() => {}, 1000)
      console.log('runs')`,
    )
    const { child, output } = begin(here.folder, '/bin/sh', ['-c', `${before}exec sh bin/start.sh`])
    await until(() => output().includes('runs'))
    child.kill('SIGHUP')
    if (ends === 'SIGTERM') child.kill(ends)
    await once(child, 'close')
    assert.equal(output(), `runs\ntold ${ends}\n`)
  })

test('a start that finds all as it was needs no launcher, and any change brings it back', {
  skip: process.platform !== 'linux',
}, async () => {
  const here = checkout()
  writeFileSync(join(here.folder, 'server/main.ts'), `console.log('runs', ...process.argv.slice(2))`)
  const launcher = readFileSync(join(here.folder, 'bin/kontor.mjs'), 'utf8')
  const start = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync('/bin/sh', [join(here.folder, 'bin/start.sh'), ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        npm_execpath: npm,
        npm_lifecycle_event: undefined,
        NPM_NOTES: join(here.folder, 'notes'),
      },
    })
    return { stdout, asked: stderr.match(/launcher asked/g)?.length ?? 0, stderr, status }
  }
  writeFileSync(join(here.folder, 'bin/kontor.mjs'), `${launcher}\nconsole.error('launcher asked')\n`)
  // Once it prepares, and once it finds nothing to do.
  assert.equal(start().asked, 2)
  for (const args of [[], ['--demo'], []])
    assert.deepEqual(start(...args), {
      stdout: `${['runs', ...args].join(' ')}\n`,
      asked: 0,
      stderr: '',
      status: 0,
    })
  const wrong = start('--unsinn')
  assert.match(wrong.stderr, /^Aufruf:/)
  assert.equal(wrong.status, 1)
  assert.equal(start().asked, 0)
  // What is built anew is looked at twice again.
  mkdirSync(join(here.folder, 'web'))
  writeFileSync(join(here.folder, 'web/page.tsx'), '')
  const anew = start()
  assert.match(anew.stderr, /^Baue den Browserteil …\n/)
  assert.equal(anew.asked, 2)
  assert.equal(start().asked, 0)
  here.lock({ one: '2.0.0' })
  assert.match(start().stderr, /^Installiere die Pakete/)
  assert.equal(versionOf(here, 'one'), '2.0.0')
  assert.equal(start().asked, 0)
  const moved = `${here.folder}-moved`
  renameSync(here.folder, moved)
  here.folder = moved
  assert.ok(start().asked > 0)
  assert.equal(start().asked, 0)
})

test('who works on it is told in English what the launcher does, who runs it in German', async () => {
  const ofTests = await launch(checkout(), ['test']).ended
  assert.match(ofTests.output, /^Installing the packages, [^\n]+\ntested\n$/)
  const ofOperators = await launch(checkout(), ['build']).ended
  assert.match(ofOperators.output, /^Installiere die Pakete, [^\n]+\nBaue den Browserteil …\n$/)
})

test('what only tests need may change beside a running server', async () => {
  const here = checkout()
  assert.equal((await launch(here, ['test']).ended).code, 0)
  const server = launch(here, ['start'])
  await server.says(/runs/)
  here.lock({ biome: '2.0.0' })
  assert.match((await launch(here, ['test']).ended).output, /tested/)
  assert.equal(versionOf(here, 'biome'), '2.0.0')
  server.child.kill('SIGTERM')
  await server.ended
})

test('a production tree that may only be read is enough for every command', async () => {
  const here = checkout()
  assert.equal((await launch(here, ['build']).ended).code, 0)
  rmSync(join(here.folder, 'node_modules/vite'), { recursive: true })
  rmSync(join(here.folder, 'node_modules/.kontor'), { recursive: true })
  const written = join(here.folder, 'node_modules/.package-lock.json')
  const { packages, ...rest } = JSON.parse(readFileSync(written, 'utf8')) as { packages: object }
  const { 'node_modules/vite': _, ...others } = packages as Record<string, unknown>
  writeFileSync(written, JSON.stringify({ ...rest, packages: others }))
  for (const name of ['backup', 'restore', 'password', 'doctor'])
    assert.equal((await launch(here, [name, 'x']).ended).output, `command ${name} x\n`)
  const server = launch(here, ['start'])
  await server.says(/runs/)
  assert.equal(server.output(), 'runs\n')
  assert.ok(!existsSync(join(here.folder, 'node_modules/.kontor')))
  server.child.kill('SIGTERM')
  await server.ended
})
