import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import type { ChildType } from '#server/children/child-pool.ts'
import { Refused } from '#server/http/errors.ts'
import { until } from '#server/testing/until.ts'
import type { Sheet } from './excel/input.ts'
import { Exports } from './exports.ts'
import { exportChildTypes } from './kinds.ts'
import { collectBytes, isRunning } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-exports-'))
after(() => rmSync(folder, { recursive: true }))

/** A kind of child that sends its pid and then runs the code of the test. */
let number = 0
function kind(work: string, settings: Partial<ChildType> = {}): ChildType {
  const file = join(folder, `child-${number++}.ts`)
  const loop = JSON.stringify(join(import.meta.dirname, '../children/job-loop.ts'))
  writeFileSync(
    file,
    `import { doJobs } from ${loop}
    await doJobs(async function* (input) {
      yield Buffer.from(String(process.pid))
      for await (const piece of input) void piece
      ${work}
    })`,
  )
  return { file, flags: [], deadline: 20_000, ...settings }
}
const hanging = 'await new Promise((done) => setTimeout(done, 60_000))'
/** Blocks the child's main thread, as the typesetter does while it works. */
const blocked = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

const open: Exports[] = []
function made(excel: ChildType) {
  const exports = new Exports({ timeZone: 'Europe/Berlin' }, { excel, pdf: excel })
  open.push(exports)
  return exports
}
afterEach(async () => {
  for (const exports of open.splice(0)) await exports.close()
})

/** Starts an export and returns the pid of its child. */
async function begin(exports: Exports, user: number, gone?: AbortSignal) {
  const pieces = (await exports.excel({ id: user }, [], gone))[Symbol.asyncIterator]()
  const { value } = await pieces.next()
  return { pid: Number(Buffer.from(value as Uint8Array).toString()), pieces }
}

const isBusy = (error: unknown) => {
  assert.ok(error instanceof Refused, String(error))
  assert.equal(error.code, 'busy')
  assert.match(error.message, /^[A-ZÄÖÜ].*\.$/)
  return true
}

test('two exports are at work at once, a third waits until one of them has ended', async () => {
  const exports = made(kind(hanging))
  const first = await begin(exports, 1)
  await begin(exports, 2)
  let begun = false
  const third = begin(exports, 3).then((child) => {
    begun = true
    return child
  })
  await new Promise((done) => setTimeout(done, 300))
  assert.equal(begun, false)
  await first.pieces.return?.()
  assert.ok(isRunning((await third).pid))
})

test('a person has one export at work and three waiting, as with four tabs; the next one is refused', async () => {
  const exports = made(kind(hanging))
  const first = await begin(exports, 1)
  const second = begin(exports, 1)
  const others = Promise.allSettled([begin(exports, 1), begin(exports, 1)])
  await assert.rejects(begin(exports, 1), isBusy)
  await begin(exports, 2)
  await first.pieces.return?.()
  await second
  await exports.close()
  await others
})

test('16 exports wait; beyond that they are refused', async () => {
  const exports = made(kind(hanging))
  await begin(exports, 1)
  await begin(exports, 2)
  const waiting = Array.from({ length: 16 }, (_, index) => begin(exports, 3 + index))
  const settled = Promise.allSettled(waiting)
  await assert.rejects(begin(exports, 99), isBusy)
  await exports.close()
  assert.ok((await settled).every(({ status }) => status === 'rejected'))
})

test('an export that is not done at its deadline is ended and refused with a sentence', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const exports = made(kind(blocked, { deadline: 20_000 }))
  const { pid, pieces } = await begin(exports, 1)
  t.mock.timers.tick(20_000)
  await assert.rejects(
    async () => pieces.next(),
    (error) => error instanceof Refused && error.code === 'unavailable',
  )
  t.mock.timers.reset()
  await until(() => !isRunning(pid))
})

test('an export whose reader has fallen asleep gives its place to the next one at its deadline', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const exports = made(kind(`for (;;) yield Buffer.alloc(100_000)`, { deadline: 20_000 }))
  await Promise.all([begin(exports, 1), begin(exports, 2)])
  const third = begin(exports, 3)
  t.mock.timers.tick(20_000)
  await third
})

test('a child that crashes fails its own export only; the log is told where, and none of its words', async () => {
  const exports = made(kind(`throw new Error('no room on the paper')`))
  const { pieces } = await begin(exports, 1)
  const isTold = ({ message, cause }: Error) => {
    assert.match(message, /ließ sich nicht erstellen/)
    assert.match((cause as Error).message, /ended with 1 .*\.ts/)
    assert.doesNotMatch(inspect(cause), /paper/)
    return true
  }
  await assert.rejects(async () => pieces.next(), isTold)
  await assert.rejects(collectBytes(await exports.excel({ id: 1 }, [])), isTold)
})

test('a child that cannot even start fails its export', async () => {
  const exports = made({ file: join(folder, 'missing.ts'), flags: [], deadline: 5_000 })
  await assert.rejects(begin(exports, 1), /ließ sich nicht erstellen/)
})

test('children that cannot even be started end nobody’s exports but those that wanted them', async () => {
  // The system refuses a name with NUL at once, as it does when there is no memory for a process.
  const impossible: ChildType = { file: 'no\0file', flags: [], deadline: 20_000 }
  const exports = new Exports(
    { timeZone: 'Europe/Berlin' },
    { excel: exportChildTypes.excel, pdf: impossible },
  )
  open.push(exports)
  for (const id of [1, 2, 1, 2]) {
    await assert.rejects(exports.documentPdf({ id }, {} as never), (error) => {
      assert.ok(error instanceof Refused)
      assert.equal(error.code, 'unavailable')
      return true
    })
  }
  const sheets: Sheet[] = [{ name: 'Blatt', columns: [{ name: 'Name', type: 'text' }], rows: [['Anna']] }]
  for (const id of [1, 2]) assert.ok((await collectBytes(await exports.excel({ id }, sheets))).length > 0)
})

test('when the browser has gone the child ends, whether it was waiting or at work', async () => {
  const exports = made(kind(hanging))
  const gone = new AbortController()
  const first = await begin(exports, 1, gone.signal)
  const second = await begin(exports, 2)
  const waiting = begin(exports, 3, gone.signal)
  gone.abort(new Error('the browser no longer waits'))
  await assert.rejects(waiting, /no longer waits/)
  await until(() => !isRunning(first.pid))
  await second.pieces.return?.()
  await until(() => !isRunning(second.pid))
})

test('an idle child does the next job, unless it has grown large', async () => {
  const pidsOf = async (work: string) => {
    const exports = made(kind(work, { idle: 60_000 }))
    const pids = [1, 2].map(async () => (await collectBytes(await exports.excel({ id: 1 }, []))).toString())
    return new Set(await Promise.all(pids)).size
  }
  assert.equal(await pidsOf(''), 1)
  assert.equal(await pidsOf('globalThis.kept = Buffer.alloc(500_000_000, 1)'), 2)
})

test('an idle child whose work did not wait for the end of its input does the next job all the same', async () => {
  const early = kind('', { idle: 60_000 })
  const source = readFileSync(early.file, 'utf8')
  writeFileSync(
    early.file,
    source.replace('for await (const piece of input) void piece', 'await input.next()'),
  )
  const exports = made(early)
  const pids: string[] = []
  for (let job = 0; job < 5; job++)
    pids.push((await collectBytes(await exports.excel({ id: 1 }, []))).toString())
  assert.deepEqual(new Set(pids).size, 1)
})

test('an idle child that has nothing to do ends after a while', async () => {
  const exports = made(kind('', { idle: 50 }))
  const pid = Number(await collectBytes(await exports.excel({ id: 1 }, [])))
  await until(() => !isRunning(pid))
})

test('an idle child that died while it waited is not given another job', async () => {
  const exports = made(kind('', { idle: 60_000 }))
  const pid = Number(await collectBytes(await exports.excel({ id: 1 }, [])))
  process.kill(pid, 'SIGKILL')
  await until(() => !isRunning(pid))
  await new Promise((done) => setTimeout(done, 50))
  assert.notEqual(Number(await collectBytes(await exports.excel({ id: 1 }, []))), pid)
})

test('after close no child is left, neither at work nor waiting', async () => {
  const exports = made(kind(`if (process.argv.length) ${hanging}`))
  const kept = made(kind('', { idle: 60_000 }))
  const { pid } = await begin(exports, 1)
  const keptPid = Number(await collectBytes(await kept.excel({ id: 1 }, [])))
  await Promise.all([exports.close(), kept.close()])
  assert.deepEqual([isRunning(pid), isRunning(keptPid)], [false, false])
  await assert.rejects(begin(exports, 1), (error) => error instanceof Refused && error.code === 'unavailable')
})

const watching = `const { Worker } = await import('node:worker_threads')
  new Worker(new URL(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'pdf/orphan.ts')).href)}))
  await new Promise((done) => setTimeout(done, 1_000))`
const computes = join(folder, 'computes')

for (const [how, work] of [
  ['waits', hanging],
  [
    'computes',
    `${watching}
      ;(await import('node:fs')).writeFileSync(${JSON.stringify(computes)}, '')
      ${blocked}`,
  ],
] as const)
  test(`a child that ${how} ends with its server, also when that is killed`, async () => {
    const { file } = kind(work)
    const server = spawn(
      process.execPath,
      [
        '--input-type=module-typescript',
        '-e',
        `import { Exports } from ${JSON.stringify(join(import.meta.dirname, 'exports.ts'))}
      const busy = { file: ${JSON.stringify(file)}, flags: [], deadline: 60_000 }
      const exports = new Exports({ timeZone: 'Europe/Berlin' }, { excel: busy, pdf: busy })
      const pieces = (await exports.excel({ id: 1 }, []))[Symbol.asyncIterator]()
      console.log(Buffer.from((await pieces.next()).value).toString())
      await pieces.next()`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    assert.ok(isRunning(pid))
    if (how === 'computes') await until(() => existsSync(computes))
    server.kill('SIGKILL')
    await until(() => !isRunning(pid))
  })

test('nothing of the server’s settings reaches a child', async () => {
  process.env['DATABASE_URL'] = 'postgres://secret'
  try {
    const exports = made(kind('yield Buffer.from(JSON.stringify(process.env))'))
    assert.doesNotMatch(
      (await collectBytes(await exports.excel({ id: 1 }, []))).toString(),
      /secret|DATABASE/,
    )
  } finally {
    delete process.env['DATABASE_URL']
  }
})
