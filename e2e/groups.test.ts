import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'

const kontor = await startKontor()
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
})

async function asClara(path: string, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await signIn(page, cast.clara.username)
  await page.goto(path)
  return page
}

async function create(page: Page, name: string) {
  await page.getByRole('link', { name: 'Neue Gruppe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neue Gruppe' })
  assert.equal(await dialog.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name, exact: true }).waitFor()
}

async function pick(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a group of any name is created, renamed and deleted', async () => {
  const page = await asClara('/ui/groups')
  await page.getByText('Es gibt noch keine eigenen Gruppen.').waitFor()
  await create(page, 'a/b 100 % #1?')
  for (const [from, to] of [
    ['a/b 100 % #1?', '%2F..%25 & ä\\b'],
    ['%2F..%25 & ä\\b', 'Sommerfest'],
  ] as const) {
    await pick(page, from, 'Umbenennen')
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Gruppe umbenennen' })
    assert.equal(await dialog.getByLabel('Name').inputValue(), from)
    await dialog.getByLabel('Name').fill(to)
    await dialog.getByRole('button', { name: 'Umbenennen' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: to, exact: true }).waitFor()
  }
  const anna = await page.evaluate(() =>
    fetch('/users/?filter=anna').then(
      async (answer) => ((await answer.json()) as { items: { id: number }[] }).items[0]?.id,
    ),
  )
  await page.evaluate((id) => fetch(`/users/${id}/groups/Sommerfest/`, { method: 'PUT' }), anna)
  const { db } = kontor.kontor
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
  await question.getByText('Diesen Prozess sehen danach nur noch Admins: „Nur Sommerfest“').waitFor()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.getByText('Es gibt noch keine eigenen Gruppen.').waitFor()
  await page.context().close()
})

test('a name that is taken is refused with a sentence, and the dialog stays', async () => {
  const page = await asClara('/ui/groups/create')
  const dialog = page.getByRole('dialog', { name: 'Neue Gruppe' })
  await dialog.getByLabel('Name').fill('TECHNIK')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog
    .getByText(
      'Die Gruppe „TECHNIK“ gibt es schon, geschrieben „Technik“: Sie kommt aus der Personalplanung.',
    )
    .waitFor()
  await dialog.getByLabel('Name').fill('x'.repeat(81))
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.getByText('Der Name der Gruppe darf höchstens 80 Zeichen haben.').waitFor()
  for (const dots of ['.', '..']) {
    await dialog.getByLabel('Name').fill(dots)
    await dialog.getByRole('button', { name: 'Anlegen' }).click()
    await dialog.getByText('Eine Gruppe kann nicht nur aus Punkten bestehen.').waitFor()
  }
  await page.keyboard.press('Escape')
  await page.waitForURL('**/ui/groups?**')
  await page.context().close()
})

test('a group that is gone is told in a dialog that leads back', async () => {
  const page = await asClara('/ui/groups/Nix/rename')
  await page.getByText('Diese Gruppe gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.waitForURL('**/ui/groups?**')
  await page.goto('/ui/groups/Technik/rename')
  await page
    .getByText('Diese Gruppe kommt aus der Personalplanung und lässt sich hier nicht umbenennen.')
    .waitFor()
  await page.context().close()
})

test('search and order stand in the address and survive a reload', async () => {
  const page = await asClara('/ui/groups')
  for (const name of ['Lüfter', 'Luftballon', 'Zelt']) await create(page, name)
  await page.getByLabel('Gruppen suchen').fill('LUF')
  await page.waitForURL('**filter=LUF**')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.waitForURL('**order_by=-name**')
  await page.reload()
  await page.getByRole('cell', { name: 'Lüfter', exact: true }).waitFor()
  const rows = await page.getByRole('row').allInnerTexts()
  assert.deepEqual(
    rows.slice(1).map((row) => row.trim()),
    ['Luftballon', 'Lüfter'].toReversed(),
  )
  await page.getByLabel('Gruppen suchen').fill('gibt es nicht')
  await page.getByText('Keine Gruppe gefunden').waitFor()
  await page.getByRole('button', { name: 'Alle Gruppen zeigen' }).click()
  await page.getByRole('cell', { name: 'Zelt', exact: true }).waitFor()
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the screens of groups are accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const page = await asClara('/ui/groups', options)
      const name = `${colorScheme}${width}`.padEnd(80, 'x')
      await create(page, name)
      await expectAccessible(page)
      await pick(page, name, 'Umbenennen')
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.context().close()
    })
  }
}
