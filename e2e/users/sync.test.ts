import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { until } from '#server/testing/until.ts'
import { setStage } from '../stage.ts'
import { endRoute, pick } from '../steps.ts'

/** The planner has four more people than the demo, another address of Anna's, and no Lena. */
const users = generatePeople(16).flatMap((user) => {
  if (user.username === 'lena') return []
  return user.username === 'anna' ? { ...user, email: 'anna.neu@nordlicht.example' } : user
})
const planner = await startSimulator({ users })
after(() => planner.stop())
const { as, call } = await setStage({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })

/** Syncs by the call, without the screen, so that a preview finds nothing to do. */
async function syncNow() {
  await call(cast.clara, 'POST', '/users/sync/')
  await until(async () => {
    const { running } = (await call(cast.clara, 'GET', '/users/sync/last/')) as { running: unknown }
    return running === null
  }, 'the sync has ended')
}

test('a sync is looked at first, old and new, then done; whoever is new can be invited at once, and its report stays', async () => {
  const page = await as(cast.clara, '/ui/users')
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText('Es gab noch keinen.').waitFor()
  await dialog
    .getByText(/Maria von und zu Hohenstein-Wittelsbach, Lena/)
    .first()
    .waitFor()
  await dialog.getByText('Berger, Anna: E-Mail anna@nordlicht.example → anna.neu@nordlicht.example').waitFor()
  await dialog
    .getByText(/Hohenstein-Wittelsbach, Lena: /)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByText(/Abgleich fertig: 4 neu, 1 geändert, 1 deaktiviert/).waitFor()
  await dialog.getByRole('link', { name: '4 Personen einladen' }).click()
  const invite = page.getByRole('dialog', { name: 'Einladen' })
  await invite.getByText('4 Personen einladen.').waitFor()
  await invite.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByLabel('Zeigen', { exact: true }).selectOption('Deaktiviert')
  await page.getByRole('cell', { name: 'Deaktiviert' }).waitFor()
  for (const action of ['Rechte ändern', 'Passwort setzen']) {
    await pick(page, 'Lena Maria von und zu Hohenstein-Wittelsbach', action)
    await page.getByRole('dialog').getByText('Dieser Benutzer ist deaktiviert.').waitFor()
    await page.keyboard.press('Escape')
  }

  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
  await dialog.getByText(/Abgleich fertig: 4 neu/).waitFor()
})

test('a running sync is found again after a reload, also while the server is out of reach', async () => {
  await syncNow()
  const page = await as(cast.clara, '/ui/users/sync', { prepare: (context) => context.clock.install() })
  /** Waits for a text. Advances the clock meanwhile, because the app polls for the result every second. */
  const seen = (text: string) =>
    until(() => dialog.getByText(text).isVisible(), text, { each: () => page.clock.fastForward(1_000) })
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

  const asked = page.waitForRequest('**/background_result/**', { timeout: 2_000 })
  await page.clock.fastForward(1_050)
  await asked
  // A 502 from a proxy has no German sentence in its body.
  await page.route('**/background_result/**', (route) => route.fulfill({ status: 502 }))
  await seen('Technischer Fehler. Das Ergebnis erscheint hier, sobald es da ist.')
  await endRoute(page, '**/background_result/**')
  await page.route('**/background_result/**', (route) => route.abort())
  await seen('Der Server ist gerade nicht zu erreichen.')
  await endRoute(page, '**/background_result/**')
  await until(
    async () => !(await dialog.getByText('Der Server ist gerade nicht zu erreichen.').isVisible()),
    'the server is there',
    {
      each: () => page.clock.fastForward(1_000),
    },
  )
  planner.fault = undefined
  answerNow()
  await seen('Abgleich fertig: Es hat sich nichts geändert.')
})
