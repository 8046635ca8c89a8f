import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { pick } from '../steps.ts'
import { setUsersStage } from './users-stage.ts'

const { as, planner } = await setUsersStage()

test('a sync is looked at first, then done, and its report stays', async () => {
  const page = await as(cast.clara, '/ui/users')
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText('Es gab noch keinen.').waitFor()
  await dialog.getByText(/Maria von und zu Hohenstein-Wittelsbach, Lena/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByText(/Abgleich fertig: 4 neu, 1 deaktiviert/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schließen' }).last().click()
  await page.getByLabel('Wer gezeigt wird', { exact: true }).selectOption('Deaktiviert')
  await page.getByRole('cell', { name: 'lena Deaktiviert' }).waitFor()
  for (const action of ['Rechte ändern', 'Passwort setzen']) {
    await pick(page, 'Lena Maria von und zu Hohenstein-Wittelsbach', action)
    await page.getByRole('dialog').getByText('Dieser Benutzer ist deaktiviert.').waitFor()
    await page.keyboard.press('Escape')
  }

  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
  await dialog.getByText(/Abgleich fertig: 4 neu/).waitFor()
})

test('a planner that would drop too many changes nothing and says so', async () => {
  const all = planner.users
  planner.users = all.slice(0, 3)
  const page = await as(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText(/Es würden 12 von 15 Benutzern/).waitFor()
  await dialog.getByText('… und 2 weitere').waitFor()
  await dialog.getByRole('button', { name: 'Alle zeigen' }).click()
  await dialog.getByText('… und 2 weitere').waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Weniger zeigen' }).and(page.locator(':focus')).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Abgleichen' }).isDisabled(), true)
  planner.users = all
})

test('a planner that fails says so, and is asked again', async () => {
  planner.fault = (response) => response.writeHead(500).end()
  const page = await as(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
  planner.fault = undefined
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click()
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
})

test('a sync of which nothing is known says that it has not started', async () => {
  const page = await as(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await page.route('**/users/sync/', (route) => route.fulfill({ json: { success: true, details: '' } }))
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByText('Fehler beim Starten der Synchronisation.').waitFor()
})

test('a running sync is found again after a reload, also while the server is out of reach', async () => {
  const page = await as(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
  let answerNow = () => {}
  planner.fault = (response, answer) => {
    answerNow = () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByRole('progressbar').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Verlauf')
  await page.reload()
  await dialog.getByRole('progressbar').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByRole('progressbar').waitFor()

  // A gateway answers without a sentence of ours.
  await page.route('**/background_result/**', (route) => route.fulfill({ status: 502 }))
  await dialog.getByText('Technischer Fehler. Das Ergebnis erscheint hier, sobald es da ist.').waitFor()
  await page.unroute('**/background_result/**')
  await page.route('**/background_result/**', (route) => route.abort())
  await dialog.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.unroute('**/background_result/**')
  await dialog.getByText('Der Server ist gerade nicht zu erreichen.').waitFor({ state: 'hidden' })
  planner.fault = undefined
  answerNow()
  await dialog.getByText('Abgleich fertig: Es hat sich nichts geändert.').waitFor()
})
