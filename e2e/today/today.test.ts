import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { aboutHappenings } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { doubleText } from '../accessible.ts'
import { phone, setStage, ZONE } from '../stage.ts'

const { as, call, db, idOf, kontor } = await setStage()

const bruno = await idOf(cast.bruno)
const happening = await insertHappening(db, {
  name: 'Lichterfest',
  date: today(),
  part: 'Tonpult',
  recorders: [bruno],
  entries: [
    { name: cast.bruno.nachname, personalnummer: 'P1002', soll: [`${today()}T00:05`, `${today()}T23:55`] },
    { name: 'Berger', soll: [`${today()}T08:00`, `${today()}T16:00`] },
  ],
})
const areas = (page: Page) => page.getByRole('navigation', { name: 'Bereiche' })
const card = (page: Page, name: string) => page.getByRole('region', { name })

test('the own next shift is there when „Heute“ opens, each line leads to its place, and from there another area is one tap away', async () => {
  const page = await as(cast.bruno, '/ui/today', phone)
  await card(page, 'Meine Einsätze').getByText('Heute, 00:05 – 23:55 Uhr').first().waitFor()
  await card(page, 'Meine Teams')
    .getByRole('link', { name: /Lichterfest – Tonpult.*0 von 2 erfasst/s })
    .tap()
  await page.waitForURL(`**/happenings/${happening.id}/${happening.sub}/timesheet**`)
  await page.getByRole('heading', { name: 'Tonpult', level: 1 }).waitFor()
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link').last().tap()
  await page.getByRole('heading', { name: 'Heute', level: 1 }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Tonpult', level: 1 }).waitFor()
  for (const [area, heading] of [
    ['Prozesse', 'Prozesse'],
    // The bar has room only for the short word „Zeiten“.
    ['Veranstaltungen', 'Veranstaltungen'],
    ['Chat', 'Chat'],
    ['Heute', 'Heute'],
  ] as const) {
    await areas(page).getByRole('link', { name: area }).tap()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  }
})

test('a team of tomorrow says when it begins and how many are planned, and what stands beyond the card is one tap away', async () => {
  const tomorrow = new Date(Date.parse(today()) + 86_400_000).toISOString().slice(0, 10)
  const david = await idOf(cast.david)
  for (let nr = 1; nr <= 14; nr++)
    await insertHappening(db, {
      name: `Markt ${nr}`,
      date: tomorrow,
      recorders: [david],
      entries: [{ name: 'Berger', soll: [`${tomorrow}T09:00`, `${tomorrow}T12:00`] }],
    })
  const page = await as(cast.david, '/ui/today', phone)
  const teams = card(page, 'Meine Teams')
  await teams.getByRole('button', { name: /^\d+ Teams, bei denen jetzt nichts zu tun ist$/ }).tap()
  await teams.getByText('Morgen, ab 09:00 Uhr · 1 geplant').first().waitFor()
  assert.equal(await teams.getByText('0 von 1 erfasst').count(), 0)
  await teams.getByRole('link', { name: /^und \d+ weiteres? Teams?$/ }).tap()
  await page.getByRole('heading', { name: 'Veranstaltungen', level: 1 }).waitFor()
  await page.getByText('Markt 13').waitFor()
})

test('an unread chat says who wrote what, and how long ago, which goes on by itself; with large letters its number stays at the sign, and the areas leave room', async () => {
  await call(cast.clara, 'PUT', '/groups/custom/Foyer/')
  for (const id of [bruno, await idOf(cast.anna)]) await call(cast.clara, 'PUT', `/users/${id}/groups/Foyer/`)
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Foyer')
    .select('id')
    .executeTakeFirstOrThrow()
  await call(cast.clara, 'PATCH', `/chat/groups/${id}/admin_settings/`, { visible: true })
  await call(cast.anna, 'POST', `/chat/groups/${id}/send_message/`, {
    message: `Die Tür klemmt. ${'Und das Licht flackert. '.repeat(9)}`,
    image: null,
  })
  const page = await as(cast.bruno, '/ui/today', {
    ...phone,
    prepare: (context) => context.clock.install(),
  })
  const line = card(page, 'Ungelesene Chats').getByRole('link', {
    name: /Foyer.*Anna Berger.*: Die Tür klemmt\..*(gerade eben|vor)/s,
  })
  await line.waitFor()
  // The time stays visible, however long the message is.
  const [age, whole] = [await line.getByRole('time').boundingBox(), await line.boundingBox()]
  assert.ok(age && whole && age.x + age.width < whole.x + whole.width)
  // With letters of twice the size, the number stays at the icon, and its badge no larger than the digits.
  await doubleText(page)
  const chat = areas(page).getByRole('link', { name: /^Chat/ })
  const count = chat.locator('span').filter({ hasText: 'ungelesene' }).first()
  const [number, bar] = [await count.boundingBox(), await areas(page).boundingBox()]
  assert.ok(number && bar && number.height <= 24 && number.y >= bar.y - 2, JSON.stringify({ number, bar }))
  // With these letters, the navigation takes at most a fifth of a small phone.
  await page.setViewportSize({ width: 320, height: 568 })
  const { height } = (await areas(page).boundingBox()) ?? { height: Number.NaN }
  assert.ok(height <= 568 / 5, `${height} px`)
  for (const area of await areas(page).locator('a, button').all())
    assert.ok(((await area.boundingBox())?.height ?? 0) >= 44, await area.innerText())
  await page.clock.fastForward('30:00')
  await line.getByText('vor 30 Minuten').or(line.getByText('vor 31 Minuten')).waitFor()
})

test('behind the teams that have not sent their times stands the list of all of them, and of no others', async () => {
  const date = Temporal.Now.plainDateISO(ZONE).subtract({ days: 3 }).toString()
  const entries = [{ name: 'Aigner', soll: [`${date}T18:00`, `${date}T22:00`] as [string, string] }]
  for (const name of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben'])
    await insertHappening(db, { name: `Nachtrag ${name}`, date, entries })
  await insertHappening(db, { name: 'Nachtrag ohne Zeiten', date })
  await inTransaction(kontor.kontor, async (tx) => changed(tx, aboutHappenings))
  const page = await as(cast.clara, '/ui/today', phone)
  await card(page, 'Noch nicht gesendet').getByRole('link', { name: '2 weitere Teams' }).tap()
  await page.getByRole('button', { name: 'Zu senden aufheben' }).waitFor()
  await page.getByRole('link', { name: 'Nachtrag Eins' }).waitFor()
  assert.equal(await page.getByRole('link', { name: /^Nachtrag / }).count(), 7)
  await page.getByRole('button', { name: 'Zu senden aufheben' }).tap()
  await page.getByRole('link', { name: 'Nachtrag ohne Zeiten' }).waitFor()
})

test('who opens it in the browser of a phone is led to the app, until they put that away; at a desk nobody is', async () => {
  const page = await as(cast.anna, '/ui/today', phone)
  const app = card(page, 'App installieren')
  await app.waitFor()
  await app.getByRole('link').tap()
  await page.getByText('Wählen Sie im Menü Ihres Browsers').waitFor()
  await page.goBack()
  await app.getByRole('button', { name: 'Ausblenden' }).tap()
  await app.waitFor({ state: 'detached' })
  await page.goto('/ui/today')
  for (const opened of [page, await as(cast.anna, '/ui/today')]) {
    await card(opened, 'Offene Prozesse').waitFor()
    assert.equal(await card(opened, 'App installieren').count(), 0)
  }
})
