import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { db, as, call, idOf } = await setStage()

async function create(page: Page, name: string) {
  await page.getByRole('link', { name: 'Neue Gruppe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neue Gruppe' })
  assert.equal(await dialog.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name, exact: true }).waitFor()
}

test('a group of any name is created, renamed and deleted', async () => {
  const page = await as(cast.clara, '/ui/users', { viewport: { width: 1280, height: 800 } })
  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.locator('h1:focus', { hasText: 'Gruppen' }).waitFor()
  await page.getByText('Es gibt noch keine eigenen Gruppen.').waitFor()
  await page.getByRole('link', { name: 'Neue Gruppe' }).click()
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Neue Gruppe' }).and(page.locator(':focus')).waitFor()
  await create(page, 'a/b 100 % #1?')
  await pick(page, 'a/b 100 % #1?', 'Umbenennen')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Gruppe umbenennen' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'a/b 100 % #1?')
  await dialog.getByLabel('Name').fill('Sommerfest')
  await dialog.getByRole('button', { name: 'Umbenennen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: 'Sommerfest', exact: true }).waitFor()
  await call(cast.clara, 'PUT', `/users/${await idOf(cast.anna)}/groups/Sommerfest/`)
  const { id: doc_id } = await db
    .insertInto('docs')
    .values({ name: 'Nur Sommerfest', content: '{"type":"doc"}', fields: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: group_id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Sommerfest')
    .select('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('doc_groups').values({ doc_id, group_id }).execute()
  await pick(page, 'Sommerfest', 'Löschen')
  const question = page.getByRole('alertdialog', {
    name: 'Soll die Gruppe „Sommerfest“ wirklich gelöscht werden?',
  })
  await question.getByText('Eine Person verliert damit').waitFor()
  await question.getByText('Der Chat der Gruppe wird verborgen').waitFor()
  await question
    .getByText(/^Diesen Prozess sehen danach nur noch Admins: „\u2068Nur Sommerfest\u2069“$/)
    .waitFor()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.getByText('Es gibt noch keine eigenen Gruppen.').waitFor()
})

test('a name that is taken is refused with a sentence at its field, and a group that is gone in a dialog that leads back', async () => {
  const page = await as(cast.clara, '/ui/groups/create')
  const dialog = page.getByRole('dialog', { name: 'Neue Gruppe' })
  await dialog.getByLabel('Name').fill('TECHNIK')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog
    .getByText(
      'Die Gruppe „TECHNIK“ gibt es schon, geschrieben „Technik“: Sie kommt aus der Personalplanung.',
    )
    .waitFor()
  assert.equal(await dialog.getByLabel('Name').getAttribute('aria-invalid'), 'true')
  await page.keyboard.press('Escape')
  await page.waitForURL('**/ui/groups?**')

  await page.goto('/ui/groups/Nix/rename')
  await page.getByText('Diese Gruppe gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.waitForURL('**/ui/groups?**')
  await page.goto('/ui/groups/Technik/rename')
  await page
    .getByText('Diese Gruppe kommt aus der Personalplanung und lässt sich hier nicht umbenennen.')
    .waitFor()
})
