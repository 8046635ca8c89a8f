import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { CurrentUser } from '#contract/users.ts'
import { Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { sendAs } from './send-as.ts'

beforeEach(() => void queryClient.setQueryData(currentUserQuery.queryKey, { id: 1 } as CurrentUser))

const failing = (status: number, detail?: Failed['detail'], againAfter?: number) => () =>
  Promise.reject(new Failed(status, 'Darum.', detail, againAfter))

test('nothing goes out in the name of somebody who is not signed in any more', async () => {
  let calls = 0
  const outcome = await sendAs(2, async () => calls++)
  assert.deepEqual([outcome.kind, calls], ['later', 0])
})

test('nothing goes out while something else has to be done first', async (t) => {
  const asked = t.mock.method(queryClient, 'invalidateQueries', async () => {})
  assert.equal((await sendAs(1, failing(403, 'Second Factor Required'))).kind, 'later')
  assert.equal(asked.mock.callCount(), 1)
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 1, is_held: true } as CurrentUser)
  let calls = 0
  const outcome = await sendAs(1, async () => calls++)
  assert.deepEqual([outcome.kind, calls], ['later', 0])
})

test('what the server cannot take now is tried later, when it says so not before; what it will not take is refused', async () => {
  for (const status of [0, 401, 408, 429, 500, 502, 503, 504])
    assert.equal((await sendAs(1, failing(status))).kind, 'later', String(status))
  for (const status of [400, 403, 404, 409, 413, 422])
    assert.equal((await sendAs(1, failing(status))).kind, 'refused', String(status))
  const told = await sendAs(1, failing(503, undefined, 9_000))
  assert.deepEqual(told, { kind: 'later', problem: 'Darum.', status: 503, atLeast: 9_000 })
  assert.deepEqual(await sendAs(1, async () => 7), { kind: 'taken', answer: 7 })
})

test('412 without fields: another has signed in, and the page asks who; with fields it is about these', async (t) => {
  const asked = t.mock.method(queryClient, 'invalidateQueries', async () => {})
  assert.equal((await sendAs(1, failing(412, 'Precondition Failed'))).kind, 'later')
  assert.equal(asked.mock.callCount(), 1)
  const fields = [{ loc: ['body', 'data', 'Stühle'], msg: '', type: '' }]
  assert.equal((await sendAs(1, failing(412, fields))).kind, 'refused')
  assert.equal(asked.mock.callCount(), 1)
})

test('a fault of the program is reported, and keeps nothing from being tried again', async () => {
  const reported: unknown[] = []
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) })
  const bug = new TypeError('a bug')
  const outcome = await sendAs(1, () => Promise.reject(bug))
  assert.deepEqual([outcome, reported], [{ kind: 'later', problem: 'Technischer Fehler' }, [bug]])
})
