import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('what steps back has the least priority, and so have its children, on one core where the system lets it', () => {
  const program = `
    const { stepBack } = await import(${JSON.stringify(import.meta.resolve('./step-back.ts'))})
    const { execFileSync } = await import('node:child_process')
    const cores = "process.stdout.write(JSON.stringify([os.getPriority(), os.availableParallelism()]))"
    const child = () => JSON.parse(execFileSync(process.execPath, ['-e', cores]))
    const before = child()
    stepBack()
    console.log(JSON.stringify({ before, after: child() }))`
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program])
  const { before, after } = JSON.parse(String(told)) as Record<'before' | 'after', [number, number]>
  assert.equal(after[0], 19)
  assert.ok(before[0] < 19)
  assert.ok(after[1] === 1 || after[1] === before[1], `${after[1]} of ${before[1]} cores`)
})

/** Nothing where the system shares its cores in another way. */
const shareOf = (pid: number | 'self') => {
  const file = `/proc/${pid}/autogroup`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('what leads a session takes that back with it, and no other', async () => {
  const program = `
    const { stepBack } = await import(${JSON.stringify(import.meta.resolve('./step-back.ts'))})
    stepBack()
    process.send('done')
    setInterval(() => {}, 1_000)`
  const before = shareOf('self')
  for (const detached of [true, false]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      detached,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    try {
      await once(child, 'message')
      const share = shareOf(child.pid as number)
      if (detached) assert.match(share, /^$| nice 19\n$/)
      else assert.equal(share, before)
      assert.equal(shareOf('self'), before)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  }
})
