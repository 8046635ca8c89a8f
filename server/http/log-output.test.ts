import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { LogOutput } from './log-output.ts'

/** A place for the log that takes as many bytes as there is room for, then fails with `code`. */
function place(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const here = { room: 0, code: 'ENOSPC', holds: '', complaints: [] as string[] }
  const log = new LogOutput({
    put(bytes) {
      if (here.room === 0) throw Object.assign(new Error('write'), { code: here.code })
      const taken = bytes.subarray(0, here.room)
      here.room -= taken.length
      here.holds += Buffer.from(taken).toString()
      return taken.length
    },
    complain: (sentence) => here.complaints.push(sentence),
  })
  const later = () => t.mock.timers.tick(1_000)
  return { here, log, later }
}
const lines = (holds: string) => holds.split('\n').filter((line) => line !== '')
const lostIn = (line = '') => {
  const { event, count } = JSON.parse(line) as Record<string, unknown>
  return [event, count]
}

test('on a full disk lines are dropped, the console is told once, and later the log says how many are missing', (t) => {
  const { here, log, later } = place(t)
  here.room = 4
  for (const line of ['one\n', 'two\n', 'three\n']) log.write(line)
  later()
  log.write('four\n')
  later()
  assert.equal(here.complaints.length, 1)
  here.room = 10_000
  later()
  log.write('five\n')
  const [one, told, five, ...more] = lines(here.holds)
  assert.deepEqual([one, five, more], ['one', 'five', []])
  assert.deepEqual(lostIn(told), ['log.lost', 3])
  here.room = 0
  log.write('six\n')
  assert.equal(here.complaints.length, 2)
})

test('a line that the disk took half of does not spoil the next one', (t) => {
  const { here, log, later } = place(t)
  here.room = 6
  log.write('one\n')
  log.write('two\n')
  here.room = 10_000
  later()
  const [one, half, told] = lines(here.holds)
  assert.deepEqual([one, half], ['one', 'tw'])
  assert.deepEqual(lostIn(told), ['log.lost', 1])
})

test('a reader that is behind gets every line, as long as they fit into memory; then those are counted too', (t) => {
  const { here, log, later } = place(t)
  here.code = 'EAGAIN'
  here.room = 2
  log.write('one\n')
  log.write('two\n')
  assert.equal(here.holds, 'on')
  const long = `${'x'.repeat(999_999)}\n`
  log.write(long)
  assert.deepEqual(here.complaints, [])
  log.write(long)
  log.write('three\n')
  here.room = 3_000_000
  later()
  const [one, two, first, told, ...more] = lines(here.holds)
  assert.deepEqual([one, two, first?.length, more], ['one', 'two', 999_999, []])
  assert.deepEqual(lostIn(told), ['log.lost', 2])
})

/** Logs, also of an error that ends the server, to that standard output; then says on the other one that it goes on. */
async function goesOn(stdout: number | 'pipe') {
  const program = `
    import Fastify from 'fastify'
    import { logging } from '${new URL('logging.ts', import.meta.url).href}'
    const app = Fastify({ logger: logging('info') })
    process.stdin.once('data', () => {
      for (let nr = 0; nr < 100; nr++) app.log.info('request')
      console.log('for people')
      app.log.fatal(new Error('unexpected'))
      setImmediate(() => { console.error('goes on'); process.exit(0) })
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', stdout, 'pipe'],
  })
  child.stdout?.destroy()
  child.stdin?.end('go')
  const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')])
  assert.equal(code, 0, said)
  return said.trim().split('\n')
}

test('a log on a full disk holds no server up', { skip: process.platform !== 'linux' }, async () => {
  const full = openSync('/dev/full', 'w')
  const said = await goesOn(full).finally(() => closeSync(full))
  assert.deepEqual(said.length, 2, said.join('\n'))
  assert.match(said[0] ?? '', /^Das Log lässt sich nicht schreiben \(ENOSPC\)/)
  assert.equal(said[1], 'goes on')
})

test('nor does a log that nobody reads any more', async () => {
  const said = await goesOn('pipe')
  assert.match(said[0] ?? '', /^Das Log lässt sich nicht schreiben \(EPIPE\)/)
  assert.equal(said[1], 'goes on')
})
