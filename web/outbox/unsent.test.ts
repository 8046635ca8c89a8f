import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { queryClient } from '#web/query-client.ts'
import { outbox } from './browser.ts'
import { unsentQuery } from './unsent.ts'

const ANNA = 1

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_000_000 }))
afterEach(() => {
  for (const key of outbox.rows(ANNA).get().keys()) void outbox.drop(ANNA, key)
  queryClient.clear()
  mock.timers.reset()
})

const putAnswer = (more: { held?: true } = {}) =>
  outbox.put(ANNA, { kind: 'answer', lane: 'answers/7', args: { doc_id: 7 }, ...more })
const unsent = async () =>
  (await queryClient.fetchQuery(unsentQuery({ id: ANNA }))).map(({ what, state, isLeaving }) => ({
    what,
    state,
    isLeaving,
  }))

test('an answer in conflict, which no server has refused, asks to be looked at', async () => {
  putAnswer({ held: true })
  assert.deepEqual(await unsent(), [{ what: 'Eine Angabe', state: 'bitte ansehen', isLeaving: false }])
})

test('an answer that waits for its process to open again counts as not saved, once it is no longer on its way', async () => {
  putAnswer()
  assert.deepEqual(await unsent(), [{ what: 'Eine Angabe', state: 'wird gesendet', isLeaving: true }])
  mock.timers.tick(61_000)
  assert.deepEqual(await unsent(), [
    { what: 'Eine Angabe', state: 'noch nicht gespeichert', isLeaving: false },
  ])
})
