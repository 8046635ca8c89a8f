import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import fc from 'fast-check'
import type { Answers, StoredAnswer, Typed } from './answer-changes.ts'
import { createAnswers, type Outcome } from './answers-store.ts'

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  // Pauses are as long as they are meant to be, without what chance adds to them.
  mock.method(Math, 'random', () => 0.5)
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

/** A server that answers when the test says so. */
function start(known: Answers | 'unknown' = {}, round?: number) {
  const requests: Answers[] = []
  const believed: Answers[] = []
  const rounds: (number | undefined)[] = []
  const waiting: ((outcome: Outcome) => void)[] = []
  let kept: [string, StoredAnswer][] = []
  const store = createAnswers(known === 'unknown' ? undefined : { data: known, round }, {
    send(changes, seen, typedFor) {
      requests.push(changes)
      believed.push(seen)
      rounds.push(typedFor)
      return new Promise((resolve) => waiting.push(resolve))
    },
    keep: (unsaved) => (kept = [...unsaved]),
  })
  const answer = async (outcome: Outcome = { ignored: [] }) => {
    waiting.shift()?.(outcome)
    await new Promise(setImmediate)
  }
  return { store, requests, believed, rounds, answer, kept: () => kept }
}
const pass = (ms: number) => mock.timers.tick(ms)
const statusOf = ({ store }: ReturnType<typeof start>, name: string) => store.view(name).status
const valueIn = ({ store }: ReturnType<typeof start>, name: string) => store.view(name).typed

test('what is typed goes out 800 ms after the last key, and only what has changed', async () => {
  const one = start({ a: 1, b: 'x' })
  one.store.type('a', { value: 2 })
  pass(700)
  one.store.type('a', { value: 23 })
  assert.deepEqual(one.kept(), [['a', { value: 23, base: 1 }]])
  assert.equal(statusOf(one, 'a'), 'waiting')
  pass(799)
  assert.deepEqual(one.requests, [])
  pass(1)
  assert.deepEqual(one.requests, [{ a: 23 }])
  assert.deepEqual([statusOf(one, 'a'), one.store.status().status], ['saving', 'saving'])
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['saved', 'none'])
  assert.deepEqual(one.kept(), [])
  assert.equal(one.store.isIdle(), true)
})

test('leaving sends at once', async () => {
  const one = start()
  one.store.type('a', { value: 'x' })
  void one.store.flush()
  assert.deepEqual(one.requests, [{ a: 'x' }])
  await one.answer()
  pass(5_000)
  assert.equal(one.requests.length, 1)
})

test('whoever takes the answers along waits for those under way and for those typed since, and not for a dead network', async () => {
  const one = start()
  let isSettled = false
  const settle = async () => {
    isSettled = false
    await one.store.settle()
    isSettled = true
  }
  one.store.type('a', { value: '1' })
  void one.store.flush()
  one.store.type('a', { value: '12' })
  const first = settle()
  await one.answer()
  assert.deepEqual([one.requests, isSettled], [[{ a: '1' }, { a: '12' }], false])
  await one.answer()
  await first
  one.store.type('a', { value: '123' })
  const second = settle()
  await one.answer({ kind: 'later', problem: 'Nicht zu erreichen.' })
  await second
  await settle()
  assert.deepEqual([one.requests.length, statusOf(one, 'a')], [3, 'kept'])
})

test('one request at a time: what is typed meanwhile goes next, and its last value counts', async () => {
  const one = start()
  one.store.type('a', { value: '1' })
  void one.store.flush()
  one.store.type('a', { value: '12' })
  void one.store.flush()
  one.store.type('a', { value: '123' })
  pass(800)
  assert.deepEqual(one.requests, [{ a: '1' }])
  await one.answer()
  assert.equal(statusOf(one, 'a'), 'waiting')
  pass(800)
  assert.deepEqual(one.requests, [{ a: '1' }, { a: '123' }])
  await one.answer()
  assert.deepEqual(one.store.status(), {
    status: 'saved',
    unsaved: 0,
    conflicts: 0,
    problem: undefined,
    isClosed: false,
    lost: [],
  })
})

test('back to what the server has is nothing to send, unless something else is on its way', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('a', { value: 1 })
  pass(800)
  assert.deepEqual(one.requests, [])
  one.store.type('a', { value: 2 })
  pass(800)
  one.store.type('a', { value: 1 })
  await one.answer()
  pass(800)
  assert.deepEqual(one.requests, [{ a: 2 }, { a: 1 }])
})

test('what cannot be sent when it could be tried again, because it is half a number then, goes out once it is one', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'Nicht zu erreichen.' })
  one.store.type('a', { unreadable: '1x' })
  pass(60_000)
  assert.equal(one.requests.length, 1)
  one.store.type('a', { value: 12 })
  assert.equal(statusOf(one, 'a'), 'waiting')
  pass(800)
  assert.deepEqual(one.requests.at(-1), { a: 12 })
  await one.answer()
  assert.equal(statusOf(one, 'a'), 'saved')
})

test('an answer that another window has saved while it could not be sent holds up none that is typed later', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'Nicht zu erreichen.' })
  one.store.savedByOtherWindow({ a: 1 })
  pass(2_000)
  one.store.type('b', { value: 2 })
  void one.store.flush()
  assert.deepEqual(one.requests.at(-1), { b: 2 })
})

test('what the server says to an answer that it may take later is told with it', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'Nummer 12.', status: 500 })
  assert.deepEqual(one.store.view('a'), { typed: { value: 1 }, status: 'kept', later: 'Nummer 12.' })
})

test('out of reach: tried again after growing pauses, and at once when the network returns', async () => {
  const one = start()
  const offline: Outcome = { kind: 'later', problem: 'Nicht zu erreichen.', status: 0 }
  one.store.type('a', { value: 1 })
  pass(800)
  await one.answer(offline)
  assert.deepEqual(one.store.view('a'), { typed: { value: 1 }, status: 'kept' })
  assert.deepEqual([one.store.status().status, one.store.status().problem], ['kept', 'Nicht zu erreichen.'])
  assert.deepEqual(one.kept(), [['a', { value: 1, base: null, sent: [1] }]])
  pass(1_999)
  assert.equal(one.requests.length, 1)
  pass(1)
  await one.answer(offline)
  one.store.type('b', { value: 2 })
  pass(3_999)
  assert.equal(one.requests.length, 2)
  void one.store.retry()
  assert.deepEqual(one.requests.at(-1), { a: 1, b: 2 })
  await one.answer()
  assert.equal(one.store.status().status, 'saved')
  pass(60_000)
  assert.equal(one.requests.length, 3)
})

test('after a request without an answer the way back is sent too: the server may have the other value', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 1 })
  pass(2_000)
  assert.deepEqual(one.requests, [{ a: 2 }, { a: 1 }])
})

test('a field that has gone is named with its text; the others are saved', async () => {
  const one = start()
  one.store.type('gone', { value: 'ein langer Text' })
  one.store.type('here', { value: 1 })
  pass(800)
  await one.answer({ ignored: ['gone'] })
  assert.deepEqual(one.store.status().lost, [{ name: 'gone', typed: { value: 'ein langer Text' } }])
  assert.equal(statusOf(one, 'here'), 'saved')
  assert.equal(one.store.status().status, 'failed')
  one.store.forgetLost()
  assert.deepEqual(one.store.status().lost, [])
  assert.equal(one.store.status().status, 'saved')
})

test('the text of a field that has gone is still there at the next visit, and is not sent again', async () => {
  const before = start()
  before.store.type('gone', { value: 'ein langer Text' })
  pass(800)
  await before.answer({ ignored: ['gone'] })
  const one = start()
  await one.store.restore(new Map(before.kept()))
  assert.deepEqual(one.store.status().lost, [{ name: 'gone', typed: { value: 'ein langer Text' } }])
  assert.deepEqual(one.requests, [])
  one.store.forgetLost()
  assert.deepEqual(one.kept(), [])
})

test('what has gone is kept as what it was, a number as a number; what an older app kept as a text stays one', async () => {
  const before = start()
  before.store.type('Zahl', { value: 1.125 })
  before.store.type('Text', { unreadable: 'viele' })
  pass(800)
  await before.answer({ ignored: ['Zahl'] })
  const one = start()
  await one.store.restore(new Map([...before.kept(), ['alt', { value: '2.5', lost: true }]]))
  assert.deepEqual(one.store.status().lost, [
    { name: 'Zahl', typed: { value: 1.125 } },
    { name: 'alt', typed: { value: '2.5' } },
  ])
})

test('a page that ends before an answer comes leaves no conflict with what it has sent itself', async () => {
  const before = start()
  before.store.type('a', { value: 8 })
  pass(800)
  assert.deepEqual(before.kept(), [['a', { value: 8, base: null, sent: [8] }]])
  const same = start({ a: 8 })
  await same.store.restore(new Map(before.kept()))
  assert.deepEqual([same.requests, same.store.isIdle()], [[], true])

  before.store.type('a', { value: 9 })
  const known = start({ a: 8 })
  void known.store.restore(new Map(before.kept()))
  assert.deepEqual([known.requests, known.believed], [[{ a: 9 }], [{ a: 8 }]])

  // Opened only to send what was left, nobody knows what the server has.
  const unknown = start()
  void unknown.store.restore(new Map(before.kept()))
  await unknown.answer({ kind: 'conflict', stored: { a: 8 } })
  pass(800)
  assert.deepEqual(unknown.believed.at(-1), { a: 8 })
  await unknown.answer()
  assert.equal(statusOf(unknown, 'a'), 'saved')
})

test('what was typed into a field goes along to its new name, with what was typed since', async () => {
  const one = start({ old: 'a' })
  one.store.type('old', { value: 'ab' })
  pass(800)
  one.store.type('old', { value: 'abc' })
  await one.answer({ ignored: ['old'], renamed: { old: 'new' } })
  assert.deepEqual(valueIn(one, 'new'), { value: 'abc' })
  assert.deepEqual(one.store.status().lost, [])
  one.store.receive({ data: { new: 'a' } }, one.store.epoch())
  pass(800)
  assert.deepEqual(one.requests.at(-1), { new: 'abc' })
  assert.deepEqual(one.believed.at(-1), { new: 'a' })
  await one.answer()
  assert.equal(statusOf(one, 'new'), 'saved')
})

test('where somebody has typed into the field of the new name meanwhile, neither text is dropped', async () => {
  const one = start()
  one.store.type('old', { value: 'a' })
  pass(800)
  one.store.type('new', { value: 'b' })
  await one.answer({ ignored: ['old'], renamed: { old: 'new' } })
  assert.deepEqual(valueIn(one, 'new'), { value: 'b' })
  assert.deepEqual(one.store.status().lost, [{ name: 'old', typed: { value: 'a' } }])
})

test('a document that takes no answers any more: said, kept, and sent when it does again', async () => {
  const one = start()
  one.store.type('a', { value: 'x' })
  pass(800)
  await one.answer({ kind: 'closed', problem: 'Nicht auszufüllen.' })
  one.store.type('a', { value: 'xy' })
  pass(60_000)
  assert.equal(one.requests.length, 1)
  assert.equal(one.store.status().isClosed, true)
  assert.deepEqual(valueIn(one, 'a'), { value: 'xy' })
  assert.equal(one.store.view('a').stored, null)
  one.store.reopen()
  assert.deepEqual(one.requests.at(-1), { a: 'xy' })
})

test('a refused answer stays with its reason, and the others go without it', async () => {
  const one = start()
  one.store.type('a', { value: 'x' })
  one.store.type('b', { value: 1 })
  pass(800)
  await one.answer({ kind: 'refused', name: 'a', problem: 'Eine Zahl wird erwartet.' })
  assert.equal(one.store.view('a').problem, 'Eine Zahl wird erwartet.')
  pass(800)
  assert.deepEqual(one.requests.at(-1), { b: 1 })
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['failed', 'saved'])
  one.store.type('a', { value: null })
  assert.equal(one.store.view('a').problem, undefined)
})

test('text that is no value is kept and not sent', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { unreadable: 'zwölf' })
  pass(800)
  assert.deepEqual(one.requests, [])
  assert.deepEqual(one.kept(), [['a', { unreadable: 'zwölf', base: 1 }]])
  assert.equal(one.store.status().status, 'failed')
  // The value from before goes on counting.
  assert.equal(one.store.view('a').stored, 1)
})

test('a field that stays as it is stays the same object, whatever happens to the others', async () => {
  const one = start({ b: 1 })
  const before = one.store.view('b')
  one.store.type('a', { value: 2 })
  pass(800)
  await one.answer()
  one.store.receive({ data: { a: 2, b: 1 } }, one.store.epoch())
  assert.equal(one.store.view('b'), before)
})

test('another device’s answers arrive, but never over what is unsaved or on its way', async () => {
  const one = start({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  one.store.receive({ data: { a: 1, b: 7, c: 7 } }, one.store.epoch())
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => valueIn(one, name)),
    [{ value: 2 }, { value: 7 }, { value: 7 }],
  )
  const askedBefore = one.store.epoch()
  pass(800)
  one.store.receive({ data: { a: 7, b: 8 } }, askedBefore)
  await one.answer()
  // Asked before the saving, answered after it: older than what is known.
  one.store.receive({ data: { a: 7, b: 8 } }, askedBefore)
  assert.deepEqual(valueIn(one, 'a'), { value: 2 })
  one.store.receive({ data: { a: 3 } }, one.store.epoch())
  assert.deepEqual([valueIn(one, 'a'), valueIn(one, 'b')], [{ value: 3 }, { value: null }])
})

test('whoever has only sent what was left learns what the server has while that is on its way', async () => {
  const one = start('unknown')
  void one.store.restore(new Map([['a', { value: 3, base: 1, sent: [2] }]]))
  one.store.receive({ data: { a: 2, b: 7 } }, one.store.epoch())
  assert.deepEqual([valueIn(one, 'a'), valueIn(one, 'b')], [{ value: 3 }, { value: 7 }])
  // 2 came from here, whoever is asked.
  await one.answer({ kind: 'conflict', stored: { a: 2 } })
  assert.deepEqual([theirs(one, 'a'), one.store.status().conflicts], [undefined, 0])
  pass(800)
  assert.deepEqual(one.believed.at(-1), { a: 2 })
})

const theirs = (one: ReturnType<typeof start>, name: string) => one.store.view(name).theirs?.value

test('what is sent says what stood there before', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: 'x' })
  pass(800)
  one.store.type('a', { value: 3 })
  await one.answer()
  pass(800)
  assert.deepEqual(one.believed, [{ a: 1, b: null }, { a: 2 }])
})

test('a field that was changed elsewhere since it was begun waits for a choice; the others go', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: 'x' })
  one.store.receive({ data: { a: 7 } }, one.store.epoch())
  assert.deepEqual([valueIn(one, 'a'), theirs(one, 'a')], [{ value: 2 }, 7])
  pass(800)
  assert.deepEqual(one.requests, [{ b: 'x' }])
  await one.answer()
  assert.deepEqual([one.store.status().conflicts, one.store.status().status], [1, 'failed'])
  // Typing on decides nothing.
  one.store.type('a', { value: 23 })
  pass(800)
  assert.equal(one.requests.length, 1)
  one.store.choose('a', 'mine')
  assert.deepEqual([one.requests.at(-1), one.believed.at(-1)], [{ a: 23 }, { a: 7 }])
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), one.store.status().conflicts], ['saved', 0])
})

test('what waits for a choice is not sent by a later visit either, before somebody has chosen', async () => {
  const before = start({ a: 1 })
  before.store.type('a', { value: 2 })
  pass(800)
  await before.answer({ kind: 'conflict', stored: { a: 7 } })
  assert.deepEqual(before.kept(), [['a', { value: 2, base: 1, theirs: { value: 7 } }]])
  const later = start()
  await later.store.restore(new Map(before.kept()))
  await later.store.retry()
  pass(60_000)
  assert.deepEqual([later.requests, later.store.status().conflicts], [[], 1])
  later.store.receive({ data: { a: 8 } }, later.store.epoch())
  assert.equal(theirs(later, 'a'), 8)
  later.store.choose('a', 'mine')
  assert.deepEqual([later.requests, later.believed], [[{ a: 2 }], [{ a: 8 }]])
})

test('who takes the other value has it, and nothing is sent', () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.receive({ data: { a: 7 } }, one.store.epoch())
  one.store.choose('a', 'theirs')
  pass(60_000)
  assert.deepEqual([valueIn(one, 'a'), one.requests, one.kept()], [{ value: 7 }, [], []])
})

test('what the server finds changed is not stored: both values are there to choose from', async () => {
  const one = start({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: 2 })
  pass(800)
  await one.answer({ kind: 'conflict', stored: { a: null } })
  assert.deepEqual([theirs(one, 'a'), theirs(one, 'b')], [null, undefined])
  pass(800)
  assert.deepEqual(one.requests.at(-1), { b: 2 })
  await one.answer()
  // Back to what the others have: nothing is left to choose.
  one.store.type('a', { value: null })
  assert.equal(one.store.isIdle(), true)
})

test('what was typed for an earlier round waits for a choice, also where its field was empty and is', async () => {
  const one = start({}, 1)
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: null })
  one.store.receive({ data: {}, round: 2 }, one.store.epoch())
  pass(60_000)
  assert.deepEqual(one.requests, [])
  assert.deepEqual(one.store.view('a').theirs, { value: null, isNewRound: true })
  assert.deepEqual([one.store.status().conflicts, one.store.status().isNewRound], [1, true])
  // Typing on decides nothing, and what is typed by now is for this round.
  one.store.type('a', { value: 23 })
  one.store.type('c', { value: 3 })
  pass(800)
  assert.deepEqual([one.requests, one.rounds], [[{ c: 3 }], [2]])
  await one.answer()
  one.store.choose('a', 'mine')
  assert.deepEqual([one.requests.at(-1), one.believed.at(-1), one.rounds.at(-1)], [{ a: 23 }, { a: null }, 2])
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), one.store.status().isNewRound], ['saved', undefined])
})

test('a later visit that sends what was left learns of the new round from the server, and asks then', async () => {
  const before = start({}, 1)
  before.store.type('a', { value: 2 })
  before.store.type('b', { value: 'x' })
  assert.deepEqual(before.kept()[0], ['a', { value: 2, base: null, round: 1 }])
  const one = start('unknown')
  void one.store.restore(new Map(before.kept()))
  assert.deepEqual([one.requests, one.rounds], [[{ a: 2, b: 'x' }], [1]])
  await one.answer({ kind: 'conflict', stored: { a: null }, round: 2 })
  assert.deepEqual(one.store.view('a').theirs, { value: null, isNewRound: true })
  const later = start('unknown')
  await later.store.restore(new Map(one.kept().filter(([name]) => name === 'a')))
  assert.deepEqual(later.store.view('a').theirs, { value: null, isNewRound: true })
  later.store.choose('a', 'mine')
  assert.deepEqual([later.requests, later.rounds], [[{ a: 2 }], [2]])
})

test('what was sent for an earlier round and not answered is not what stands in the new one', async () => {
  const one = start({}, 1)
  one.store.type('a', { value: 2 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 3 })
  one.store.receive({ data: { a: 2 }, round: 2 }, one.store.epoch())
  assert.deepEqual(one.store.view('a').theirs, { value: 2, isNewRound: true })
})

test('what has the value of the new round already is settled', () => {
  const one = start({}, 1)
  one.store.type('a', { value: 2 })
  one.store.receive({ data: { a: 2 }, round: 2 }, one.store.epoch())
  assert.equal(one.store.isIdle(), true)
})

test('what needs no photo goes before what does, so that a photo which does not get there holds up nothing else', async () => {
  const one = start()
  const photo = '/docs/photos/AAAAAAAAAAAAAAAAAAAAAA/'
  one.store.type('Foto', { value: photo })
  one.store.type('a', { value: 'x' })
  pass(800)
  await one.answer()
  assert.deepEqual([one.requests, statusOf(one, 'a')], [[{ a: 'x' }], 'saved'])
  pass(800)
  await one.answer({ kind: 'later', problem: 'Da ist etwas schiefgegangen.', status: 500 })
  one.store.type('b', { value: 1 })
  pass(2_000)
  await one.answer()
  assert.deepEqual([one.requests.slice(1), statusOf(one, 'b')], [[{ Foto: photo }, { b: 1 }], 'saved'])
})

test('photos go one by one, and one that the server always fails at holds up no other for longer than its turn', async () => {
  const one = start()
  const photo = (letter: string) => `/docs/photos/${letter.repeat(22)}/`
  const failing: Outcome = { kind: 'later', problem: 'Da ist etwas schiefgegangen.', status: 500 }
  for (const name of ['A', 'B', 'C']) one.store.type(name, { value: photo(name) })
  pass(800)
  await one.answer(failing)
  pass(2_000)
  await one.answer(failing)
  pass(4_000)
  await one.answer()
  pass(800)
  await one.answer(failing)
  pass(2_000)
  await one.answer()
  const tried = one.requests.map((sent) => Object.keys(sent).join())
  assert.deepEqual(tried, ['A', 'B', 'C', 'A', 'B'])
  assert.deepEqual(
    ['A', 'B', 'C'].map((name) => statusOf(one, name)),
    ['waiting', 'saved', 'saved'],
  )
})

test('whoever takes the answers along waits for the photos among them, too', async () => {
  const one = start()
  one.store.type('Foto', { value: '/docs/photos/AAAAAAAAAAAAAAAAAAAAAA/' })
  one.store.type('a', { value: 'x' })
  let isSettled = false
  const settling = one.store.settle().then(() => (isSettled = true))
  await one.answer()
  assert.equal(isSettled, false)
  await one.answer()
  await settling
  assert.equal(one.store.isIdle(), true)
})

test('answers that an older app has kept name no round, and do not go along with those that do', async () => {
  const one = start('unknown')
  void one.store.restore(
    new Map<string, StoredAnswer>([
      ['a', { value: 1, base: null }],
      ['b', { value: 2, base: null, round: 3 }],
    ]),
  )
  await one.answer()
  pass(800)
  assert.deepEqual(
    [one.requests, one.rounds],
    [
      [{ a: 1 }, { b: 2 }],
      [undefined, 3],
    ],
  )
  await one.answer()
  assert.equal(one.store.isIdle(), true)
})

test('what another window saves stands here at once, but never over what is being typed', () => {
  const one = start({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  one.store.savedByOtherWindow({ a: 3, b: 3 })
  assert.deepEqual([valueIn(one, 'a'), theirs(one, 'a'), valueIn(one, 'b')], [{ value: 2 }, 3, { value: 3 }])
  one.store.savedByOtherWindow({ a: 2 })
  assert.equal(one.store.isIdle(), true)
})

test('what arrived of a request without an answer is not taken for somebody else’s', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 3 })
  pass(2_000)
  await one.answer({ kind: 'conflict', stored: { a: 2 } })
  assert.equal(theirs(one, 'a'), undefined)
  pass(800)
  assert.deepEqual([one.requests.at(-1), one.believed.at(-1)], [{ a: 3 }, { a: 2 }])
})

test('what an older version of the app has kept goes out whatever the server has', async () => {
  const one = start({ a: 7 })
  void one.store.restore(new Map<string, StoredAnswer>([['a', { value: 2 }]]))
  one.store.receive({ data: { a: 8 } }, one.store.epoch())
  assert.deepEqual([one.requests, one.believed], [[{ a: 2 }], [{}]])
  await one.answer()
  assert.deepEqual(one.kept(), [])
})

test('a field counts as saved here only until the server has another value for it', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  one.store.type('b', { value: 'x' })
  pass(800)
  await one.answer()
  one.store.receive({ data: { a: 1, b: 'x' } }, one.store.epoch())
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['saved', 'saved'])
  one.store.receive({ data: { a: 1, b: 'y' } }, one.store.epoch())
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['saved', 'none'])
  assert.equal(one.store.status().status, 'saved')
  // The results were reset.
  one.store.receive({ data: {} }, one.store.epoch())
  assert.deepEqual(one.store.view('a'), { typed: { value: null }, status: 'none' })
  assert.equal(one.store.status().status, 'none')
})

test('what an earlier visit left goes out at once, and what has been typed since wins', async () => {
  const one = start()
  one.store.type('a', { value: 'new' })
  void one.store.restore(
    new Map<string, Typed>([
      ['a', { value: 'old' }],
      ['b', { value: 2 }],
    ]),
  )
  assert.deepEqual(one.requests, [{ a: 'new', b: 2 }])
})

test('whatever happens in between, the server ends with what was typed last', async () => {
  const step = fc.oneof(
    fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.integer({ min: 0, max: 5 }) }),
    fc.constantFrom('leave', 'tick', 'fail', 'answer', 'retry'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const one = start()
      const stored = new Map<string, unknown>()
      const typed = new Map<string, unknown>()
      let counted = 0
      const settle = async (isWell: boolean) => {
        if (one.requests.length === counted) return
        const sent = one.requests[counted++] ?? {}
        if (isWell) for (const [name, value] of Object.entries(sent)) stored.set(name, value)
        await one.answer(isWell ? { ignored: [] } : { kind: 'later', problem: 'x' })
      }
      for (const now of steps) {
        if (typeof now === 'object') {
          one.store.type(now.name, { value: now.value })
          typed.set(now.name, now.value)
        } else if (now === 'leave') void one.store.flush()
        else if (now === 'retry') void one.store.retry()
        else if (now === 'tick') pass(900)
        else await settle(now === 'answer')
        assert.ok(one.requests.length - counted <= 1)
      }
      while (!one.store.isIdle()) {
        pass(60_000)
        await settle(true)
      }
      assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(typed))
    }),
  )
})

test('whatever two windows do, nothing is overwritten that its writer had not seen or chosen to overwrite', async () => {
  const who = fc.constantFrom(0, 1)
  const step = fc.oneof(
    fc.record({ who, value: fc.integer({ min: 1, max: 99 }) }),
    fc.record({ who, act: fc.constantFrom('send', 'lose', 'look', 'mine', 'theirs', 'new round') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let stored: Answers = {}
      let round = 1
      let isLosing = false
      const overwritten: string[] = []
      const windows = [0, 1].map(() => {
        const seen = new Set<string>(['null in 1'])
        let last = round
        const store = createAnswers(
          { data: {}, round },
          {
            async send(changes, believed, typedFor) {
              const present = stored['a'] ?? null
              const value = changes['a'] ?? null
              if ((typedFor !== round || present !== believed['a']) && present !== value) {
                last = round
                return { kind: 'conflict', stored: { a: present }, round }
              }
              if (!seen.has(`${present} in ${round}`) && present !== value)
                overwritten.push(`${present} in ${round} by ${value}`)
              stored = { a: value }
              seen.add(`${value} in ${round}`)
              return isLosing ? { kind: 'later', problem: 'x' } : { ignored: [] }
            },
            keep: () => {},
          },
        )
        const look = () => void (last = round)
        return { store, seen, look, lookedIn: () => last }
      })
      for (const one of steps) {
        const { store, seen, look, lookedIn } = windows[one.who] as (typeof windows)[number]
        if ('value' in one) store.type('a', { value: one.value })
        else if (one.act === 'send' || one.act === 'lose') {
          isLosing = one.act === 'lose'
          await store.retry()
        } else if (one.act === 'new round') {
          stored = {}
          round++
        } else if (one.act === 'look') {
          store.receive({ data: stored, round }, store.epoch())
          look()
        } else store.choose('a', one.act)
        // Seen in the field, or beside it.
        const { typed, theirs } = store.view('a')
        seen.add(`${'value' in typed ? typed.value : null} in ${lookedIn()}`)
        if (theirs) seen.add(`${theirs.value} in ${lookedIn()}`)
      }
      for (const { store } of windows) store.stop()
      assert.deepEqual(overwritten, [])
    }),
  )
})
