// Earlier messages, read marks, the search in an open room, and its images.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'
import { endRoute, offline } from '../steps.ts'
import { area, holdEveryPlace, lost, roomLink, say, texts, waitForMessage } from './chat-steps.ts'

const { db, as, call, idOf, roomOf } = await setStage()

const DAY_MS = 86_400_000

/** Inserts messages of the last days directly, since the rate limit would refuse this many. `others`: by number. */
async function saidBefore(
  room_id: number,
  many: number,
  { days = 1, others }: { days?: number; others?: Map<number, string> } = {},
) {
  const kind = 'groups' as const
  await db
    .insertInto('chat_rooms')
    .values({ kind, id: room_id })
    .onConflict((on) => on.doNothing())
    .execute()
  const user_id = await idOf(cast.bruno)
  const said = Array.from({ length: many }, (_, at) => at + 1).map((nr) => ({
    kind,
    room_id,
    user_id,
    created_at: new Date(Date.now() - (days * DAY_MS * (many + 1 - nr)) / many),
    content: others?.get(nr) ?? `Nr. ${nr}${nr % 7 === 0 ? '\nmit\nmehr\nZeilen' : ''}`,
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
  assert.ok(await log.locator('[data-new]').first().evaluate(isInSight))
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
  assert.ok(await anna.locator('[data-new]').first().evaluate(isInSight))
  await roomLink(anna, name).getByText('ungelesen').waitFor({ state: 'attached' })
})

/** More than a page of the last forty days, which Anna has read; three messages speak of a fog machine. */
async function longTalk(room_id: number) {
  const others = new Map([
    [20, 'Die Nebelmaschine muss zur Wartung.'],
    [40, 'Wo steht die Nebelmaschine?'],
    [250, 'Nebelmaschinen sind jetzt zwei da.'],
  ])
  const ids = await saidBefore(room_id, 260, { days: 40, others })
  await call(cast.anna, 'POST', `/chat/groups/${room_id}/read/`, { message_id: Number(ids.at(-1)?.id) })
}

const opener = (page: Page) => page.getByRole('button', { name: 'In diesem Chat suchen' })
const field = (page: Page) => page.getByRole('textbox', { name: 'In diesem Chat suchen' })
const older = (page: Page) => page.getByRole('button', { name: 'Älterer Treffer' })
const newer = (page: Page) => page.getByRole('button', { name: 'Neuerer Treffer' })

/** Waits until the position among the hits is shown, and the marked message is in view. */
async function standsAt(page: Page, place: string, text: string) {
  await page.getByText(place).waitFor()
  await until(async () => (await markedInSight(page)) === text, `${text} is not marked in sight`)
}
const markedInSight = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const [range] = [...(CSS.highlights.get('found') ?? [])] as Range[]
    const { top, bottom } = range?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const box = log.getBoundingClientRect()
    return top >= box.top && bottom <= box.bottom ? range?.startContainer.textContent : undefined
  })

test('a word of last month is found by two presses and the word, without a network only on the device; the arrows lead through the hits, and what was closed gives the focus back', async () => {
  const { id, name } = await roomOf(cast.anna, cast.bruno)
  await longTalk(id)
  const anna = await as(cast.anna, '/ui/chat', phone)
  await roomLink(anna, name).tap()
  await area(anna).waitFor()
  await anna.context().setOffline(true)
  await offline(anna).waitFor()
  await opener(anna).tap()
  await anna.getByText('Ohne Verbindung findet sich hier nur, was auf diesem Gerät liegt.').waitFor()
  await field(anna).fill('nebelmasch')
  await standsAt(anna, '1 von 1', 'Nebelmaschinen sind jetzt zwei da.')
  await field(anna).fill('wartung')
  await anna.getByText('auf diesem Gerät liegt. Nichts gefunden.').waitFor()
  await anna.context().setOffline(false)
  await standsAt(anna, '1 von 1', 'Die Nebelmaschine muss zur Wartung.')

  await field(anna).fill('')
  await field(anna).pressSequentially('nebel')
  await standsAt(anna, '1 von 3', 'Nebelmaschinen sind jetzt zwei da.')
  await expectAccessibleInBothSchemes(anna)
  await older(anna).tap()
  await standsAt(anna, '2 von 3', 'Wo steht die Nebelmaschine?')
  await older(anna).tap()
  await standsAt(anna, '3 von 3', 'Die Nebelmaschine muss zur Wartung.')
  assert.equal(await older(anna).getAttribute('aria-disabled'), 'true')
  await newer(anna).tap()
  await standsAt(anna, '2 von 3', 'Wo steht die Nebelmaschine?')
  await field(anna).press('Shift+Enter')
  await standsAt(anna, '1 von 3', 'Nebelmaschinen sind jetzt zwei da.')
  await field(anna).press('Enter')
  await standsAt(anna, '2 von 3', 'Wo steht die Nebelmaschine?')
  for (const nothing of ['?', 'n', '🎉']) {
    await field(anna).fill('')
    await field(anna).fill(nothing)
    await anna.getByText('Geben Sie wenigstens zwei Buchstaben oder Ziffern ein.').waitFor()
  }
  await field(anna).fill('nr')
  await anna.getByText('Es gibt mehr als 100 Treffer').waitFor()
  await anna.getByText('1 von über 100').waitFor()
  await field(anna).fill('nirgendwo')
  await anna.getByText('Nichts gefunden.').waitFor()
  await field(anna).press('Escape')
  await anna.locator(':focus[aria-label="In diesem Chat suchen"]').waitFor()
  assert.equal(await anna.evaluate(() => CSS.highlights.has('found')), false)
  assert.ok(
    await anna.getByText('Wo steht die Nebelmaschine?').isVisible(),
    'the room stays where it has been led to',
  )
})

test('what is typed and sent by Enter leads to the newest hit, and a hit that is gone is said to be', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  await longTalk(id)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  await opener(anna).click()
  await field(anna).waitFor()
  // Typed text is searched by itself after a moment, and Enter would lead on to the next hit then.
  await anna.clock.install()
  await anna.clock.pauseAt(Date.now() + 1_000)
  await field(anna).fill('nebel')
  await field(anna).press('Enter')
  await anna.clock.resume()
  await standsAt(anna, '1 von 3', 'Nebelmaschinen sind jetzt zwei da.')
  await db.deleteFrom('chat_messages').where('content', '=', 'Wo steht die Nebelmaschine?').execute()
  await older(anna).click()
  await anna.getByText('Diese Nachricht ließ sich nicht öffnen.').waitFor()
  await older(anna).click()
  await standsAt(anna, '3 von 3', 'Die Nebelmaschine muss zur Wartung.')
})

test('the images of a room stand by month, open as in the log, and lead to their message', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno, cast.elif)
  const elif = await as(cast.elif, path, phone)
  await opener(elif).tap()
  await elif.getByRole('button', { name: 'Bilder' }).tap()
  await elif.getByText('Noch keine Bilder').waitFor()
  await elif.getByRole('button', { name: 'Schließen', exact: true }).tap()

  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  const send = (message: string) =>
    call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message, image })
  await send('Aufbau im März')
  await db
    .updateTable('chat_messages')
    .set({ created_at: new Date('2025-03-14T12:00:00Z') })
    .where('content', '=', 'Aufbau im März')
    .execute()
  await longTalk(id)
  await send('Abbau heute')
  await waitForMessage(elif, 'Abbau heute')
  await elif.getByRole('button', { name: 'Bilder' }).tap()
  const dialog = elif.getByRole('dialog', { name: 'Bilder' })
  await dialog.getByRole('heading', { name: 'März 2025' }).waitFor()
  assert.equal((await dialog.getByRole('heading').allInnerTexts()).at(-1), 'März 2025', 'the newest first')
  await expectAccessible(elif, 'dialog[open]')
  const ofMarch = dialog.getByRole('button', { name: /^Bild von .*14\.03\.2025/ })
  const message = elif.getByRole('log').getByText('Aufbau im März')
  await ofMarch.tap()
  await elif.getByRole('dialog', { name: 'Bild von Bruno Castell' }).getByText('14.03.2025').waitFor()
  await elif.getByRole('button', { name: 'Zur Nachricht' }).tap()
  await elif.getByRole('dialog').waitFor({ state: 'detached' })
  await message.waitFor()
  await until(async () => message.evaluate(isInSight), 'its message is not in sight')
  await elif.locator('article:focus').getByText('Aufbau im März').waitFor()
  // Works again after scrolling away.
  await elif.getByRole('button', { name: 'Zu den neuesten Nachrichten' }).tap()
  await until(async () => !(await message.evaluate(isInSight)))
  await elif.getByRole('button', { name: 'Bilder' }).tap()
  await ofMarch.tap()
  await elif.getByRole('button', { name: 'Zur Nachricht' }).tap()
  await until(async () => message.evaluate(isInSight), 'its message is not in sight again')
})

function isInSight(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  const log = element.closest('[role=log]')?.getBoundingClientRect()
  return log !== undefined && top >= log.top && bottom <= log.bottom
}
