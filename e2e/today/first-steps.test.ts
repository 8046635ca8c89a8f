// From an empty server to a company that works with it, counting the presses.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startNode } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { tinyPng } from '#server/testing/images.ts'
import { ensureAdmin } from '#server/users/ensure-admin.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { builtWeb } from '../kontor.ts'
import { startBrowser } from '../windows.ts'

/** An empty database, as after the first `npm start`, and the password that it prints. */
async function emptyServer() {
  const database = await createMigratedDatabase()
  const node = await startNode(database.connection, {}, { webFolder: builtWeb })
  const first = await ensureAdmin(node.kontor)
  const { url: baseURL } = await node.listen()
  after(async () => {
    await node.stop()
    await database.drop()
  })
  return { baseURL, password: first?.madeUp ?? assert.fail('no password') }
}

const { openWindow } = await startBrowser()

const names = ['Ada', 'Bela', 'Cem', 'Dana', 'Enno', 'Fee', 'Gabi', 'Hugo', 'Ines', 'Jon']
const people = [
  'Vorname;Nachname;Gruppen',
  ...['Abend', 'Bach'].flatMap((last) => names.map((first) => `${first};${last};Einlass`)),
].join('\n')

test('an empty server has twenty invited people and a published process after 25 presses at most', async () => {
  const { baseURL, password } = await emptyServer()
  const page = await openWindow({ baseURL })
  let presses = 0
  const press = async (what: ReturnType<Page['locator']>) => {
    presses++
    await what.click()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const step = async (what: string) => {
    if (!page.url().endsWith('/ui/today')) {
      presses++
      await page.getByRole('link', { name: 'Heute' }).filter({ visible: true }).first().click()
    }
    await press(
      page
        .getByRole('region', { name: 'Erste Schritte' })
        .getByRole(what === 'Name und Logo' ? 'button' : 'link', { name: what }),
    )
  }

  await page.goto('/ui/login')
  await page.getByLabel('Benutzername').fill('admin')
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await press(button('Anmelden'))
  await page.getByLabel('Neues Passwort', { exact: true }).fill('mein-eigener-vorhang')
  await page.getByLabel('Neues Passwort wiederholen').fill('mein-eigener-vorhang')
  await press(button('Passwort ändern'))
  await page.getByRole('link', { name: 'Heute' }).filter({ visible: true }).first().waitFor()

  await step('Name und Logo')
  await page.getByLabel('Name der Firma').fill('Haus am Platz')
  await page
    .getByLabel('Bilddatei des Logos')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: tinyPng })
  presses += 2
  await page.getByAltText('Das Logo').waitFor()
  await press(button('Speichern'))
  await page.getByText('Name und Logo gespeichert').waitFor()

  await step('Personen anlegen')
  await page
    .getByLabel('CSV-Datei')
    .setInputFiles({ name: 'leute.csv', mimeType: 'text/csv', buffer: Buffer.from(people) })
  presses += 2
  await page.getByText('Abend, Ada').waitFor()
  await press(button('Übernehmen'))
  await page.waitForURL(/filter_status=Ohne\+Zugang/)

  await step('Alle einladen')
  await page.getByText('20 Personen haben noch keinen Zugang.').waitFor()
  const today = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'Europe/Berlin' })
  const dayBefore = today.format(new Date())
  const [saved] = await Promise.all([page.waitForEvent('download'), press(button('Bogen als PDF'))])
  assert.equal(saved.suggestedFilename(), 'Einladungen.pdf')
  const dayAfter = today.format(new Date())
  await page.keyboard.press('Escape')

  await step('Den ersten Prozess veröffentlichen')
  await page.getByLabel('Beginnt mit').selectOption({ label: 'Vorlage: Onboarding' })
  presses += 2
  await press(button('Anlegen'))
  await press(button('Jetzt bearbeiten'))
  await press(page.getByRole('button', { name: 'Verteilen …' }))
  const publish = page.getByRole('dialog', { name: 'Verteilen' })
  await press(button('Einlass'))
  const invited = '20 sind eingeladen und noch nicht angemeldet.'
  await publish.getByText(`Für 20 Personen bestimmt. ${invited}`).waitFor()
  await press(publish.getByRole('button', { name: /^Veröffentlichen/ }))
  await page.getByText(`Veröffentlicht für 20 Personen. ${invited}`).waitFor()
  await publish.waitFor({ state: 'hidden' })
  assert.ok(presses <= 25, `${presses} presses`)

  await page.goto('/ui/today')
  await page.getByRole('heading', { name: 'Heute' }).waitFor()
  await page.getByRole('heading', { name: 'Verwaltung' }).waitFor()
  assert.equal(await page.getByRole('region', { name: 'Erste Schritte' }).count(), 0)

  // Every screen counts the same audience, although none of the people has signed in.
  await page.getByRole('region', { name: 'Noch nicht geöffnet' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Fehlt 20' }).waitFor()
  await page.getByText(`${invited} Eine Erinnerung erreicht diese Personen noch nicht.`).waitFor()
  const since = page.getByText(new RegExp(`^eingeladen am (${dayBefore}|${dayAfter})$`))
  await since.first().waitFor()
  assert.equal(await since.count(), 20)
  assert.equal(await page.getByRole('link', { name: 'Einladen' }).count(), 0)
  await page.getByRole('button', { name: 'Alle erinnern' }).and(page.locator(':disabled')).waitFor()
})

test('the first steps can be put away and are found again under „Betrieb“; without a planner its synchronisation leads to a file instead', async () => {
  const { baseURL, password } = await emptyServer()
  const page = await openWindow({ baseURL })
  await page.request.post('/auth/login/', { data: { username: 'admin', password } })
  await page.request.patch('/users/current/password/', {
    data: { password: 'mein-eigener-vorhang', current_password: password },
  })
  await page.goto('/ui/today')
  const card = page.getByRole('region', { name: 'Erste Schritte' })
  await card.getByText('Eigenes Passwort wählen, getan').waitFor()
  await expectAccessibleInBothSchemes(page)
  // The list of processes links to the card, and its step about the app to where it is installed.
  await page.goto('/ui/docs')
  await page.getByRole('main').getByRole('link', { name: '„Heute“' }).click()
  await card.getByRole('link', { name: /Die App auf diesem Gerät/ }).click()
  await page.waitForURL('**/ui/profile#app')
  await page.getByRole('heading', { name: 'App installieren' }).waitFor()
  await page.waitForFunction(() => {
    const place = document.getElementById('app')?.getBoundingClientRect()
    return place !== undefined && place.top >= 0 && place.top < innerHeight
  })
  await page.goto('/ui/today')
  await card.getByRole('button', { name: 'Ausblenden' }).click()
  await card.waitFor({ state: 'detached' })
  await page.goto('/ui/operation')
  await card.getByText('Gruppen bilden, noch offen').waitFor()
  await page.getByRole('button', { name: 'Unter „Heute“ wieder zeigen' }).click()
  await page.goto('/ui/today')
  await card.getByRole('button', { name: 'Ausblenden' }).waitFor()

  for (const path of ['/ui/users/sync', '/ui/happenings/sync']) {
    await page.goto(path)
    const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
    await dialog.getByText('Hier ist noch keine Personalplanung eingestellt.').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Abgleichen' }).count(), 0)
    await dialog.getByRole('link', { name: 'aus einer Datei' }).click()
    await page.getByRole('dialog', { name: 'Personen aus einer Datei' }).waitFor()
  }
})
