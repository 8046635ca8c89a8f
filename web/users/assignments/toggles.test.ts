import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toggles } from './toggles.ts'

type Call = { cell: string; wanted: boolean; yes: () => void; no: (error: Error) => void }

function start() {
  const calls: Call[] = []
  const shown: Record<string, boolean> = {}
  const failures: string[] = []
  const queue = toggles<string, boolean>({
    keyOf: (cell) => cell,
    send: (cell, wanted) =>
      new Promise<void>((yes, no) => {
        calls.push({ cell, wanted, yes, no })
      }),
    show: (cell, state) => {
      shown[cell] = state
    },
    failed: (_, error) => failures.push((error as Error).message),
  })
  const asked = () => calls.map(({ cell, wanted }) => `${cell} ${wanted}`)
  return { queue, calls, shown, failures, asked }
}
const soon = () => new Promise((go) => setImmediate(go))

test('a toggle is seen at once and asked for once', async () => {
  const { queue, calls, shown, asked } = start()
  queue.toggle('a', false, true)
  assert.equal(shown['a'], true)
  assert.deepEqual(asked(), ['a true'])
  calls[0]?.yes()
  await queue.settled()
  assert.deepEqual(asked(), ['a true'])
})

test('of many toggles of one cell the first and the last are asked for, one after the other', async () => {
  const { queue, calls, shown, asked } = start()
  for (const to of [true, false, true, false]) queue.toggle('a', !to, to)
  assert.deepEqual(asked(), ['a true'])
  calls[0]?.yes()
  await soon()
  assert.deepEqual(asked(), ['a true', 'a false'])
  calls[1]?.yes()
  await queue.settled()
  assert.equal(shown['a'], false)
})

test('back at what was sent already, nothing more is asked', async () => {
  const { queue, calls, asked } = start()
  for (const to of [true, false, true]) queue.toggle('a', !to, to)
  calls[0]?.yes()
  await queue.settled()
  assert.deepEqual(asked(), ['a true'])
})

test('cells do not wait for each other', () => {
  const { queue, asked } = start()
  queue.toggle('a', false, true)
  queue.toggle('b', true, false)
  assert.deepEqual(asked(), ['a true', 'b false'])
})

test('a refusal brings back what the server last confirmed, and says why', async () => {
  const { queue, calls, shown, failures } = start()
  queue.toggle('a', false, true)
  queue.toggle('a', true, false)
  calls[0]?.yes()
  await soon()
  calls[1]?.no(new Error('Das geht nicht.'))
  await queue.settled()
  assert.equal(shown['a'], true)
  assert.deepEqual(failures, ['Das geht nicht.'])
})

test('the version tells whether something was wished or answered in between', async () => {
  const { queue, calls } = start()
  const before = queue.version()
  queue.toggle('a', false, true)
  const between = queue.version()
  calls[0]?.yes()
  await queue.settled()
  assert.equal(new Set([before, between, queue.version()]).size, 3)
})
