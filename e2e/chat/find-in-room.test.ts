// Search in an open room, and its images.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'
import { offline } from '../steps.ts'
import { area, roomLink, waitForMessage } from './chat-steps.ts'

const { db, as, call, idOf, roomOf } = await setStage()

const DAY_MS = 86_400_000

/** 260 messages, of forty days ago until today; three of them speak of a fog machine. */
async function longTalk(room_id: number) {
  const kind = 'groups' as const
  await db
    .insertInto('chat_rooms')
    .values({ kind, id: room_id })
    .onConflict((on) => on.doNothing())
    .execute()
  const user_id = await idOf(cast.bruno)
  const others = new Map([
    [20, 'Die Nebelmaschine muss zur Wartung.'],
    [40, 'Wo steht die Nebelmaschine?'],
    [250, 'Nebelmaschinen sind jetzt zwei da.'],
  ])
  const said = Array.from({ length: 260 }, (_, nr) => ({
    kind,
    room_id,
    user_id,
    created_at: new Date(Date.now() - (40 * DAY_MS * (260 - nr)) / 260),
    content: others.get(nr) ?? `Nr. ${nr}${nr % 7 === 0 ? '\nmit\nmehr\nZeilen' : ''}`,
  }))
  const ids = await db.insertInto('chat_messages').values(said).returning('id').execute()
  const last_message_id = ids.at(-1)?.id ?? null
  await db
    .updateTable('chat_rooms')
    .set({ last_message_id })
    .where('id', '=', room_id)
    .where('kind', '=', kind)
    .execute()
  await call(cast.anna, 'POST', `/chat/groups/${room_id}/read/`, { message_id: Number(last_message_id) })
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
