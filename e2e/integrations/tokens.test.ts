import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { devices, setStage } from '../stage.ts'

const { as, kontor } = await setStage()

/** A program with a token, and what it is answered. */
async function ask(token: string, path: string, init: RequestInit = {}) {
  return fetch(new URL(path, kontor.url), {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
}

for (const { device, options } of devices)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`an administrator makes a token ${device} in ${colorScheme}, a program uses it, and it ends when it is revoked`, async () => {
      const name = `Lohnbüro ${device} ${colorScheme}`
      const page = await as(cast.clara, '/ui/operation', { ...options, colorScheme })
      await page.goto('/ui/integrations')
      await page.getByRole('button', { name: 'API-Token anlegen' }).click()
      const dialog = page.getByRole('dialog', { name: 'API-Token anlegen' })
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Anlegen' }).click()
      await dialog.getByText('Bitte wählen Sie, worauf das Token zugreifen darf.').waitFor()
      await dialog.getByLabel('Prozesse').selectOption('Lesen und ändern')
      await dialog.getByLabel('Gültig').selectOption('30 Tage')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Anlegen' }).click()
      const shown = page.getByRole('dialog', { name: 'Ihr neues API-Token' })
      const token = (await shown.locator('code').textContent()) ?? ''
      await expectAccessible(page)
      await shown.getByRole('button', { name: 'Sicher abgelegt' }).click()

      const row = page.getByRole('table', { name: 'API-Tokens' }).getByRole('row').filter({ hasText: name })
      await row.getByText('Noch nie').waitFor()
      await row.getByText('Prozesse lesen und ändern').waitFor()
      const body = JSON.stringify({ name: `Vom ${name}` })
      assert.equal((await ask(token, '/docs/', { method: 'POST', body })).status, 200)
      assert.equal((await ask(token, '/users/')).status, 403)
      await page.reload()
      await row.getByText('von 127.0.0.1').waitFor()
      await expectAccessible(page)

      await row.getByRole('button', { name: `API-Token „${name}“ widerrufen` }).click()
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: 'Widerrufen' })
        .click()
      await row.waitFor({ state: 'detached' })
      assert.equal((await ask(token, '/docs/')).status, 401)
    })
