import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { CurrentUser } from '#contract/users.ts'
import { outbox } from '#web/outbox/browser.ts'
import { drafts } from '#web/outbox/draft.ts'
import { getOutboxRows } from '#web/outbox/use-rows.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { discardUnsent, dropUnsent, sendMessage, sendWording, type UnsentItem } from './outgoing.ts'
import type { RoomRef } from './search.ts'

const room: RoomRef = { kind: 'groups', room_id: 7 }

/** Requests to the server; the test answers them one after the other, through `waiting`. */
let asked: { message: string; images?: string[]; user_id: number; client_key: string }[] = []
let waiting: ((answer: Response) => void)[] = []
beforeEach(() => {
  asked = []
  waiting = []
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  mock.method(queryClient, 'invalidateQueries', async () => {})
  mock.method(globalThis, 'fetch', (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(body as string))
    return new Promise<Response>((resolve) => waiting.push(resolve))
  })
  signedIn(1)
})
afterEach(() => {
  for (const user of [1, 2]) for (const { key } of unsent(user)) dropUnsent(user, key)
  outbox.stop()
  mock.timers.reset()
  mock.restoreAll()
})
const signedIn = (id: number) => queryClient.setQueryData(currentUserQuery.queryKey, { id } as CurrentUser)
const unsent = (user: number) => getOutboxRows(user) as UnsentItem[]
const states = (user = 1) => unsent(user).map(({ args, sendState }) => `${args.content} ${sendState.state}`)
const settled = async () => {
  for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate)
}
async function say(text: string, user = 1, to = room) {
  sendMessage(user, to, { content: text, images: [] })
  await settled()
}
async function answer(status = 200, refusal: object = {}) {
  const body = status === 200 ? { success: true, message_id: 1 } : { success: false, ...refusal }
  waiting.shift()?.(Response.json(body, { status }))
  await settled()
}

test('messages of a room go one after the other, in the order in which they were written', async () => {
  for (const text of ['eins', 'zwei', 'drei']) await say(text)
  assert.deepEqual(
    [asked.map(({ message }) => message), states()],
    [['eins'], ['eins sending', 'zwei sending', 'drei sending']],
  )
  for (let nr = 0; nr < 3; nr++) await answer()
  assert.deepEqual([asked.map(({ message }) => message), states()], [['eins', 'zwei', 'drei'], []])
})

test('the second and further images go beside the first, where there are any', async () => {
  sendMessage(1, room, { content: 'drei', images: ['data:1', 'data:2', 'data:3'] })
  await settled()
  await answer()
  await say('keines')
  await answer()
  assert.deepEqual(
    asked.map(({ images }) => images),
    [['data:2', 'data:3'], undefined],
  )
})

test('what is discarded and put back is sent with its key, by which the server knows it if it has come through', async () => {
  await say('eins')
  await answer(422, { details: 'Zu lang.' })
  assert.deepEqual(states(), ['eins refused'])
  const putBack = discardUnsent(1, unsent(1)[0] as UnsentItem)
  assert.deepEqual(states(), [])
  putBack()
  await settled()
  assert.equal(asked[1]?.client_key, asked[0]?.client_key)
  await answer()
})

test('a room whose messages fail keeps those of no other room', async () => {
  await say('eins', 1, { kind: 'groups', room_id: 8 })
  await answer(500, { details: 'Nummer 12.' })
  await say('zwei', 1, { kind: 'groups', room_id: 9 })
  assert.deepEqual(
    [asked.map(({ message }) => message), states()],
    [
      ['eins', 'zwei'],
      ['eins waiting', 'zwei sending'],
    ],
  )
  await answer()
  assert.deepEqual(states(), ['eins waiting'])
})

test('another wording goes in its turn; of several the last one, and of a deleted message it becomes a begun one', async () => {
  const other: RoomRef = { kind: 'groups', room_id: 5 }
  const reword = (content: string) => {
    sendWording(1, { ...other, message_id: 12, content, before: 'null' })
    return settled()
  }
  await say('eins', 1, other)
  for (const text of ['zwei', 'drei']) await reword(text)
  assert.deepEqual(states(), ['eins sending', 'drei sending'])
  await answer()
  await answer(422, { details: 'Zu spät.' })
  assert.deepEqual([asked.map(({ message }) => message), states()], [['eins', 'drei'], ['drei refused']])
  await reword('vier')
  await answer(404, { details: 'Diese Nachricht gibt es nicht mehr.' })
  const draft = drafts<{ text: string }>(1, 'chat').get().get('groups/5')
  assert.deepEqual([states(), draft?.text], [[], 'vier'])
})
