import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldBy, type Machine, simulate } from './queue-model.ts'

const each = (us: number) => ({ current: us, groups: us, direct: us, docs: us, send: us })
const machine = (us: number, pause = { every: Number.POSITIVE_INFINITY, ms: 0 }): Machine => ({
  costs: each(us),
  pause,
})

test('an idle core answers in the time that a call costs', () => {
  const { p50, busy } = simulate(machine(500), 10)
  assert.ok(p50 > 0.2 && p50 < 0.6, String(p50))
  assert.ok(busy < 0.01)
})

test('more people wait longer, and beyond what the core can do ever longer', () => {
  const [few, many, tooMany] = [50, 200, 350].map((people) => simulate(machine(5_000), people, 20_000))
  assert.ok((few?.p99 ?? 0) < (many?.p99 ?? 0))
  assert.ok((many?.busy ?? 1) < 1 && (many?.p99 ?? 0) < 100)
  assert.ok((tooMany?.p99 ?? 0) > 1_000)
})

test('calls that cost half as much hold about twice as many people', () => {
  const [dear, cheap] = [heldBy(machine(4_000), 100, 20_000), heldBy(machine(2_000), 100, 20_000)]
  assert.ok(cheap / dear > 1.7 && cheap / dear < 2.8, `${dear}, ${cheap}`)
})

test('a core that is away now and then answers later, though it is hardly busier', () => {
  const steady = simulate(machine(3_000), 50, 20_000)
  const halting = simulate(machine(3_000, { every: 1_000, ms: 100 }), 50, 20_000)
  assert.ok(halting.p99 > 2 * steady.p99, `${steady.p99}, ${halting.p99}`)
})

test('what is heard of others keeps the core busy, and those who ask wait for it', () => {
  const alone = simulate(machine(500), 200, 20_000)
  const heard = simulate({ ...machine(500), hears: { perSecond: 1_000, us: 500 } }, 200, 20_000)
  assert.ok(Math.abs(heard.busy - alone.busy - 0.5) < 0.05, `${alone.busy}, ${heard.busy}`)
  assert.ok(heard.p99 > alone.p99, `${alone.p99}, ${heard.p99}`)
})
