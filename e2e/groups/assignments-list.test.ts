import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { devices } from '../stage.ts'
import { answered, cell, setAssignmentsStage } from './assignments-stage.ts'

const { db, as, open } = await setAssignmentsStage()
const rows = (page: Page) => page.getByRole('rowheader').count()

test('filters leave users and groups, stand in the address and survive a reload', async () => {
  const page = await open()
  await page.getByLabel('Benutzer suchen').fill('gross')
  await page.getByText('1 von 1 Benutzer').waitFor()
  await page.getByLabel('Gruppen suchen').fill('buehne')
  await page.waitForURL(/filterGroups=buehne&filterUser=gross/)
  await page.getByRole('columnheader', { name: 'Technik' }).waitFor({ state: 'detached' })
  await cell(page, 'Groß, Frieda (frieda)', 'Bühne', 'nicht zugewiesen').waitFor()
  assert.equal(await page.getByRole('gridcell').count(), 1)
  await page.reload()
  await page.getByText('1 von 1 Benutzer').waitFor()
  assert.equal(await page.getByLabel('Benutzer suchen').inputValue(), 'gross')
  await page.getByLabel('Benutzer suchen').fill('gibt es nicht')
  await page.getByText('Kein Benutzer passt zur Suche.').waitFor()
  await page.getByRole('button', { name: 'Suche leeren', exact: true }).last().click()
  await page.getByText('12 von 12 Benutzern').waitFor()
})

test('only used groups and only assigned users can be shown; nobody vanishes under the pointer', async () => {
  await db.insertInto('groups').values({ name: 'Leer / 100 % #?' }).execute()
  await db.insertInto('users').values({ username: 'niemand' }).execute()
  const page = await open()
  await cell(page, 'niemand', 'Leer / 100 % #?', 'nicht zugewiesen').waitFor()
  await page.getByLabel('Nur zugewiesene Benutzer').check()
  await page.getByText('12 von 12 Benutzern').waitFor()
  await page.getByLabel('Nur benutzte Gruppen').check()
  await page.getByRole('columnheader', { name: /Leer/ }).waitFor({ state: 'detached' })
  await page.waitForURL(/onlyUsedGroups=true&onlyUsedUsers=true/)
  await page.getByLabel('Nur zugewiesene Benutzer').uncheck()
  await page.getByLabel('Nur benutzte Gruppen').uncheck()
  const put = answered(page, 'PUT')
  await cell(page, 'niemand', 'Leer / 100 % #?', 'nicht zugewiesen').click()
  assert.equal((await put).status(), 200)
  await page.getByLabel('Nur zugewiesene Benutzer').check()
  const gone = answered(page, 'DELETE')
  await cell(page, 'niemand', 'Leer / 100 % #?', 'von Hand zugewiesen').click()
  await gone
  await cell(page, 'niemand', 'Leer / 100 % #?', 'nicht zugewiesen').waitFor()
})

for (const { device, options } of devices) {
  test(`the matrix is accessible and never too wide, in both schemes: ${device}`, async () => {
    const page = await open('', options)
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('columnheader', { name: 'Bühne' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Alle zuweisen' }).waitFor()
    await expectAccessibleInBothSchemes(page)
  })
}

test('fifty users come at first, fifty more on reaching the end, and by the arrows too', async () => {
  const many = Array.from({ length: 120 }, (_, n) => ({ username: `zz-${String(n).padStart(3, '0')}` }))
  await db.insertInto('users').values(many).execute()
  const page = await open('?filterUser=zz-')
  await page.getByText('50 von 120 Benutzern').waitFor()
  assert.equal(await rows(page), 50)
  await page.getByRole('button', { name: 'Weitere 50 Benutzer' }).scrollIntoViewIfNeeded()
  await page.getByText('100 von 120 Benutzern').waitFor()
  assert.equal(await rows(page), 100)
  await page.getByRole('gridcell', { name: /^zz-000 – Bühne/ }).focus()
  await page.keyboard.press('Control+End')
  await page.getByText('120 von 120 Benutzern').waitFor()
  assert.equal(await rows(page), 120)
})

test('without groups the screen leads to where they are made', async () => {
  await db.deleteFrom('groups').execute()
  const page = await as(cast.clara, '/ui/groupassignments')
  await page.getByText('Es gibt noch keine Gruppen.').waitFor()
  await page.getByRole('link', { name: 'Zu den Gruppen' }).click()
  await page.waitForURL('**/ui/groups?**')
})
