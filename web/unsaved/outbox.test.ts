import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { backOff } from './back-off.ts'
import { createOutbox, type Later, wakeOutboxes } from './outbox.ts'

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  mock.method(Math, 'random', () => 0.5)
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

type Taken = { kind: 'taken' }
const taken: Taken = { kind: 'taken' }
const later: Later = { kind: 'later', problem: 'Nicht zu erreichen.' }

/** Letters that wait, and a server that answers when the test says so. */
function start(pause = 0) {
  const letters: { text: string }[] = []
  const sent: string[] = []
  const waiting: ((outcome: Taken | Later) => void)[] = []
  let seen: 'idle' | 'waiting' = 'idle'
  const box = createOutbox<{ text: string }, Taken>({
    next: () => letters[0],
    send({ text }) {
      sent.push(text)
      return new Promise((resolve) => waiting.push(resolve))
    },
    onDone: (_, outcome) => void (outcome.kind === 'taken' && letters.shift()),
    onChange: () => void (seen = box.isWaiting() ? 'waiting' : 'idle'),
    pause,
  })
  const put = (text: string) => void letters.push({ text })
  const take = () => void letters.shift()
  const answer = async (outcome: Taken | Later) => {
    waiting.shift()?.(outcome)
    await new Promise(setImmediate)
  }
  return { box, put, take, sent, answer, seen: () => seen }
}
const pass = (ms: number) => mock.timers.tick(ms)

test('one request is under way at a time; what comes meanwhile goes next, after the pause where there is one', async () => {
  const [quick, slow] = [start(), start(800)]
  for (const { box, put } of [quick, slow]) {
    put('a')
    put('b')
    void box.flush()
    void box.flush()
  }
  assert.deepEqual([quick.sent, slow.sent], [['a'], ['a']])
  await quick.answer(taken)
  await slow.answer(taken)
  assert.deepEqual([quick.sent, slow.sent], [['a', 'b'], ['a']])
  pass(800)
  assert.deepEqual(slow.sent, ['a', 'b'])
})

test('what is planned while something is under way is not forgotten', async () => {
  const { box, put, sent, answer } = start(800)
  put('a')
  void box.flush()
  put('b')
  box.soon(100)
  pass(100)
  await answer(taken)
  pass(800)
  assert.deepEqual(sent, ['a', 'b'])
})

test('out of reach, the pauses grow to half a minute, and begin anew with the first success', async () => {
  const { box, put, sent, answer } = start()
  put('a')
  void box.flush()
  for (const ms of [2_000, 4_000, 8_000, 16_000, 25_000, 25_000]) {
    const before = sent.length
    await answer(later)
    box.soon(1)
    pass(ms - 1)
    assert.equal(sent.length, before, 'too early')
    pass(1)
    assert.equal(sent.length, before + 1)
  }
  await answer(taken)
  assert.equal(box.isWaiting(), false)
  put('b')
  void box.flush()
  await answer(later)
  pass(2_000)
  assert.deepEqual(sent.slice(-2), ['b', 'b'])
})

test('where nothing waits any more when it could be tried again, what comes next goes as if nothing had failed', async () => {
  const { box, put, take, sent, answer, seen } = start()
  put('a')
  void box.flush()
  await answer(later)
  take()
  pass(2_000)
  assert.deepEqual([sent, box.isWaiting(), seen()], [['a'], false, 'idle'])
  put('b')
  box.soon(800)
  pass(800)
  assert.deepEqual(sent, ['a', 'b'])
})

test('a server that says when to come is not asked before', async () => {
  const { box, put, sent, answer } = start()
  put('a')
  void box.flush()
  await answer({ ...later, atLeast: 20_000 })
  wakeOutboxes()
  put('b')
  void box.flush()
  pass(19_999)
  wakeOutboxes()
  assert.equal(sent.length, 1)
  pass(1)
  assert.equal(sent.length, 2)
  await answer({ ...later, atLeast: 1 })
  pass(1)
  wakeOutboxes()
  assert.equal(sent.length, 3)
})

test('with a reason to think that it will succeed all that waits goes at once, and only that', async () => {
  const [one, other, quiet] = [start(), start(), start()]
  for (const { box, put } of [one, other]) {
    put('a')
    void box.flush()
  }
  quiet.put('not yet')
  await one.answer(later)
  await other.answer(later)
  wakeOutboxes()
  assert.deepEqual([one.sent, other.sent, quiet.sent], [['a', 'a'], ['a', 'a'], []])
  await one.answer(later)
  one.box.stop()
  wakeOutboxes()
  pass(60_000)
  assert.equal(one.sent.length, 2)
})

test('a pause is up to a fifth shorter or longer', () => {
  const waitAfter = backOff({ first: 1_000, factor: 2, longest: 5_000 })
  assert.deepEqual(
    [0, 1].map((random) => waitAfter(1, random)),
    [800, 1_200],
  )
  assert.deepEqual(
    [1, 2, 3, 4].map((failures) => waitAfter(failures, 0.5)),
    [1_000, 2_000, 4_000, 5_000],
  )
})
