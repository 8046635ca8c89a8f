import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

const { as, call, kontor, db } = await setStage()

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

test('the own shifts of a week stand with their hours, and the chat of the team is one press away', async () => {
  const page = await as(cast.anna, '/ui/today', phone)
  await page.getByRole('button', { name: 'Mehr' }).tap()
  await page.getByRole('link', { name: 'Meine Einsätze' }).tap()
  const week = page.getByRole('region', { name: /Diese Woche/ })
  const shift = week.getByRole('listitem').filter({ hasText: 'Lichterfest' })
  await shift.getByText('18:00 – 22:30').waitFor()
  await week.getByText(/ h geplant/).waitFor()
  await shift.getByRole('link', { name: 'Chat' }).tap()
  await page.getByRole('heading', { name: 'Bühne' }).waitFor()
})

test('a calendar is given a secret address once, and loses it when it is revoked', async () => {
  const page = await as(cast.anna, '/ui/shifts')
  await page.getByRole('button', { name: 'Adresse anlegen' }).click()
  const address = (await page.locator('code').innerText()).trim()
  assert.match(address, /\/shifts\/feed\/[\w-]{43}\/einsaetze\.ics$/)
  const { pathname } = new URL(address)
  const fetched = () => fetch(`${kontor.url}${pathname}`)
  assert.match(await (await fetched()).text(), /SUMMARY:Lichterfest – Bühne/)
  await page.reload()
  await page.getByText(/gibt es eine Adresse/).waitFor()
  assert.equal(await page.locator('code').count(), 0)
  await page.getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByText('Adresse widerrufen', { exact: true }).waitFor()
  assert.equal((await fetched()).status, 404)
})

test('„Meine Einsätze“ is accessible in both schemes, and never too wide, from 320 to 1920 px', async () => {
  const page = await as(cast.anna, '/ui/shifts')
  await page.getByRole('button', { name: 'Adresse anlegen' }).click()
  await page.locator('code').waitFor()
  for (const width of [320, 390, 844, 1280, 1920]) {
    await page.setViewportSize({ width, height: width === 844 ? 390 : 800 })
    await expectAccessibleInBothSchemes(page)
  }
})
