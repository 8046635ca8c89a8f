import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
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
