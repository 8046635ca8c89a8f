// Earlier messages and read marks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast, type Person } from '#demo/cast.ts'
import { setStage } from '../stage.ts'
import { endRoute } from '../steps.ts'
import { area, holdEveryPlace, lost, roomLink, say, texts, waitForMessage } from './chat-steps.ts'

const { db, as, call, idOf, roomOf } = await setStage()

/** Inserts messages of yesterday directly, since the rate limit would refuse this many. */
async function saidBefore(room_id: number, many: number) {
  const kind = 'groups' as const
  await db
    .insertInto('chat_rooms')
    .values({ kind, id: room_id })
    .onConflict((on) => on.doNothing())
    .execute()
  const user_id = await idOf(cast.bruno)
  const said = Array.from({ length: many }, (_, nr) => ({
    kind,
    room_id,
    user_id,
    created_at: new Date(Date.now() - 86_400_000),
    content: `Nr. ${nr + 1}${nr % 7 === 0 ? '\nmit\nmehr\nZeilen' : ''}`,
  }))
  const ids = await db.insertInto('chat_messages').values(said).returning('id').execute()
  const last_message_id = ids.at(-1)?.id ?? null
  await db
    .updateTable('chat_rooms')
    .set({ last_message_id })
    .where('id', '=', room_id)
    .where('kind', '=', kind)
    .execute()
  return ids
}

test('older messages come while scrolling up, also to one who leaps to the first, what is read stays where it is, and who goes back to the newest by key is among them with it', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  await saidBefore(id, 450)
  const anna = await as(cast.anna, path)
  await waitForMessage(anna, 'Nr. 450')
  const log = anna.getByRole('log')
  await log.focus()
  const scroll = await log.evaluateHandle((log) => ({
    isOver: new Promise<void>((done) => log.addEventListener('scrollend', () => done(), { once: true })),
  }))
  await anna.keyboard.press('PageUp')
  await scroll.evaluate(({ isOver }) => isOver)
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Unten' })
  await anna.getByRole('button', { name: '1 neue Nachricht' }).waitFor()
  // A leap brings one page.
  assert.equal(await anna.getByRole('article').count(), 201)
  const leapt = await log.evaluate(leapUpAndWatch)
  assert.ok(leapt <= 1.5, `what was first has moved by ${leapt} px`)
  assert.equal(await anna.getByRole('article').count(), 401)
  for (let tries = 0; (await anna.getByText('Hier beginnt der Chat.').count()) === 0; tries++) {
    assert.ok(tries < 100)
    const moved = await log.evaluate(scrollUpAndWatch)
    assert.ok(moved <= 1.5, `what was read has moved by ${moved} px`)
  }
  await anna.getByText('Nr. 1', { exact: false }).first().waitFor()
  assert.equal((await texts(anna)).length, 451)
  await anna.getByRole('button', { name: '1 neue Nachricht' }).press('Enter')
  await anna.getByRole('button', { name: 'neue Nachricht' }).waitFor({ state: 'detached' })
  await anna.locator('[role=log]:focus').waitFor()
})

test('who has missed more than a page begins where they left off', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  const said = await saidBefore(id, 350)
  await call(cast.anna, 'POST', `/chat/groups/${id}/read/`, { message_id: Number(said[99]?.id) })
  const anna = await as(cast.anna, path)
  await anna.getByRole('heading', { name: 'Neue Nachrichten' }).waitFor()
  const log = anna.getByRole('log')
  await log.getByText('Nr. 101', { exact: true }).waitFor()
  const isInSight = await log.evaluate((log) => {
    const line = log.querySelector('[data-new]')?.getBoundingClientRect()
    const { top, bottom } = log.getBoundingClientRect()
    return line !== undefined && line.top >= top && line.bottom <= bottom
  })
  assert.ok(isInSight)
})

/** Scrolls to the top, waits for older messages, and returns how far they have moved the first one. */
async function leapUpAndWatch(log: Element): Promise<number> {
  log.scrollTop = 0
  const first = log.querySelector('article')
  const before = first?.getBoundingClientRect().top ?? 0
  const grown = log.scrollHeight
  for (let frames = 0; log.scrollHeight === grown && frames < 600; frames++)
    await new Promise(requestAnimationFrame)
  for (let frames = 0; frames < 30; frames++) await new Promise(requestAnimationFrame)
  return Math.abs((first?.getBoundingClientRect().top ?? 0) - before)
}

/** Scrolls by a page, then watches how far the message in the middle moves by itself in the following frames. */
async function scrollUpAndWatch(log: Element): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame)
  log.scrollTop -= 700
  await frame()
  await frame()
  const { top, height } = log.getBoundingClientRect()
  const middle = [...log.querySelectorAll('article')].find(
    (one) => one.getBoundingClientRect().bottom > top + height / 2,
  )
  const before = middle?.getBoundingClientRect().top ?? 0
  let most = 0
  for (let frames = 0; frames < 12; frames++) {
    await frame()
    most = Math.max(most, Math.abs((middle?.getBoundingClientRect().top ?? 0) - before))
  }
  return most
}

/** More messages than fit into the window, and fewer than the limit per minute. */
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
  await anna.route('**/read/', (route) =>
    route.fulfill({ status: 503, json: { success: false, details: 'Gleich wieder.' } }),
  )
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Schon da?' })
  await waitForMessage(anna, 'Schon da?')
  const dot = roomLink(anna, name).getByText('ungelesen')
  await dot.waitFor({ state: 'attached' })
  await anna.getByRole('link', { name: 'Chat ungelesene Nachrichten' }).waitFor()
  await endRoute(anna, '**/read/')
  await dot.waitFor({ state: 'detached' })
})

test('where nothing is live, what came while somebody read further up stays unread', async () => {
  const { path, id, name } = await roomOf(cast.elif, cast.bruno)
  await sayMany(cast.bruno, id)
  const other = await as(cast.elif, '/ui/docs')
  await holdEveryPlace(other, id)
  const elif = await other.context().newPage()
  await elif.clock.install()
  await elif.goto(path)
  await elif.getByText(lost).waitFor()
  const dot = roomLink(elif, name).getByText('ungelesen')
  await dot.waitFor({ state: 'detached' })
  await elif.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Ganz unten' })
  const more = elif.getByRole('button', { name: '1 neue Nachricht' })
  await more.waitFor()
  // Two polls: if a mark followed the first one, the second would no longer say unread.
  for (let polls = 0; polls < 2; polls++) {
    const polled = elif.waitForResponse((response) => response.url().includes('/chat/groups/?'))
    await elif.clock.runFor(5_000)
    await polled
  }
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
  await waitForMessage(anna, 'Gelesen')
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
