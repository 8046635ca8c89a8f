import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { test } from 'node:test'

/** Starts a program that logs 100 lines and a fatal error to this stdout. Returns its lines on stderr. */
async function goesOn(stdout: number | 'pipe') {
  const program = `
    import Fastify from 'fastify'
    import { loggerOptions } from '${new URL('logging.ts', import.meta.url).href}'
    const app = Fastify({ logger: loggerOptions('info') })
    process.stdin.once('data', () => {
      for (let nr = 0; nr < 100; nr++) app.log.info('request')
      console.log('for people')
      app.log.fatal(new Error('unexpected'))
      setInterval(() => console.error('goes on'), 20)
    })
    process.stdin.once('end', () => process.exit(0))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', stdout, 'pipe'],
  })
  const { stdin, stderr } = child
  assert.ok(stdin && stderr)
  child.stdout?.destroy()
  stdin.write('go')
  let said = ''
  for await (const piece of stderr) {
    said += String(piece)
    if (/Log[^]*goes on/.test(said)) stdin.end()
  }
  if (child.exitCode === null) await once(child, 'exit')
  assert.equal(child.exitCode, 0, said)
  return said.split('\n').filter((line) => line !== '' && line !== 'goes on')
}

test('a log on a full disk holds no server up', { skip: process.platform !== 'linux' }, async () => {
  const full = openSync('/dev/full', 'w')
  const said = await goesOn(full).finally(() => closeSync(full))
  assert.equal(said.length, 1, said.join('\n'))
  assert.match(said[0] ?? '', /^Das Log lässt sich nicht schreiben \(ENOSPC\)/)
})

test('nor does a log that nobody reads any more', async () => {
  const said = await goesOn('pipe')
  assert.match(said[0] ?? '', /^Das Log lässt sich nicht schreiben \(EPIPE\)/)
})

test('a reader that is behind gets every line, as long as they fit into memory; of more it is told how many', async () => {
  const program = `
    import { standardOutput } from '${new URL('log-output.ts', import.meta.url).href}'
    const log = standardOutput()
    const line = 'x'.repeat(99) + '\\n'
    process.stdin.on('data', (count) => {
      for (let nr = 0; nr < Number(count); nr++) log.write(line)
      console.error('said')
    })
    process.stdin.once('end', () => process.exit(0))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  let read = ''
  child.stdout.on('data', (piece) => (read += String(piece)))
  /** Has the program log `count` lines while nobody reads, then reads on until `last` matches. */
  const sayAndRead = async (count: number, last: RegExp) => {
    child.stdout.pause()
    child.stdin.write(String(count))
    await once(child.stderr, 'data')
    child.stdout.resume()
    while (!last.test(read)) await once(child.stdout, 'data')
  }
  await sayAndRead(5_000, /^(x{99}\n){5000}$/)
  await sayAndRead(20_000, /log\.lost.*\n$/)
  child.stdin.end()
  await once(child, 'close')
  const lines = read.trimEnd().split('\n')
  const { event, count } = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>
  assert.deepEqual([event, lines.length - 1 + Number(count)], ['log.lost', 25_000])
})
