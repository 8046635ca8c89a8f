// Passkeys and one-time codes on a phone, with Chromium's virtual authenticator.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, demoPassword } from '#demo/cast.ts'
import { computeCode, stepAt } from '#server/auth/second-factor/one-time-code.ts'
import { expectAccessible } from '../accessible.ts'
import { logIn } from '../log-in.ts'
import { phone, setStage } from '../stage.ts'

const { kontor, db, visit, as, idOf } = await setStage({ ADMIN_SECOND_FACTOR: 'required' })
/** Browsers allow no passkeys for an IP address. */
const baseURL = kontor.url.replace('127.0.0.1', 'localhost')
const onPhone = { ...phone, baseURL, colorScheme: 'dark' } as const

async function giveDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Turns off the browser's own offer of passkeys (conditional mediation), so that only a press uses them. */
const offerNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

async function logOut(page: Page) {
  await page.goto('/ui/logout')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
}

/** A code that stays valid for at least a minute. */
async function codeOfApp() {
  const rows = await db
    .selectFrom('one_time_codes')
    .where('user_id', '=', await idOf(cast.bruno))
    .select('secret')
    .executeTakeFirstOrThrow()
  return computeCode(rows.secret, stepAt(Date.now()) + 1)
}

test('somebody adds a passkey on their phone, signs out, and signs in by it', async () => {
  const page = await as(cast.anna, '/sw.js', onPhone)
  await giveDevice(page)
  await offerNothing(page)
  await page.goto('/ui/profile#passkeys')
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkey anlegen' })
  // The field itself limits the name: the server would refuse it only after the device has created the passkey.
  await dialog.getByLabel('Name').fill('x'.repeat(59))
  await dialog.getByLabel('Name').pressSequentially('xx')
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'x'.repeat(60))
  await dialog.getByLabel('Name').fill('Mein Telefon')
  await dialog.getByRole('button', { name: 'Weiter' }).click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByText('Mein Telefon').waitFor()
  await list.getByRole('button', { name: 'umbenennen' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Diensthandy')
  await page.getByRole('dialog').getByRole('button', { name: 'Umbenennen' }).click()
  await list.getByText('Diensthandy').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await logOut(page)
  const button = page.getByRole('button', { name: 'Mit Passkey anmelden' })
  await button.waitFor()
  await button.click()
  await page.waitForURL('**/ui/today')
  await page.goto('/ui/profile#passkeys')
  await list.getByText('zuletzt benutzt').waitFor()
  await list.getByRole('button', { name: 'entfernen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await page.getByText('Passkey entfernt').waitFor()
})

test('a code of an app is asked for after the password, once it is set up; a code on paper stands in for it', async () => {
  const page = await as(cast.bruno, '/ui/profile#einmalcodes', onPhone)
  await page.getByRole('button', { name: 'Einmalcodes einrichten' }).click()
  const dialog = page.getByRole('dialog', { name: 'Einmalcodes einrichten' })
  const codes = dialog.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await codes.first().waitFor()
  const paper = await codes.allInnerTexts()
  assert.equal(paper.length, 10)
  await dialog.getByRole('button', { name: 'Sicher abgelegt' }).click()
  await dialog.getByRole('img', { name: 'QR-Code' }).waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill('12345')
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  await dialog.getByText('Der Code stimmt nicht.').waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOfApp())
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  await page.getByText('Eingeschaltet seit').waitFor()
  for (const way of ['app', 'paper'] as const) {
    await page.context().clearCookies()
    await page.goto('/ui/login')
    await page.getByLabel('Benutzername').fill('bruno')
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('heading', { name: 'Code eingeben' }).waitFor()
    if (way === 'app') {
      await expectAccessible(page)
      await db.updateTable('one_time_codes').set({ last_step: null }).execute()
      await page.getByLabel('Code', { exact: true }).fill(await codeOfApp())
    } else {
      await page.getByRole('button', { name: 'Kein Zugriff auf die App?' }).click()
      await page.getByLabel('Wiederherstellungscode').fill(paper[0] ?? '')
    }
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL('**/ui/today')
  }
})

test('an administrator without a second factor sets one up before anything else, and goes on', async () => {
  const page = await visit('/sw.js', onPhone)
  await giveDevice(page)
  await logIn(page.request, cast.clara)
  await page.goto('/ui/users')
  await page.getByRole('heading', { name: 'Richten Sie einen zweiten Faktor ein' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('heading', { name: 'Benutzer', exact: true }).waitFor()
  await page.goto(`/ui/users/${await idOf(cast.bruno)}/sessions`)
  await page.getByRole('button', { name: 'Passkeys und Einmalcodes entfernen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await page.getByText('Passkeys und Einmalcodes entfernt').waitFor()
})
