import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHashQueue, type QueueSlot } from './hash-queue.ts'

/**
 * A queue whose only slot is taken. `ask` adds a waiting entry; `end` frees the slot and returns the order in which
 * the entries ran.
 */
function crowded(waiting: number) {
  const queue = createHashQueue({ atATime: 1, waiting })
  const order: string[] = []
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  const all: Promise<unknown>[] = [queue(at('at work'), () => promise)]
  const ask = (place: QueueSlot, name: string) => {
    const asked = queue(place, async () => void order.push(name))
    asked.catch(() => order.push(`${name} refused`))
    all.push(asked)
  }
  const end = async () => {
    goOn()
    await Promise.allSettled(all)
    return order
  }
  return { ask, end }
}
const at = (network: string, isKnown = false): QueueSlot => ({ network, isKnown })

test('networks are served in turn, however many of one are waiting', async () => {
  const { ask, end } = crowded(16)
  for (const name of ['a1', 'a2', 'a3']) ask(at('a'), name)
  ask(at('b'), 'b1')
  ask(at('c'), 'c1')
  assert.deepEqual(await end(), ['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('whoever is known goes first, and lets one of the others in after every third', async () => {
  const { ask, end } = crowded(16)
  ask(at('a'), 'stranger 1')
  ask(at('b'), 'stranger 2')
  for (const name of ['k1', 'k2', 'k3', 'k4']) ask(at(name, true), name)
  assert.deepEqual(await end(), ['k1', 'k2', 'k3', 'stranger 1', 'k4', 'stranger 2'])
})

test('a full queue takes no more of a network that fills it, and makes room for one that does not', async () => {
  const { ask, end } = crowded(4)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(at('a'), name)
  ask(at('b'), 'b1')
  ask(at('b'), 'b2')
  ask(at('b'), 'b3')
  const order = await end()
  const isRefusal = (one: string) => one.endsWith('refused')
  assert.deepEqual(order.filter(isRefusal).sort(), ['a3 refused', 'a4 refused', 'a5 refused', 'b3 refused'])
  assert.deepEqual(
    order.filter((one) => !isRefusal(one)),
    ['a1', 'b1', 'a2', 'b2'],
  )
})

test('a full queue of strangers keeps nobody out who is known', async () => {
  const { ask, end } = crowded(2)
  for (const name of ['a', 'b', 'c']) ask(at(name), name)
  ask(at('a', true), 'known')
  assert.deepEqual(await end(), ['c refused', 'known', 'a', 'b'])
})

test('work that fails gives its place on', async () => {
  const queue = createHashQueue({ atATime: 1, waiting: 1 })
  const failed = queue(at('a'), () => Promise.reject(new Error('no memory')))
  const next = queue(at('a'), async () => 'done')
  await assert.rejects(failed, /no memory/)
  assert.equal(await next, 'done')
})
