import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { CallError } from '#web/api.ts'
import { type CallKind, createOutbox, isTransient } from './outbox.ts'
import { createRecordStore, type StorageBackend } from './record-store.ts'

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  // 0.5 makes the jitter zero, so that pauses have their nominal length.
  mock.method(Math, 'random', () => 0.5)
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

/** Storage that refuses everything, as in a private window. */
const nothing: StorageBackend = {
  read: async () => undefined,
  keys: async () => undefined,
  write: async () => false,
  change: async () => undefined,
  clear: async () => {},
}
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}
const pass = async (ms: number) => {
  mock.timers.tick(ms)
  await settled()
}

/** An outbox for calls of the kind 'letter'. The test resolves the calls by `waiting`. */
function start(kind: Partial<CallKind<string, string>> = {}, storage: StorageBackend = nothing) {
  const sent: string[] = []
  const waiting: PromiseWithResolvers<string>[] = []
  let me: number | undefined = 1
  const channel = { post() {}, listen() {} }
  const outbox = createOutbox({
    recordStore: createRecordStore(storage, channel),
    channel,
    me: () => me,
    askWhoIsHere() {},
    withLock: (_, act) => act(),
    loadKinds: async () =>
      outbox.define<string, string>('parcel', {
        before: () => 'wait',
        send: async () => sent.push('parcel').toString(),
      }),
    report() {},
  })
  outbox.define<string, string>('letter', {
    send(rows) {
      sent.push(rows.map(({ args }) => args).join('+'))
      const answer = Promise.withResolvers<string>()
      waiting.push(answer)
      return answer.promise
    },
    ...kind,
  })
  return {
    outbox,
    sent,
    put: (args: string, more: { lane?: string; key?: string; due?: number } = {}) => {
      outbox.put<string>(1, { kind: 'letter', lane: 'letters', args, ...more })
      void outbox.flush()
    },
    take: async () => {
      waiting.shift()?.resolve('done')
      await settled()
    },
    fail: async (error: unknown) => {
      waiting.shift()?.reject(error)
      await settled()
    },
    as: (user: number | undefined) => (me = user),
    left: () => [...outbox.rows<string>(1).get()].map(([key, row]) => ({ ...row, key })),
    states: () =>
      [...outbox.rows<string>(1).get()].map(([key, row]) => {
        const { state, problem } = outbox.sendState(1, { ...row, key })
        return [row.args, state, ...(problem === undefined ? [] : [problem])].join(' ')
      }),
  }
}
const unreached = new CallError(0)

test('rows of a lane go one after the other in their order; lanes do not wait for each other', async () => {
  const { put, sent, take, left } = start()
  for (const args of ['a', 'b']) put(args)
  put('x', { lane: 'other' })
  await settled()
  assert.deepEqual(sent, ['a', 'x'])
  await take()
  assert.deepEqual(sent, ['a', 'x', 'b'])
  await take()
  await take()
  assert.deepEqual(left(), [])
})

test('of args under one key the newest stand; those that were sent meanwhile are remembered until the server has the newest', async () => {
  const { put, sent, take, left } = start()
  put('1', { key: 'field' })
  await settled()
  put('2', { key: 'field' })
  put('3', { key: 'field' })
  await settled()
  assert.deepEqual([sent, left().map(({ args, sent }) => [args, sent])], [['1'], [['3', ['1']]]])
  await take()
  assert.deepEqual([sent, left().length], [['1', '3'], 1])
  await take()
  assert.deepEqual(left(), [])
})

test('what is not due waits for its moment, or until somebody leaves it', async () => {
  const { outbox, put, sent, take } = start()
  put('a', { due: Date.now() + 800 })
  await pass(799)
  assert.deepEqual(sent, [])
  await pass(1)
  assert.deepEqual(sent, ['a'])
  await take()
  put('b', { due: Date.now() + 800 })
  void outbox.flush('letters')
  await settled()
  assert.deepEqual(sent, ['a', 'b'])
})

test('what becomes due while the outbox is looking for due rows goes, too', async () => {
  const isSlow = { now: false }
  const { put, sent } = start({
    before({ args }) {
      if (isSlow.now && args === 'slow') mock.timers.setTime(Date.now() + 10)
      return 'go'
    },
  })
  put('a', { due: Date.now() + 800 })
  await pass(795)
  isSlow.now = true
  put('slow', { lane: 'other' })
  isSlow.now = false
  await settled()
  await pass(0)
  assert.deepEqual(sent, ['slow', 'a'])
})

test('what went with the end of a page that came back lets go what was typed after it', async () => {
  const { outbox, sent, put, take } = start()
  put('1', { key: 'letter', due: 1_000_500 })
  outbox.flushAtEnd('letters')
  put('12', { key: 'letter', due: 1_000_500 })
  await pass(500)
  assert.deepEqual(sent, ['1'])
  await take()
  assert.deepEqual(sent, ['1', '12'])
})

test('who presses waits until it is gone, or has to wait, and for nothing else', async () => {
  const { outbox, put, take, fail } = start()
  put('x', { lane: 'other' })
  const row = outbox.put<string>(1, { kind: 'letter', lane: 'letters', args: 'a' })
  let isOver = false
  const press = async () => {
    isOver = false
    await outbox.retry(1, [row.key])
    isOver = true
  }
  const pressed = [press()]
  await settled()
  assert.equal(isOver, false)
  await take()
  assert.equal(isOver, false, 'another lane is through')
  await fail(unreached)
  assert.equal(isOver, true)
  pressed.push(press())
  await settled()
  await take()
  assert.equal(isOver, true)
  await Promise.all(pressed)
})

test('out of reach the pauses grow to half a minute, and begin anew with the first success', async () => {
  const { put, sent, take, fail, states } = start()
  put('a')
  await settled()
  for (const ms of [2_000, 4_000, 8_000, 16_000, 25_000, 25_000]) {
    const before = sent.length
    await fail(unreached)
    assert.deepEqual(states(), ['a waiting'])
    await pass(ms - 1)
    assert.equal(sent.length, before, 'too early')
    await pass(1)
    assert.equal(sent.length, before + 1)
  }
  await take()
  put('b')
  await settled()
  await fail(unreached)
  await pass(2_000)
  assert.deepEqual(sent.slice(-2), ['b', 'b'])
})

test('a server that says when to come is not asked before, whatever comes or wakes; who presses asks at once', async () => {
  const { outbox, put, sent, fail, left } = start()
  put('a')
  await settled()
  await fail(new CallError(429, 'Bitte warten Sie.', undefined, 20_000))
  put('b')
  void outbox.wake()
  await pass(19_999)
  assert.equal(sent.length, 1)
  await pass(1)
  assert.equal(sent.length, 2)
  await fail(new CallError(429, 'Bitte warten Sie.', undefined, 20_000))
  void outbox.retry(1, [left()[0]?.key ?? ''])
  await settled()
  assert.equal(sent.length, 3)
})

test('whoever is told to come back later than they would wait is asked by hand', async () => {
  const { put, sent, fail, states } = start({ maxRetryAfterMs: 60_000 })
  for (const args of ['a', 'b']) put(args)
  await settled()
  await fail(new CallError(429, 'Bitte warten Sie.', undefined, 3_600_000))
  assert.deepEqual(
    [sent, states()],
    [
      ['a', 'b'],
      ['a refused Bitte warten Sie.', 'b sending'],
    ],
  )
})

test('with a reason to think that it will succeed all that waits goes at once', async () => {
  const { outbox, put, sent, fail } = start()
  put('a')
  put('x', { lane: 'other' })
  await settled()
  await fail(unreached)
  await fail(unreached)
  void outbox.wake()
  await settled()
  assert.deepEqual(sent, ['a', 'x', 'a', 'x'])
})

for (const [what, error, said] of [
  ['a failure of the server', new CallError(500, 'Nummer 12.'), 'Nummer 12.'],
  [
    'an answer that is none',
    new CallError(200, 'Technischer Fehler', undefined, undefined, {}),
    'Technischer Fehler',
  ],
  ['a proxy without a server', new CallError(502), 'Technischer Fehler'],
  ['a connection that is not there', unreached, undefined],
] as const)
  test(`${what} is read with what waits, and it goes again by itself`, async () => {
    const { put, sent, fail, states } = start()
    put('a')
    await settled()
    await fail(error)
    assert.deepEqual(states(), [said === undefined ? 'a waiting' : `a waiting ${said}`])
    await pass(2_000)
    assert.deepEqual(sent, ['a', 'a'])
  })

for (const [what, error] of [
  ['422', new CallError(422, 'Nein.')],
  ['a success that is none', new CallError(200, 'Nein.', undefined, undefined, { success: false })],
] as const)
  test(`what is refused (${what}) goes no more unasked, and the others go`, async () => {
    const { outbox, put, sent, take, fail, states, left } = start()
    for (const args of ['a', 'b']) put(args)
    await settled()
    await fail(error)
    assert.deepEqual(
      [sent, states()],
      [
        ['a', 'b'],
        ['a refused Nein.', 'b sending'],
      ],
    )
    await take()
    await pass(60_000)
    void outbox.wake()
    await settled()
    assert.deepEqual(sent, ['a', 'b'])
    void outbox.retry(1, [left()[0]?.key ?? ''])
    await settled()
    assert.deepEqual(sent, ['a', 'b', 'a'])
  })

test('nobody’s work goes in another’s name; it waits until its author is back', async () => {
  const { outbox, put, sent, as } = start()
  as(2)
  put('a')
  await pass(60_000)
  assert.deepEqual(sent, [])
  as(undefined)
  void outbox.wake()
  await settled()
  assert.deepEqual(sent, [])
  as(1)
  void outbox.wake()
  await settled()
  assert.deepEqual(sent, ['a'])
})

test('a kind that this window learns only now is asked whether it may go before it does', async () => {
  const { outbox, sent, left } = start()
  outbox.put<string>(1, { kind: 'parcel', lane: 'parcels', args: 'a' })
  void outbox.flush()
  await settled()
  assert.deepEqual([sent, left().length], [[], 1])
})

test('what the browser refuses to keep goes all the same', async () => {
  const { put, sent, take, left } = start({}, { ...nothing, read: async () => [] })
  put('a')
  await settled()
  assert.deepEqual(sent, ['a'])
  await take()
  assert.deepEqual(left(), [])
})

test('another session is no refusal; 412 about fields is one', () => {
  assert.equal(isTransient(new CallError(412, 'Jemand anderes.', 'Precondition Failed')), true)
  assert.equal(isTransient(new CallError(403, '', 'Second Factor Required')), true)
  assert.equal(isTransient(new CallError(412, '', [{ loc: ['body'], msg: '', type: '' }])), false)
})
