import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast, type Person } from '#demo/cast.ts'
import { area, heard, holdEveryPlace, lost, roomLink, say, setChatStage } from './chat-stage.ts'

const { as, call, roomOf } = await setChatStage()

/** More than a window holds, and less than somebody may say in a minute. */
const MANY = 14
const tall = '\nund\nnoch\nviel\nmehr'
async function sayMany(by: Person, id: number) {
  for (let nr = 1; nr <= MANY; nr++)
    await call(by, 'POST', `/chat/groups/${id}/send_message/`, { message: `Nr. ${nr}${tall}` })
}

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

test('where nothing is live, what came while somebody read further up stays unread', async () => {
  const { path, id, name } = await roomOf(cast.elif, cast.bruno)
  await sayMany(cast.bruno, id)
  const other = await as(cast.elif, '/ui/docs')
  await holdEveryPlace(other, id)
  const elif = await other.context().newPage()
  await elif.goto(path)
  await elif.getByText(lost).waitFor()
  const dot = roomLink(elif, name).getByText('ungelesen')
  await dot.waitFor({ state: 'detached' })
  await elif.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Ganz unten' })
  const more = elif.getByRole('button', { name: '1 neue Nachricht' })
  await more.waitFor()
  await elif.waitForTimeout(6_000)
  await dot.waitFor({ state: 'attached' })
  await more.click()
  await dot.waitFor({ state: 'detached' })
})

test('who has something unsent in a room begins where they left off all the same', async () => {
  const { path, id, name } = await roomOf(cast.anna, cast.bruno, cast.georg)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  await anna.route('**/send_message/', (route) =>
    route.fulfill({ status: 422, json: { success: false, details: 'Das geht nicht.' } }),
  )
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Gelesen' })
  await heard(anna, 'Gelesen')
  await roomLink(anna, name).getByText('ungelesen').waitFor({ state: 'detached' })
  await say(anna, 'Bleibt liegen')
  await anna.getByText('Das geht nicht.').waitFor()
  await anna.getByRole('link', { name: /^Chat/ }).click()
  await area(anna).waitFor({ state: 'detached' })
  await sayMany(cast.georg, id)
  await roomLink(anna, name).click()
  await anna.getByRole('heading', { name: 'Neue Nachrichten' }).waitFor()
  await anna.waitForTimeout(1_000)
  const isInSight = await anna.getByRole('log').evaluate((log) => {
    const line = log.querySelector('[data-new]')?.getBoundingClientRect()
    const { top, bottom } = log.getBoundingClientRect()
    return line !== undefined && line.top >= top && line.bottom <= bottom
  })
  assert.ok(isInSight)
  await roomLink(anna, name).getByText('ungelesen').waitFor({ state: 'attached' })
})
