import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { CurrentUser } from '#contract/users.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import {
  discard,
  onSent,
  post,
  resumeUnsent,
  retry,
  sendWaiting,
  takeOut,
  type Unsent,
  unsent,
} from './unsent.ts'

const room = { kind: 'groups', room_id: 7 } as const
/** No pause is longer, with what chance adds to it. */
const LONGEST_MS = 30_000

/** What the server was asked, and how it answers: one after the other, when the test says so. */
let asked: { message: string; user_id: number }[] = []
let waiting: ((answer: Response | Error) => void)[] = []
beforeEach(async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  asked = []
  waiting = []
  mock.method(globalThis, 'fetch', async (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(body as string))
    const answer = await new Promise<Response | Error>((resolve) => waiting.push(resolve))
    if (answer instanceof Error) throw answer
    return answer
  })
  await signedIn(1)
})
afterEach(() => {
  for (const { client_key } of unsent()) takeOut(client_key)
  mock.timers.reset()
  mock.restoreAll()
})

const settled = () => new Promise(setImmediate)
async function signedIn(id: number) {
  queryClient.setQueryData(currentUserQuery.queryKey, { id } as CurrentUser)
  await resumeUnsent(id)
  await settled()
}
async function answer(status: number, refusal: object = {}, headers: Record<string, string> = {}) {
  const body = status === 200 ? { success: true, message_id: 1 } : { success: false, ...refusal }
  waiting.shift()?.(Response.json(body, { status, headers }))
  await settled()
}
async function fail() {
  waiting.shift()?.(new TypeError('no network'))
  await settled()
}
async function pass(ms: number) {
  mock.timers.tick(ms)
  await settled()
}
const said = () => asked.map(({ message }) => message)
const states = () => unsent().map(({ content, state }) => `${content} ${state}`)

test('messages go out one after the other, in the order in which they were written', async () => {
  for (const text of ['eins', 'zwei', 'drei']) post(room, text, null)
  assert.deepEqual(said(), ['eins'])
  for (let nr = 0; nr < 3; nr++) await answer(200)
  assert.deepEqual(said(), ['eins', 'zwei', 'drei'])
  assert.deepEqual(states(), [])
})

test('out of reach, all wait and are tried again by themselves, never later than after half a minute', async () => {
  for (const text of ['eins', 'zwei']) post(room, text, null)
  for (let tries = 1; tries < 9; tries++) {
    await fail()
    assert.deepEqual(states(), ['eins waiting', 'zwei waiting'])
    assert.equal(asked.length, tries)
    await pass(LONGEST_MS)
  }
  await answer(200)
  await answer(200)
  assert.deepEqual([said().slice(-2), states()], [['eins', 'zwei'], []])
})

for (const [what, answered, said] of [
  ['a failure of the server', { status: 500, body: { success: false, details: 'Nummer 12.' } }, 'Nummer 12.'],
  [
    'a refusal that looks like a success',
    { status: 200, body: { success: false, details: 'Nein.' } },
    'Nein.',
  ],
  ['an answer that is none', { status: 200, body: {} }, 'Technischer Fehler'],
  ['a proxy without a server', { status: 502, body: null }, 'Technischer Fehler'],
] as const)
  test(`${what} is read below what waits, which is sent again by itself; without a connection nothing is read`, async () => {
    for (const text of ['eins', 'zwei']) post(room, text, null)
    waiting.shift()?.(Response.json(answered.body, { status: answered.status }))
    await settled()
    assert.deepEqual(states(), ['eins waiting', 'zwei waiting'])
    assert.deepEqual(
      unsent().map(({ problem }) => problem),
      [said, said],
    )
    await pass(LONGEST_MS)
    await fail()
    assert.deepEqual(
      unsent().map(({ problem }) => problem),
      [undefined, undefined],
    )
    await pass(LONGEST_MS)
    await answer(200)
    await answer(200)
    assert.deepEqual(states(), [])
  })

test('what becomes possible again is tried at once', async () => {
  post(room, 'eins', null)
  await fail()
  sendWaiting()
  assert.deepEqual(said(), ['eins', 'eins'])
  await answer(200)
})

test('what the server refuses stays with its reason, and the others go', async () => {
  for (const text of ['zu lang', 'kurz']) post(room, text, null)
  await answer(422, { details: 'Zu lang.', detail: 'Validation Error' })
  await answer(200)
  assert.deepEqual(states(), ['zu lang refused'])
  assert.equal(unsent()[0]?.why, 'Zu lang.')
  sendWaiting()
  await pass(LONGEST_MS)
  assert.deepEqual(said(), ['zu lang', 'kurz'])
  retry(unsent()[0]?.client_key ?? '')
  assert.deepEqual(said(), ['zu lang', 'kurz', 'zu lang'])
  await answer(200)
})

test('too much at once goes on by itself when the server wants it; what it wants much later is asked by hand', async () => {
  for (const text of ['eins', 'zwei']) post(room, text, null)
  const tooMuch = { details: 'Bitte warten Sie.', detail: 'Too Many Requests' }
  await answer(429, tooMuch, { 'retry-after': '20' })
  assert.deepEqual(states(), ['eins waiting', 'zwei waiting'])
  assert.equal(unsent()[0]?.problem, 'Bitte warten Sie.')
  post(room, 'drei', null)
  await pass(19_999)
  assert.equal(asked.length, 1)
  await pass(LONGEST_MS)
  await answer(200)
  await answer(429, tooMuch, { 'retry-after': '3600' })
  assert.deepEqual(states(), ['zwei refused', 'drei sending'])
  await answer(200)
  await pass(LONGEST_MS)
  assert.deepEqual(said(), ['eins', 'eins', 'zwei', 'drei'])
})

test('whoever would rather not wait asks at once', async () => {
  post(room, 'eins', null)
  await answer(429, { details: 'Bitte warten Sie.', detail: 'Too Many Requests' }, { 'retry-after': '20' })
  retry(unsent()[0]?.client_key ?? '')
  assert.deepEqual([said(), states()], [['eins', 'eins'], ['eins sending']])
  await answer(200)
})

test('who has signed in meanwhile sends nothing of somebody else: it waits until its author is back', async () => {
  post(room, 'von mir', null)
  const again = mock.method(queryClient, 'invalidateQueries', async () => {})
  await answer(412, { details: 'Jemand anderes ist angemeldet.', detail: 'Precondition Failed' })
  assert.equal(again.mock.callCount(), 1)
  assert.deepEqual(states(), ['von mir waiting'])
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 2 } as CurrentUser)
  await pass(LONGEST_MS)
  assert.deepEqual(said(), ['von mir'])
  await signedIn(2)
  assert.deepEqual(states(), [])
  post(room, 'von zwei', null)
  await answer(200)
  assert.deepEqual(
    asked.map(({ user_id }) => user_id),
    [1, 2],
  )
})

test('an answer that comes once somebody else is there is none for what they look at', async (t) => {
  const told: string[] = []
  t.after(onSent(({ content }) => void told.push(content)))
  post(room, 'von eins', null)
  await signedIn(2)
  await answer(200)
  assert.deepEqual(told, [])
  post(room, 'von zwei', null)
  await answer(200)
  assert.deepEqual(told, ['von zwei'])
})

test('what somebody has discarded nobody else brings back', async () => {
  post(room, 'von eins', null)
  await fail()
  const undo = discard(unsent()[0] as Unsent)
  assert.deepEqual(states(), [])
  await signedIn(2)
  undo()
  await pass(LONGEST_MS)
  assert.deepEqual([said(), states()], [['von eins'], []])
  await signedIn(1)
  const again = (post(room, 'noch einmal', null), unsent()[0] as Unsent)
  await fail()
  discard(again)()
  assert.deepEqual(said(), ['von eins', 'noch einmal', 'noch einmal'])
  await answer(200)
})
