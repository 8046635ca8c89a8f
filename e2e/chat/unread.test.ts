import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { area, heard, roomLink, setChatStage } from './chat-stage.ts'

const { as, call, roomOf } = await setChatStage()

test('what was seen while the server was busy is read as soon as it answers again', async () => {
  const { path, id, name } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  let refused = 0
  await anna.route('**/read/', (route) => {
    refused++
    return route.fulfill({ status: 503, json: { success: false, details: 'Gleich wieder.' } })
  })
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Schon da?' })
  await heard(anna, 'Schon da?')
  const dot = roomLink(anna, name).getByText('ungelesen')
  await dot.waitFor({ state: 'attached' })
  await anna.getByRole('link', { name: 'Chat ungelesene Nachrichten' }).waitFor()
  await anna.waitForTimeout(2_000)
  assert.ok(refused < 6, `${refused} tries`)
  await anna.unroute('**/read/')
  await dot.waitFor({ state: 'detached' })
})
