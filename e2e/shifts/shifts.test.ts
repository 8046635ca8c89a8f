import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { expectAccessible, tooWide } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

const { as, call, kontor, db, idOf } = await setStage()

await insertHappening(db, {
  name: 'Lichterfest',
  date: today(),
  entries: [
    {
      name: cast.anna.nachname,
      personalnummer: 'P1001',
      funktion: 'Ton',
      soll: [`${today()}T18:00`, `${today()}T22:30`],
    },
  ],
})

const { id: stage } = await db
  .selectFrom('groups')
  .where('name', '=', 'Bühne')
  .select('id')
  .executeTakeFirstOrThrow()
await call(cast.clara, 'PATCH', `/chat/groups/${stage}/admin_settings/`, { visible: true })

test('the own shifts of a week stand with their hours, one past midnight says so, and each opens with what is known of it; the chat of the team and whom to ask are one press away; a calendar gets a secret address once, and loses it when it is revoked', async () => {
  const tomorrow = new Date(Date.parse(today()) + 86_400_000).toISOString().slice(0, 10)
  const night = await insertHappening(db, {
    name: 'Nachtaufbau',
    date: today(),
    recorders: [await idOf(cast.bruno)],
    entries: [
      {
        name: cast.anna.nachname,
        personalnummer: 'P1001',
        funktion: 'Licht',
        soll: [`${today()}T23:00`, `${tomorrow}T05:30`],
      },
    ],
  })
  const page = await as(cast.anna, '/ui/today', phone)
  await page.getByRole('button', { name: 'Mehr' }).tap()
  await page.getByRole('link', { name: 'Meine Einsätze' }).tap()
  const week = page.getByRole('region', { name: /Diese Woche/ })
  const shift = week.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Lichterfest/ }) })
  await shift.getByText('18:00 – 22:30').waitFor()
  await week.getByText(/ h geplant/).waitFor()
  await shift.getByRole('link', { name: 'Chat' }).tap()
  await page.getByRole('heading', { name: 'Bühne' }).waitFor()
  await page.goto('/ui/shifts')
  const row = page.getByRole('listitem').filter({ hasText: 'Nachtaufbau' })
  await row.getByText('23:00 – 05:30 +1 Tag').waitFor()
  // A tap anywhere on the row opens the shift.
  await row.tap({ position: { x: 180, y: 20 } })
  const sheet = page.getByRole('dialog', { name: 'Nachtaufbau' })
  await sheet.getByText('23:00 – 05:30 +1 Tag, 6:30 h').waitFor()
  await sheet.getByText('Licht').waitFor()
  // Somebody who only works there does not see the times of the others.
  assert.equal(await sheet.getByRole('link', { name: 'Zeiten des Teams' }).count(), 0)
  await expectAccessible(page, 'dialog[open]')
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  await page.goto(`/ui/shifts?shift=${night.entries[0]}`)
  await sheet.getByRole('button', { name: 'Nachricht an Bruno Castell' }).tap()
  await page.getByRole('heading', { name: 'Bruno Castell' }).waitFor()

  await page.goto('/ui/shifts')
  await page.getByRole('link', { name: 'Im eigenen Kalender zeigen' }).tap()
  await page.getByRole('button', { name: 'Adresse anlegen' }).tap()
  const address = (await page.locator('code').innerText()).trim()
  const ways = page.locator('code').locator('..')
  const texts = await ways.locator('a, button').allInnerTexts()
  assert.deepEqual(
    texts.map((text) => text.trim()),
    ['Kalender öffnen', 'Adresse kopieren'],
  )
  assert.match((await ways.getByRole('link').getAttribute('href')) ?? '', /^webcal:/)
  assert.match(address, /\/shifts\/feed\/[\w-]{43}\/einsaetze\.ics$/)
  const { pathname } = new URL(address)
  const fetched = () => fetch(`${kontor.url}${pathname}`)
  assert.match(await (await fetched()).text(), /SUMMARY:Lichterfest – Bühne/)
  await page.setViewportSize({ width: 320, height: 800 })
  assert.deepEqual(await tooWide(page), [])
  await page.reload()
  await page.getByText(/gibt es eine Adresse/).waitFor()
  assert.equal(await page.locator('code').count(), 0)
  await page.getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByText('Adresse widerrufen', { exact: true }).waitFor()
  assert.equal((await fetched()).status, 404)
})

test('weeks without a shift are one line, and „Früher“ leads to the last week that has one', async () => {
  await insertHappening(db, {
    name: 'Sommerfest',
    date: '2025-07-09',
    entries: [
      { name: cast.david.nachname, personalnummer: 'P1004', soll: ['2025-07-09T10:00', '2025-07-09T14:00'] },
    ],
  })
  const page = await as(cast.david, '/ui/shifts?start=2025-11-10', phone)
  await page.getByText('Woche 46 bis 49 (10.11. – 07.12.2025): keine Einsätze.').waitFor()
  await page.getByRole('link', { name: 'Früher' }).tap()
  await page.getByRole('link', { name: 'Sommerfest – Bühne' }).waitFor()
  await page.getByText('Woche 25 bis 27 (16.06. – 06.07.2025): keine Einsätze.').waitFor()
})
