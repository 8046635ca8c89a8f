import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import fc from 'fast-check'
import { type Answers, createAnswers, type Outcome, type Typed } from './answers-store.ts'

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

/** A server that answers when the test says so. */
function desk(known: Answers = {}) {
  const asked: Answers[] = []
  const waiting: ((outcome: Outcome) => void)[] = []
  let kept: [string, Typed][] = []
  const store = createAnswers(known, {
    send(changes) {
      asked.push(changes)
      return new Promise((resolve) => waiting.push(resolve))
    },
    keep: (unsaved) => (kept = [...unsaved]),
  })
  const answer = async (outcome: Outcome = { ignored: [] }) => {
    waiting.shift()?.(outcome)
    await new Promise(setImmediate)
  }
  return { store, asked, answer, kept: () => kept }
}
const pass = (ms: number) => mock.timers.tick(ms)
const stateOf = ({ store }: ReturnType<typeof desk>, name: string) => store.view(name).state
const valueIn = ({ store }: ReturnType<typeof desk>, name: string) => store.view(name).typed

test('what is typed goes out 800 ms after the last key, and only what has changed', async () => {
  const one = desk({ a: 1, b: 'x' })
  one.store.type('a', { value: 2 })
  pass(700)
  one.store.type('a', { value: 23 })
  assert.deepEqual(one.kept(), [['a', { value: 23 }]])
  assert.equal(stateOf(one, 'a'), 'waiting')
  pass(799)
  assert.deepEqual(one.asked, [])
  pass(1)
  assert.deepEqual(one.asked, [{ a: 23 }])
  assert.deepEqual([stateOf(one, 'a'), one.store.whole().state], ['saving', 'saving'])
  await one.answer()
  assert.deepEqual([stateOf(one, 'a'), stateOf(one, 'b')], ['saved', 'none'])
  assert.deepEqual(one.kept(), [])
  assert.equal(one.store.isIdle(), true)
})

test('leaving sends at once', async () => {
  const one = desk()
  one.store.type('a', { value: 'x' })
  void one.store.leave()
  assert.deepEqual(one.asked, [{ a: 'x' }])
  await one.answer()
  pass(5_000)
  assert.equal(one.asked.length, 1)
})

test('one request at a time: what is typed meanwhile goes next, and its last value counts', async () => {
  const one = desk()
  one.store.type('a', { value: '1' })
  void one.store.leave()
  one.store.type('a', { value: '12' })
  void one.store.leave()
  one.store.type('a', { value: '123' })
  pass(800)
  assert.deepEqual(one.asked, [{ a: '1' }])
  await one.answer()
  assert.equal(stateOf(one, 'a'), 'waiting')
  pass(800)
  assert.deepEqual(one.asked, [{ a: '1' }, { a: '123' }])
  await one.answer()
  assert.deepEqual(one.store.whole(), {
    state: 'saved',
    unsaved: 0,
    problem: undefined,
    isClosed: false,
    lost: [],
  })
})

test('back to what the server has is nothing to send, unless something else is on its way', async () => {
  const one = desk({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('a', { value: 1 })
  pass(800)
  assert.deepEqual(one.asked, [])
  one.store.type('a', { value: 2 })
  pass(800)
  one.store.type('a', { value: 1 })
  await one.answer()
  pass(800)
  assert.deepEqual(one.asked, [{ a: 2 }, { a: 1 }])
})

test('out of reach: tried again after growing pauses, and at once when the network returns', async () => {
  const one = desk()
  const offline: Outcome = { kind: 'later', problem: 'Nicht zu erreichen.' }
  one.store.type('a', { value: 1 })
  pass(800)
  await one.answer(offline)
  assert.deepEqual(one.store.view('a'), { typed: { value: 1 }, state: 'failed' })
  assert.equal(one.store.whole().problem, 'Nicht zu erreichen.')
  assert.deepEqual(one.kept(), [['a', { value: 1 }]])
  pass(1_999)
  assert.equal(one.asked.length, 1)
  pass(1)
  await one.answer(offline)
  one.store.type('b', { value: 2 })
  pass(3_999)
  assert.equal(one.asked.length, 2)
  void one.store.retry()
  assert.deepEqual(one.asked.at(-1), { a: 1, b: 2 })
  await one.answer()
  assert.equal(one.store.whole().state, 'saved')
  pass(60_000)
  assert.equal(one.asked.length, 3)
})

test('after a request without an answer the way back is sent too: the server may have the other value', async () => {
  const one = desk({ a: 1 })
  one.store.type('a', { value: 2 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 1 })
  pass(2_000)
  assert.deepEqual(one.asked, [{ a: 2 }, { a: 1 }])
})

test('a field that has gone is named with its text; the others are saved', async () => {
  const one = desk()
  one.store.type('gone', { value: 'ein langer Text' })
  one.store.type('here', { value: 1 })
  pass(800)
  await one.answer({ ignored: ['gone'] })
  assert.deepEqual(one.store.whole().lost, [{ name: 'gone', text: 'ein langer Text' }])
  assert.equal(stateOf(one, 'here'), 'saved')
  one.store.forgetLost()
  assert.deepEqual(one.store.whole().lost, [])
})

test('a document that takes no answers any more: said, kept, and sent when it does again', async () => {
  const one = desk()
  one.store.type('a', { value: 'x' })
  pass(800)
  await one.answer({ kind: 'closed', problem: 'Nicht auszufüllen.' })
  one.store.type('a', { value: 'xy' })
  pass(60_000)
  assert.equal(one.asked.length, 1)
  assert.equal(one.store.whole().isClosed, true)
  assert.deepEqual(valueIn(one, 'a'), { value: 'xy' })
  one.store.reopen()
  assert.deepEqual(one.asked.at(-1), { a: 'xy' })
})

test('a refused answer stays with its reason, and the others go without it', async () => {
  const one = desk()
  one.store.type('a', { value: 'x' })
  one.store.type('b', { value: 1 })
  pass(800)
  await one.answer({ kind: 'refused', name: 'a', problem: 'Eine Zahl wird erwartet.' })
  assert.equal(one.store.view('a').problem, 'Eine Zahl wird erwartet.')
  pass(800)
  assert.deepEqual(one.asked.at(-1), { b: 1 })
  await one.answer()
  assert.deepEqual([stateOf(one, 'a'), stateOf(one, 'b')], ['failed', 'saved'])
  one.store.type('a', { value: null })
  assert.equal(one.store.view('a').problem, undefined)
})

test('text that is no value is kept and not sent', async () => {
  const one = desk({ a: 1 })
  one.store.type('a', { unreadable: 'zwölf' })
  pass(800)
  assert.deepEqual(one.asked, [])
  assert.deepEqual(one.kept(), [['a', { unreadable: 'zwölf' }]])
  assert.equal(one.store.whole().state, 'failed')
})

test('a field that stays as it is stays the same object, whatever happens to the others', async () => {
  const one = desk({ b: 1 })
  const before = one.store.view('b')
  one.store.type('a', { value: 2 })
  pass(800)
  await one.answer()
  one.store.arrived({ a: 2, b: 1 }, one.store.epoch())
  assert.equal(one.store.view('b'), before)
})

test('another device’s answers arrive, but never over what is unsaved or on its way', async () => {
  const one = desk({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  one.store.arrived({ a: 7, b: 7, c: 7 }, one.store.epoch())
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => valueIn(one, name)),
    [{ value: 2 }, { value: 7 }, { value: 7 }],
  )
  const askedBefore = one.store.epoch()
  pass(800)
  one.store.arrived({ a: 7, b: 8 }, askedBefore)
  await one.answer()
  // Asked before the saving, answered after it: older than what is known.
  one.store.arrived({ a: 7, b: 8 }, askedBefore)
  assert.deepEqual(valueIn(one, 'a'), { value: 2 })
  one.store.arrived({ a: 3 }, one.store.epoch())
  assert.deepEqual([valueIn(one, 'a'), valueIn(one, 'b')], [{ value: 3 }, { value: null }])
})

test('a field counts as saved here only until the server has another value for it', async () => {
  const one = desk()
  one.store.type('a', { value: 1 })
  one.store.type('b', { value: 'x' })
  pass(800)
  await one.answer()
  one.store.arrived({ a: 1, b: 'x' }, one.store.epoch())
  assert.deepEqual([stateOf(one, 'a'), stateOf(one, 'b')], ['saved', 'saved'])
  one.store.arrived({ a: 1, b: 'y' }, one.store.epoch())
  assert.deepEqual([stateOf(one, 'a'), stateOf(one, 'b')], ['saved', 'none'])
  assert.equal(one.store.whole().state, 'saved')
  // The results were reset.
  one.store.arrived({}, one.store.epoch())
  assert.deepEqual(one.store.view('a'), { typed: { value: null }, state: 'none' })
  assert.equal(one.store.whole().state, 'none')
})

test('what an earlier visit left goes out at once, and what has been typed since wins', async () => {
  const one = desk()
  one.store.type('a', { value: 'new' })
  void one.store.restore(
    new Map<string, Typed>([
      ['a', { value: 'old' }],
      ['b', { value: 2 }],
    ]),
  )
  assert.deepEqual(one.asked, [{ a: 'new', b: 2 }])
})

test('whatever happens in between, the server ends with what was typed last', async () => {
  const step = fc.oneof(
    fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.integer({ min: 0, max: 5 }) }),
    fc.constantFrom('leave', 'tick', 'fail', 'answer', 'retry'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const one = desk()
      const stored = new Map<string, unknown>()
      const typed = new Map<string, unknown>()
      let counted = 0
      const settle = async (isWell: boolean) => {
        if (one.asked.length === counted) return
        const sent = one.asked[counted++] ?? {}
        if (isWell) for (const [name, value] of Object.entries(sent)) stored.set(name, value)
        await one.answer(isWell ? { ignored: [] } : { kind: 'later', problem: 'x' })
      }
      for (const now of steps) {
        if (typeof now === 'object') {
          one.store.type(now.name, { value: now.value })
          typed.set(now.name, now.value)
        } else if (now === 'leave') void one.store.leave()
        else if (now === 'retry') void one.store.retry()
        else if (now === 'tick') pass(900)
        else await settle(now === 'answer')
        assert.ok(one.asked.length - counted <= 1)
      }
      while (!one.store.isIdle()) {
        pass(60_000)
        await settle(true)
      }
      assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(typed))
    }),
  )
})
