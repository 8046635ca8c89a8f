// The screen „Integrationen“: webhooks, and tokens for programs.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

/** The receiver of the webhook. Its first answer is a failure. */
const received: { headers: IncomingHttpHeaders; body: string }[] = []
const answers: number[] = []
const receiver = createServer((request, answer) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    answer.writeHead(answers.shift() ?? 204).end()
  })
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
after(() => receiver.close())
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`

const { as, call, db, kontor } = await setStage({ WEBHOOK_PRIVATE_HOSTS: host })

test('an administrator sets up a webhook, it is told, retried after a failure, and its log says so', async () => {
  const page = await as(cast.clara, '/ui/integrations', { viewport: { width: 1280, height: 800 } })
  await page.getByRole('button', { name: 'Webhook anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Webhook anlegen' })
  await dialog.getByLabel('Adresse').fill('https://10.0.0.1/kontor')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.getByText('öffentlichen Namen').waitFor()
  await dialog.getByLabel('Adresse').fill(`http://${host}/kontor`)
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  const shown = page.getByRole('dialog', { name: 'Das Geheimnis des Webhooks' })
  const secret = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Sicher abgelegt' }).click()

  answers.push(500)
  await call(cast.clara, 'POST', '/users/', { username: 'neu' })
  await until(async () => received.length === 1, 'it was not told')
  // The retry is due some seconds later; the test makes it due at once.
  await until(async () => received.length === 2, 'it was not told again', {
    each: () =>
      db
        .updateTable('jobs')
        .set({ run_at: new Date(0) })
        .where('kind', '=', 'webhooks.deliver')
        .where('run_at', '>', new Date())
        .execute(),
  })
  const [first, second] = received
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
  const signed = `${String(second?.headers['webhook-id'])}.${String(second?.headers['webhook-timestamp'])}.${second?.body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(signed).digest('base64')
  assert.equal(second?.headers['webhook-signature'], `v1,${mac}`)

  await page.getByRole('button', { name: `Webhook an ${host} testen` }).click()
  await until(async () => received.length === 3, 'no trial')
  await page.getByRole('button', { name: `Zustellungen: Webhook an ${host}` }).click()
  const log = page.getByRole('dialog', { name: 'Zustellungen' })
  const changed = log.getByRole('listitem').filter({ hasText: 'Personen geändert' })
  await changed.getByText('Zugestellt').waitFor()
  await log.getByRole('listitem').filter({ hasText: 'Probe' }).getByText('Zugestellt').waitFor()
  await changed.getByRole('button', { name: 'Erneut senden' }).click()
  await until(async () => received.length === 4, 'not sent again')
  assert.equal(received[3]?.headers['webhook-id'], second?.headers['webhook-id'])
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
