// The screen „Integrationen“: webhooks, and tokens for programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

/** The receiver of the webhook. */
const received: IncomingHttpHeaders[] = []
const receiver = createServer((request, answer) => {
  received.push(request.headers)
  request.resume().on('end', () => answer.writeHead(204).end())
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
after(() => receiver.close())
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`

const { as, call, kontor } = await setStage({ WEBHOOK_PRIVATE_HOSTS: host })

test('an administrator sets up a webhook, it is told, told again by a press, and its log says so', async () => {
  const page = await as(cast.clara, '/ui/integrations', { viewport: { width: 1280, height: 800 } })
  await page.getByRole('button', { name: 'Webhook anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Webhook anlegen' })
  await dialog.getByLabel('Adresse').fill('https://10.0.0.1/kontor')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.getByText('öffentlichen Namen').waitFor()
  await dialog.getByLabel('Adresse').fill(`http://${host}/kontor`)
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  const shown = page.getByRole('dialog', { name: 'Das Geheimnis des Webhooks' })
  await shown
    .locator('code')
    .getByText(/^whsec_/)
    .waitFor()
  await shown.getByRole('button', { name: 'Sicher abgelegt' }).click()

  await call(cast.clara, 'POST', '/users/', { username: 'neu' })
  await until(async () => received.length === 1, 'it was not told')

  await page.getByRole('button', { name: `Webhook an ${host} testen` }).click()
  await until(async () => received.length === 2, 'no trial')
  await page.getByRole('button', { name: `Zustellungen: Webhook an ${host}` }).click()
  const log = page.getByRole('dialog', { name: 'Zustellungen' })
  const changed = log.getByRole('listitem').filter({ hasText: 'Personen geändert' })
  await changed.getByText('Zugestellt').waitFor()
  await log.getByRole('listitem').filter({ hasText: 'Probe' }).getByText('Zugestellt').waitFor()
  await changed.getByRole('button', { name: 'Erneut senden' }).click()
  await until(async () => received.length === 3, 'not sent again')
  assert.equal(received[2]?.['webhook-id'], received[0]?.['webhook-id'])
  await log.getByRole('button', { name: 'Schließen', exact: true }).last().click()

  await page.getByRole('button', { name: `Webhook an ${host} löschen` }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Löschen' })
    .click()
  await page.getByRole('table', { name: 'Webhooks' }).waitFor({ state: 'detached' })
})

/** Calls the API like a program with a token. */
async function ask(token: string, path: string, init: RequestInit = {}) {
  return fetch(new URL(path, kontor.url), {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
}

test('an administrator makes a token, a program uses it, and it ends when it is revoked', async () => {
  const name = 'Lohnbüro'
  const page = await as(cast.clara, '/ui/integrations', { ...phone, colorScheme: 'dark' })
  await page.getByRole('button', { name: 'API-Token anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'API-Token anlegen' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.getByText('Bitte wählen Sie, worauf das Token zugreifen darf.').waitFor()
  await dialog.getByLabel('Prozesse').selectOption('Lesen und ändern')
  await dialog.getByLabel('Gültig').selectOption('30 Tage')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  const shown = page.getByRole('dialog', { name: 'Ihr neues API-Token' })
  const token = (await shown.locator('code').textContent()) ?? ''
  await expectAccessible(page, 'dialog[open]')
  await shown.getByRole('button', { name: 'Sicher abgelegt' }).click()

  const row = page.getByRole('list', { name: 'API-Tokens' }).getByRole('listitem').filter({ hasText: name })
  await row.getByText('Noch nie').waitFor()
  await row.getByText('Prozesse lesen und ändern').waitFor()
  const body = JSON.stringify({ name: `Vom ${name}` })
  assert.equal((await ask(token, '/docs/', { method: 'POST', body })).status, 200)
  assert.equal((await ask(token, '/users/')).status, 403)
  await page.reload()
  await row.getByText('von 127.0.0.1').waitFor()

  await row.getByRole('button', { name: `API-Token „${name}“ widerrufen` }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Widerrufen' })
    .click()
  await row.waitFor({ state: 'detached' })
  assert.equal((await ask(token, '/docs/')).status, 401)
})
