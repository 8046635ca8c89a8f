import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import fc from 'fast-check'
import type { AnswerValue } from '#contract/document/fields.ts'
import type { CurrentUser } from '#contract/users.ts'
import { outbox } from '#web/outbox/browser.ts'
import { drafts } from '#web/outbox/draft.ts'
import { migrateRecords } from '#web/outbox/from-1.1.ts'
import type { Row } from '#web/outbox/outbox.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { answersQuery } from '../queries.ts'
import { answersOf, cacheSavedAnswers, type PendingAnswer, pendingRowsOf } from './answers.ts'

type Values = Record<string, AnswerValue>
/** Data in the browser's store. */
type Stored = {
  value?: AnswerValue
  unreadable?: string
  base?: AnswerValue
  round?: number
  sent?: AnswerValue[]
  theirs?: object
  lost?: true
}
type Reply =
  | { ignored: string[]; renamed?: Record<string, string> }
  | { kind: 'later'; problem: string; status?: number }
  | { kind: 'refused'; name?: string; problem: string }
  | { kind: 'closed'; problem: string }
  | { kind: 'conflict'; stored: Values; round?: number }

const USER = 1
let docs = 0
/** Fake servers, by document: `asked` receives a save, `read` returns the stored answers. */
const servers = new Map<
  number,
  { asked: (body: Body) => Promise<Response>; read: () => object | Promise<object> }
>()
type Body = { data: Values; believed: Values; round?: number }

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  // 0.5 makes the jitter zero, so that pauses have their nominal length.
  mock.method(Math, 'random', () => 0.5)
  queryClient.setQueryData(currentUserQuery.queryKey, { id: USER } as CurrentUser)
  mock.method(queryClient, 'invalidateQueries', async () => {})
  mock.method(globalThis, 'fetch', async (url: string, { method, body }: RequestInit) => {
    const server = servers.get(Number(url.split('/')[2]))
    if (method === 'GET') return Response.json(await server?.read())
    return server?.asked(JSON.parse(body as string))
  })
})
afterEach(async () => {
  for (const [key] of outbox.rows(USER).get()) void outbox.drop(USER, key)
  outbox.stop()
  mock.timers.reset()
  mock.restoreAll()
})

const settled = async () => {
  for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate)
}
const pass = async (ms: number) => {
  mock.timers.tick(ms)
  await settled()
}
const refusal = (status: number, loc: unknown[], msg: string) =>
  Response.json({ success: false, details: msg, detail: [{ loc, msg, type: '' }] }, { status })

/** Simulates a poll of the screen: writes the server's answers into the query cache. */
const look = (doc_id: number, data: Values, round?: number) =>
  void queryClient.setQueryData(answersQuery(USER, doc_id).queryKey, {
    data,
    ...(round !== undefined && { round }),
  })

/** A document, with a server whose responses the test gives. */
function start(known: Values | 'unknown' = {}, round?: number) {
  const doc_id = ++docs
  const requests: Values[] = []
  const believed: Values[] = []
  const rounds: (number | undefined)[] = []
  const waiting: ((response: Response | Error) => void)[] = []
  let served = 0
  let now: object = { data: known === 'unknown' ? {} : known, round }
  servers.set(doc_id, {
    async asked(body) {
      requests.push(body.data)
      believed.push(body.believed)
      rounds.push(body.round)
      const response = await new Promise<Response | Error>((resolve) => waiting.push(resolve))
      if (response instanceof Error) throw response
      return response
    },
    read: () => now,
  })
  if (known !== 'unknown') look(doc_id, known, round)
  const store = answersOf(USER, doc_id)
  const answer = async (reply: Reply = { ignored: [] }) => {
    const gone = 'kind' in reply ? [] : reply.ignored
    if ('kind' in reply && reply.kind === 'conflict') now = { data: reply.stored, round: reply.round }
    else if (!('kind' in reply))
      now = { data: { ...(now as { data: Values }).data, ...without(requests[served], gone) }, round }
    served++
    waiting.shift()?.(responseTo(reply))
    await settled()
  }
  const kept = () => [
    ...[...store.status().lost].map(
      ({ name, typed }) => [name, { ...typed, lost: true }] as [string, Stored],
    ),
    ...pendingRowsOf(USER, doc_id).map(storedOf),
  ]
  /** Restores data that an earlier visit has left. */
  const restore = async (left: Iterable<readonly [string, Stored]>) => {
    const rows = migrateRecords(new Map([[`${USER}/answers/${doc_id}`, new Map(left)]]), new Map())
    for (const [key, row] of rows) {
      const [, place, ...name] = key.split('/')
      if (place === 'draft') await drafts<unknown>(USER, `lost/${doc_id}`).change(name.at(-1) ?? '', row)
      if (place !== 'outbox') continue
      if (!outbox.rows(USER).get().has(name.join('/')))
        await outbox.rows(USER).change(name.join('/'), row as Row)
    }
    void outbox.flush()
    await settled()
  }
  return { doc_id, store, requests, believed, rounds, answer, kept, restore }
}

function responseTo(reply: Reply): Response | Error {
  if (!('kind' in reply)) return Response.json({ success: true, details: '', ...reply })
  const { kind } = reply
  if (kind === 'conflict')
    return Response.json(
      {
        success: false,
        detail: Object.keys(reply.stored).map((name) => ({ loc: ['body', 'data', name], msg: '', type: '' })),
      },
      { status: 412 },
    )
  if (kind === 'closed') return Response.json({ success: false, details: reply.problem }, { status: 409 })
  if (kind === 'refused') return refusal(422, ['body', 'data', reply.name], reply.problem)
  if (reply.status) return Response.json({ success: false, details: reply.problem }, { status: reply.status })
  return new TypeError('no network')
}
const without = (data: Values = {}, gone: readonly string[] = []) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !gone.includes(name)))
const valuesOf = (answers: readonly PendingAnswer[]) =>
  answers.map(({ typed }) => ('value' in typed ? typed.value : null))
function storedOf({ args, sent = [], tried }: Row<PendingAnswer>): [string, Stored] {
  const { name, typed, base, round, theirs } = args
  const unsure = [...valuesOf(sent), ...(tried ? valuesOf([args]) : [])]
  return [
    name,
    {
      ...typed,
      ...(base !== undefined && { base }),
      ...(round !== undefined && { round }),
      ...(unsure.length > 0 && { sent: unsure }),
      ...(theirs && { theirs }),
    },
  ]
}
const statusOf = ({ store }: ReturnType<typeof start>, name: string) => store.view(name).status
const valueIn = ({ store }: ReturnType<typeof start>, name: string) => store.view(name).typed

test('what is typed goes out 800 ms after the last key, and only what has changed', async () => {
  const one = start({ a: 1, b: 'x' })
  one.store.type('a', { value: 2 })
  await pass(700)
  one.store.type('a', { value: 23 })
  assert.deepEqual(one.kept(), [['a', { value: 23, base: 1 }]])
  assert.equal(statusOf(one, 'a'), 'waiting')
  await pass(799)
  assert.deepEqual(one.requests, [])
  await pass(1)
  assert.deepEqual(one.requests, [{ a: 23 }])
  assert.deepEqual([statusOf(one, 'a'), one.store.status().status], ['saving', 'saving'])
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['saved', 'none'])
  assert.deepEqual(one.kept(), [])
  assert.equal(one.store.isIdle(), true)
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
  await settled()
  one.store.type('a', { value: '12' })
  const first = settle()
  await settled()
  await one.answer()
  assert.deepEqual([one.requests, isSettled], [[{ a: '1' }, { a: '12' }], false])
  await one.answer()
  await first
  one.store.type('a', { value: '123' })
  const second = settle()
  await settled()
  await one.answer({ kind: 'later', problem: 'Nicht zu erreichen.' })
  await second
  await settle()
  assert.deepEqual([one.requests.length, statusOf(one, 'a')], [3, 'kept'])
})

test('back to what the server has is nothing to send, unless something else is on its way', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('a', { value: 1 })
  await pass(800)
  assert.deepEqual(one.requests, [])
  one.store.type('a', { value: 2 })
  await pass(800)
  one.store.type('a', { value: 1 })
  await one.answer()
  await pass(800)
  assert.deepEqual(one.requests, [{ a: 2 }, { a: 1 }])
})

test('what cannot be sent when it could be tried again, because it is half a number then, goes out once it is one', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  await pass(800)
  await one.answer({ kind: 'later', problem: 'Nicht zu erreichen.' })
  one.store.type('a', { unreadable: '1x' })
  await pass(60_000)
  assert.equal(one.requests.length, 1)
  one.store.type('a', { value: 12 })
  assert.equal(statusOf(one, 'a'), 'waiting')
  await pass(800)
  assert.deepEqual(one.requests.at(-1), { a: 12 })
  await one.answer()
  assert.equal(statusOf(one, 'a'), 'saved')
})

test('an answer that another window has saved while it could not be sent holds up none that is typed later', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  await pass(800)
  await one.answer({ kind: 'later', problem: 'Nicht zu erreichen.' })
  cacheSavedAnswers(USER, one.doc_id, { a: 1 })
  await pass(2_000)
  one.store.type('b', { value: 2 })
  void one.store.flush()
  await settled()
  assert.deepEqual(one.requests.at(-1), { b: 2 })
})

test('after a request without an answer the way back is sent too: the server may have the other value', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  await pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 1 })
  await pass(2_000)
  assert.deepEqual(one.requests, [{ a: 2 }, { a: 1 }])
})

test('a field that has gone is named with its text; the others are saved', async () => {
  const one = start()
  one.store.type('gone', { value: 'ein langer Text' })
  one.store.type('here', { value: 1 })
  await pass(800)
  await one.answer({ ignored: ['gone'] })
  assert.deepEqual(one.store.status().lost, [{ name: 'gone', typed: { value: 'ein langer Text' } }])
  assert.equal(statusOf(one, 'here'), 'saved')
  assert.equal(one.store.status().status, 'failed')
  one.store.forgetLost()
  assert.deepEqual(one.store.status().lost, [])
  assert.equal(one.store.status().status, 'saved')
})

test('what has gone is still there at the next visit and not sent again, a number as a number; what an older app kept as a text stays one', async () => {
  const before = start()
  before.store.type('Zahl', { value: 1.125 })
  before.store.type('Text', { unreadable: 'viele' })
  await pass(800)
  await before.answer({ ignored: ['Zahl'] })
  const one = start()
  await one.restore(new Map([...before.kept(), ['alt', { value: '2.5', lost: true }]]))
  assert.deepEqual(one.store.status().lost, [
    { name: 'Zahl', typed: { value: 1.125 } },
    { name: 'alt', typed: { value: '2.5' } },
  ])
  assert.deepEqual(one.requests, [])
  one.store.forgetLost()
  assert.deepEqual(
    one.kept().map(([name]) => name),
    ['Text'],
  )
})

test('a page that ends before an answer comes leaves no conflict with what it has sent itself', async () => {
  const before = start()
  before.store.type('a', { value: 8 })
  await pass(800)
  assert.deepEqual(before.kept(), [['a', { value: 8, base: null, sent: [8] }]])
  const same = start({ a: 8 })
  await same.restore(new Map(before.kept()))
  assert.deepEqual([same.requests, same.store.isIdle()], [[], true])

  before.store.type('a', { value: 9 })
  const known = start({ a: 8 })
  await known.restore(new Map(before.kept()))
  assert.deepEqual([known.requests, known.believed], [[{ a: 9 }], [{ a: 8 }]])

  // The document is not opened: old rows are sent although this window has not loaded the server's answers.
  const unknown = start()
  await unknown.restore(new Map(before.kept()))
  await unknown.answer({ kind: 'conflict', stored: { a: 8 } })
  await pass(800)
  assert.deepEqual(unknown.believed.at(-1), { a: 8 })
  await unknown.answer()
  assert.equal(statusOf(unknown, 'a'), 'saved')
})

test('what was typed into a field goes along to its new name, with what was typed since', async () => {
  const one = start({ old: 'a' })
  one.store.type('old', { value: 'ab' })
  await pass(800)
  one.store.type('old', { value: 'abc' })
  await one.answer({ ignored: ['old'], renamed: { old: 'new' } })
  assert.deepEqual(valueIn(one, 'new'), { value: 'abc' })
  assert.deepEqual(one.store.status().lost, [])
  look(one.doc_id, { new: 'a' })
  await pass(800)
  assert.deepEqual(one.requests.at(-1), { new: 'abc' })
  assert.deepEqual(one.believed.at(-1), { new: 'a' })
  await one.answer()
  assert.equal(statusOf(one, 'new'), 'saved')
})

test('where somebody has typed into the field of the new name meanwhile, neither text is dropped', async () => {
  const one = start()
  one.store.type('old', { value: 'a' })
  await pass(800)
  one.store.type('new', { value: 'b' })
  await one.answer({ ignored: ['old'], renamed: { old: 'new' } })
  assert.deepEqual(valueIn(one, 'new'), { value: 'b' })
  assert.deepEqual(one.store.status().lost, [{ name: 'old', typed: { value: 'a' } }])
})

test('a document that takes no answers any more: said, kept, and sent when it does again', async () => {
  const one = start()
  one.store.type('a', { value: 'x' })
  await pass(800)
  await one.answer({ kind: 'closed', problem: 'Nicht auszufüllen.' })
  one.store.type('a', { value: 'xy' })
  await pass(60_000)
  assert.equal(one.requests.length, 1)
  assert.equal(one.store.status().isClosed, true)
  assert.deepEqual(valueIn(one, 'a'), { value: 'xy' })
  assert.equal(one.store.view('a').stored, null)
  one.store.reopen()
  await settled()
  assert.deepEqual(one.requests.at(-1), { a: 'xy' })
})

test('a refused answer stays with its reason, and the others go without it', async () => {
  const one = start()
  one.store.type('a', { value: 'x' })
  one.store.type('b', { value: 1 })
  await pass(800)
  await one.answer({ kind: 'refused', name: 'a', problem: 'Eine Zahl wird erwartet.' })
  assert.equal(one.store.view('a').problem, 'Eine Zahl wird erwartet.')
  await pass(800)
  assert.deepEqual(one.requests.at(-1), { b: 1 })
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['failed', 'saved'])
  one.store.type('a', { value: null })
  assert.equal(one.store.view('a').problem, undefined)
})

test('another device’s answers arrive, but never over what is unsaved or on its way', async () => {
  const one = start({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  look(one.doc_id, { a: 1, b: 7, c: 7 })
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => valueIn(one, name)),
    [{ value: 2 }, { value: 7 }, { value: 7 }],
  )
  await pass(800)
  look(one.doc_id, { a: 7, b: 8 })
  const late = Promise.withResolvers<object>()
  const server = servers.get(one.doc_id)
  if (server) server.read = () => late.promise
  const question = queryClient.fetchQuery({ ...answersQuery(USER, one.doc_id), staleTime: 0 })
  await settled()
  await one.answer()
  // Requested before the save and answered after it, so these answers are older than the cached ones.
  late.resolve({ data: { a: 7, b: 8 } })
  await question
  assert.deepEqual(valueIn(one, 'a'), { value: 2 })
  look(one.doc_id, { a: 3 })
  assert.deepEqual([valueIn(one, 'a'), valueIn(one, 'b')], [{ value: 3 }, { value: null }])
})

test('whoever has only sent what was left learns what the server has while that is on its way', async () => {
  const one = start('unknown')
  await one.restore(new Map([['a', { value: 3, base: 1, sent: [2] }]]))
  look(one.doc_id, { a: 2, b: 7 })
  assert.deepEqual([valueIn(one, 'a'), valueIn(one, 'b')], [{ value: 3 }, { value: 7 }])
  // The value 2 was sent from this device, so it is no conflict.
  await one.answer({ kind: 'conflict', stored: { a: 2 } })
  assert.deepEqual([theirs(one, 'a'), one.store.status().conflicts], [undefined, 0])
  await pass(800)
  assert.deepEqual(one.believed.at(-1), { a: 2 })
})

const theirs = (one: ReturnType<typeof start>, name: string) => one.store.view(name).theirs?.value

test('a field that was changed elsewhere since it was begun waits for a choice; the others go', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: 'x' })
  look(one.doc_id, { a: 7 })
  assert.deepEqual([valueIn(one, 'a'), theirs(one, 'a')], [{ value: 2 }, 7])
  await pass(800)
  assert.deepEqual(one.requests, [{ b: 'x' }])
  await one.answer()
  assert.deepEqual([one.store.status().conflicts, one.store.status().status], [1, 'failed'])
  // Further typing does not resolve the conflict.
  one.store.type('a', { value: 23 })
  await pass(800)
  assert.equal(one.requests.length, 1)
  one.store.choose('a', 'mine')
  await settled()
  assert.deepEqual([one.requests.at(-1), one.believed.at(-1)], [{ a: 23 }, { a: 7 }])
  await one.answer()
  assert.deepEqual([statusOf(one, 'a'), one.store.status().conflicts], ['saved', 0])
})

test('what waits for a choice is not sent by a later visit either, before somebody has chosen', async () => {
  const before = start({ a: 1 })
  before.store.type('a', { value: 2 })
  await pass(800)
  await before.answer({ kind: 'conflict', stored: { a: 7 } })
  assert.deepEqual(before.kept(), [['a', { value: 2, base: 1, theirs: { value: 7 } }]])
  const later = start()
  await later.restore(new Map(before.kept()))
  await later.store.retry()
  await pass(60_000)
  assert.deepEqual([later.requests, later.store.status().conflicts], [[], 1])
  look(later.doc_id, { a: 8 })
  assert.equal(theirs(later, 'a'), 8)
  later.store.choose('a', 'mine')
  await settled()
  assert.deepEqual([later.requests, later.believed], [[{ a: 2 }], [{ a: 8 }]])
})

test('who takes the other value has it, and nothing is sent', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  look(one.doc_id, { a: 7 })
  one.store.choose('a', 'theirs')
  await settled()
  await pass(60_000)
  assert.deepEqual([valueIn(one, 'a'), one.requests, one.kept()], [{ value: 7 }, [], []])
})

test('what the server finds changed is not stored: both values are there to choose from', async () => {
  const one = start({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: 2 })
  await pass(800)
  await one.answer({ kind: 'conflict', stored: { a: null } })
  assert.deepEqual([theirs(one, 'a'), theirs(one, 'b')], [null, undefined])
  await pass(800)
  assert.deepEqual(one.requests.at(-1), { b: 2 })
  await one.answer()
  // The typed value now equals the server's, so the conflict is over.
  one.store.type('a', { value: null })
  assert.equal(one.store.isIdle(), true)
})

test('what was typed for an earlier round waits for a choice, also where its field was empty and is', async () => {
  const one = start({}, 1)
  one.store.type('a', { value: 2 })
  one.store.type('b', { value: null })
  look(one.doc_id, {}, 2)
  await pass(60_000)
  assert.deepEqual(one.requests, [])
  assert.deepEqual(one.store.view('a').theirs, { value: null, isNewRound: true })
  assert.deepEqual([one.store.status().conflicts, one.store.status().isNewRound], [1, true])
  // Further typing does not resolve the conflict. A new answer belongs to the new round and is sent.
  one.store.type('a', { value: 23 })
  one.store.type('c', { value: 3 })
  await pass(800)
  assert.deepEqual([one.requests, one.rounds], [[{ c: 3 }], [2]])
  await one.answer()
  one.store.choose('a', 'mine')
  await settled()
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
  await one.restore(new Map(before.kept()))
  assert.deepEqual([one.requests, one.rounds], [[{ a: 2, b: 'x' }], [1]])
  await one.answer({ kind: 'conflict', stored: { a: null }, round: 2 })
  assert.deepEqual(one.store.view('a').theirs, { value: null, isNewRound: true })
  const later = start('unknown')
  await later.restore(new Map(one.kept().filter(([name]) => name === 'a')))
  assert.deepEqual(later.store.view('a').theirs, { value: null, isNewRound: true })
  later.store.choose('a', 'mine')
  await settled()
  assert.deepEqual([later.requests, later.rounds], [[{ a: 2 }], [2]])
})

test('what was sent for an earlier round and not answered is not what stands in the new one', async () => {
  const one = start({}, 1)
  one.store.type('a', { value: 2 })
  await pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 3 })
  look(one.doc_id, { a: 2 }, 2)
  assert.deepEqual(one.store.view('a').theirs, { value: 2, isNewRound: true })
})

test('what has the value of the new round already is settled', async () => {
  const one = start({}, 1)
  one.store.type('a', { value: 2 })
  look(one.doc_id, { a: 2 }, 2)
  assert.equal(one.store.isIdle(), true)
})

test('answers that an older app has kept name no round, and do not go along with those that do', async () => {
  const one = start('unknown')
  await one.restore(
    new Map<string, Stored>([
      ['a', { value: 1, base: null }],
      ['b', { value: 2, base: null, round: 3 }],
    ]),
  )
  await one.answer()
  await pass(800)
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

test('what another window saves stands here at once, but never over what is being typed', async () => {
  const one = start({ a: 1, b: 1 })
  one.store.type('a', { value: 2 })
  cacheSavedAnswers(USER, one.doc_id, { a: 3, b: 3 })
  assert.deepEqual([valueIn(one, 'a'), theirs(one, 'a'), valueIn(one, 'b')], [{ value: 2 }, 3, { value: 3 }])
  cacheSavedAnswers(USER, one.doc_id, { a: 2 })
  assert.equal(one.store.isIdle(), true)
})

test('what arrived of a request without an answer is not taken for somebody else’s', async () => {
  const one = start({ a: 1 })
  one.store.type('a', { value: 2 })
  await pass(800)
  await one.answer({ kind: 'later', problem: 'x' })
  one.store.type('a', { value: 3 })
  await pass(2_000)
  await one.answer({ kind: 'conflict', stored: { a: 2 } })
  assert.equal(theirs(one, 'a'), undefined)
  await pass(800)
  assert.deepEqual([one.requests.at(-1), one.believed.at(-1)], [{ a: 3 }, { a: 2 }])
})

test('what an older version of the app has kept goes out whatever the server has', async () => {
  const one = start({ a: 7 })
  await one.restore(new Map<string, Stored>([['a', { value: 2 }]]))
  look(one.doc_id, { a: 8 })
  assert.deepEqual([one.requests, one.believed], [[{ a: 2 }], [{}]])
  await one.answer()
  assert.deepEqual(one.kept(), [])
})

test('a field counts as saved here only until the server has another value for it', async () => {
  const one = start()
  one.store.type('a', { value: 1 })
  one.store.type('b', { value: 'x' })
  await pass(800)
  await one.answer()
  look(one.doc_id, { a: 1, b: 'x' })
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['saved', 'saved'])
  look(one.doc_id, { a: 1, b: 'y' })
  assert.deepEqual([statusOf(one, 'a'), statusOf(one, 'b')], ['saved', 'none'])
  assert.equal(one.store.status().status, 'saved')
  // The results were reset.
  look(one.doc_id, {})
  assert.deepEqual(one.store.view('a'), { typed: { value: null }, status: 'none' })
  assert.equal(one.store.status().status, 'none')
})

test('what an earlier visit left goes out at once, and what has been typed since wins', async () => {
  const one = start()
  one.store.type('a', { value: 'new' })
  await one.restore(
    new Map<string, Stored>([
      ['a', { value: 'old' }],
      ['b', { value: 2 }],
    ]),
  )
  assert.deepEqual(one.requests, [{ b: 2 }])
  await one.answer()
  await pass(800)
  assert.deepEqual(one.requests.at(-1), { a: 'new' })
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
        else if (now === 'tick') await pass(900)
        else await settle(now === 'answer')
        assert.ok(one.requests.length - counted <= 1)
      }
      while (!one.store.isIdle()) {
        await pass(60_000)
        await settle(true)
      }
      assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(typed))
    }),
  )
})

test('whatever two devices do, nothing is overwritten that its writer had not seen or chosen to overwrite', async () => {
  const who = fc.constantFrom(0, 1)
  const step = fc.oneof(
    fc.record({ who, value: fc.integer({ min: 1, max: 99 }) }),
    fc.record({ who, act: fc.constantFrom('send', 'lose', 'look', 'mine', 'theirs', 'new round') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let stored: Values = {}
      let round = 1
      let isLosing = false
      const overwritten: string[] = []
      const devices = [0, 1].map(() => {
        const seen = new Set<string>(['null in 1'])
        let last = round
        const doc_id = ++docs
        servers.set(doc_id, {
          async asked({ data, believed, round: typedFor }) {
            const [present, value] = [stored['a'] ?? null, data['a'] ?? null]
            if ((typedFor !== round || present !== believed['a']) && present !== value) {
              last = round
              return responseTo({ kind: 'conflict', stored: { a: present } }) as Response
            }
            if (!seen.has(`${present} in ${round}`) && present !== value)
              overwritten.push(`${present} in ${round} by ${value}`)
            stored = { a: value }
            seen.add(`${value} in ${round}`)
            if (isLosing) throw new TypeError('no network')
            return responseTo({ ignored: [] }) as Response
          },
          read: () => ({ data: stored, round }),
        })
        look(doc_id, {}, round)
        const lookAgain = () => {
          look(doc_id, stored, round)
          last = round
        }
        return { store: answersOf(USER, doc_id), seen, lookAgain, lookedIn: () => last }
      })
      for (const one of steps) {
        const { store, seen, lookAgain, lookedIn } = devices[one.who] as (typeof devices)[number]
        if ('value' in one) store.type('a', { value: one.value })
        else if (one.act === 'send' || one.act === 'lose') {
          isLosing = one.act === 'lose'
          await store.retry()
        } else if (one.act === 'new round') {
          stored = {}
          round++
        } else if (one.act === 'look') lookAgain()
        else store.choose('a', one.act)
        await settled()
        // Values that the person has seen: in the field, or beside it in a conflict.
        const { typed, theirs } = store.view('a')
        seen.add(`${'value' in typed ? typed.value : null} in ${lookedIn()}`)
        if (theirs) seen.add(`${theirs.value} in ${lookedIn()}`)
      }
      for (const { store } of devices) store.discard()
      assert.deepEqual(overwritten, [])
    }),
  )
})
