import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { day, link, listed, setHappeningsStage } from './happenings-stage.ts'

const { db, as, call, idOf } = await setHappeningsStage()

test('recorders are searched, added once, removed and saved, and what another has done meanwhile stays; unsaved changes are asked about', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Teamfest',
    date: day(0),
    recorders: [await idOf(cast.kai)],
  })
  const page = await as(cast.clara, `/ui/happenings/${id}`)
  await page.getByRole('link', { name: 'Zeiterfasser ändern: Bühne' }).click()
  await page.waitForURL(`**/ui/happenings/${id}/${sub}/change_users?**`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Zeiterfasser ändern' })
  const search = dialog.getByRole('combobox', { name: 'Person hinzufügen' })
  const chosen = dialog.getByRole('list', { name: 'Zeiterfasser' }).getByRole('listitem')
  const add = async (text: string, name: string) => {
    await search.fill(text)
    await dialog.getByRole('option', { name }).click()
  }
  assert.equal(await dialog.getByRole('button', { name: 'Speichern' }).isDisabled(), true)
  await add('weiss', 'Weißhaupt, Kai')
  assert.deepEqual(await chosen.allInnerTexts(), ['Weißhaupt, Kai kai'])
  await add('anna', 'Berger, Anna')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Sollen die Änderungen verworfen werden?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.getByRole('button', { name: 'Weißhaupt, Kai entfernen' }).click()
  const isFocused = (at: Locator) => at.evaluate((element) => element === document.activeElement)
  const removeAnna = dialog.getByRole('button', { name: 'Berger, Anna entfernen' })
  assert.equal(await isFocused(removeAnna), true)
  await removeAnna.press('Enter')
  await dialog.getByText('Noch niemand.').waitFor()
  assert.equal(await isFocused(search), true)
  await add('anna', 'Berger, Anna')
  // Meanwhile another administrator has added David.
  const user_ids = [await idOf(cast.kai), await idOf(cast.david)]
  await call(cast.clara, 'PUT', `/happenings/${id}/subhappenings/${sub}/users/`, { user_ids })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Zeiterfasser erfolgreich geändert').waitFor()
  await page.waitForURL(`**/ui/happenings/${id}?**`)
  await page.getByRole('row', { name: 'Bühne' }).getByText('Berger, Anna; Ünal, David').waitFor()
})

test('names that are written from right to left stay in their place in the list of recorders, which nobody is offered to change once it is archived', async () => {
  const named = { 'ra-levi': 'לוי', 'ra-adler': 'אדלר', 'ra-zoe': 'Zander' }
  const recorders = await db
    .insertInto('users')
    .values(Object.entries(named).map(([username, persplan_nachname]) => ({ username, persplan_nachname })))
    .returning('id')
    .execute()
  const { id } = await insertHappening(db, {
    name: 'Lesung',
    date: day(0),
    recorders: recorders.map(({ id }) => id),
  })
  const page = await as(cast.clara, `/ui/happenings/${id}`)
  const people = page.getByRole('row', { name: 'Bühne' }).getByText(/; /)
  // In the order in which the text goes on, each begins further right than the one before.
  const places = await people.evaluate((list) => {
    const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
    const lefts: number[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = new Range()
      range.selectNodeContents(text)
      if (text.textContent?.trim() && text.textContent !== '; ')
        lefts.push(range.getBoundingClientRect().left)
    }
    return lefts
  })
  assert.equal(places.length, 3)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  const change = page.getByRole('link', { name: /Zeiterfasser ändern/ })
  assert.equal(await change.count(), 1)
  await db.updateTable('happenings').set({ status: 'Archiv' }).where('id', '=', id).execute()
  await page.reload()
  await people.waitFor()
  assert.equal(await change.count(), 0)
})

test('whoever is searched is found behind ten who are deactivated; a search that fails is no search without hits, and where somebody is refused the dialog stays', async () => {
  await db
    .insertInto('users')
    .values(
      Array.from({ length: 11 }, (_, at) => ({
        username: `aushilfe-${at}`,
        persplan_nachname: `Aushilfe ${10 + at}`,
        is_active: at === 10,
      })),
    )
    .execute()
  const { id, sub } = await insertHappening(db, { name: 'Suchfest', date: day(0) })
  const page = await as(cast.clara, `/ui/happenings/${id}/${sub}/change_users`)
  const dialog = page.getByRole('dialog', { name: 'Zeiterfasser ändern' })
  const search = dialog.getByRole('combobox', { name: 'Person hinzufügen' })
  await search.fill('aushilfe')
  await dialog.getByRole('option', { name: 'Aushilfe 20' }).waitFor()
  const found = (url: URL) => url.pathname === '/users/' && url.searchParams.get('filter') === 'jana'
  await page.route(found, (route) => route.fulfill({ status: 500, json: {} }))
  await search.fill('jana')
  await dialog.getByText('Technischer Fehler').last().waitFor()
  assert.equal(await dialog.getByText('Keine Treffer').count(), 0)
  await page.unroute(found)
  await page.context().setOffline(true)
  await search.fill('weiss')
  await dialog.getByText('Der Server ist gerade nicht zu erreichen.').last().waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('option', { name: 'Weißhaupt, Kai' }).waitFor()
  await search.fill('jana')
  await dialog.getByRole('option', { name: 'Ærenlund, Jana' }).click()
  await db.updateTable('users').set({ is_active: false }).where('username', '=', 'jana').execute()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText('„Ærenlund, Jana“ ist deaktiviert und kann keine Zeiten erfassen.').waitFor()
  await db.updateTable('users').set({ is_active: true }).where('username', '=', 'jana').execute()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Änderungen verworfen werden?' })
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('recorders see their own happenings, without any tool of an admin', async () => {
  const georg = await idOf(cast.georg)
  const { id, sub } = await insertHappening(db, { name: 'Georgs Abend', date: day(0), recorders: [georg] })
  await insertHappening(db, { name: 'Georgs Entwurf', date: day(0), status: 'Entwurf', recorders: [georg] })
  const page = await as(cast.georg, '/ui/happenings')
  // By day with the teams, as on a phone; the list is one press away.
  const today = page.getByRole('region', { name: /^Heute/ })
  await today.getByRole('link', { name: /^Bühne/ }).waitFor()
  await page.getByRole('button', { name: 'Liste', exact: true }).click()
  await listed(page, 'Georgs Abend')
  assert.equal(await page.getByRole('checkbox').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).count(), 0)
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
    'Name',
    'Art',
    'Ort',
    'Datum',
    'Status',
  ])
  assert.deepEqual(await page.getByLabel('Status', { exact: true }).locator('option').allInnerTexts(), [
    'Alle',
    'Aktiv',
    'Erledigt',
    'Zu senden',
  ])
  for (const path of ['sync', `${id}/edit_status`, `${id}/${sub}/change_users`]) {
    await page.goto(`/ui/happenings/${path}`)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
  await page.goto(`/ui/happenings/${id}`)
  await link(page, 'Bühne').waitFor()
  for (const name of ['Excel', 'Zeiterfasser ändern: Bühne'])
    assert.equal(await page.getByRole('link', { name }).count(), 0)

  await page.goto(`/ui/happenings?view=list&end=${day(-1)}`)
  await page.getByText('In diesem Zeitraum gibt es für Sie keine Veranstaltungen.').waitFor()
  await page.getByRole('button', { name: 'Alle Zeiträume zeigen' }).click()
  await listed(page, 'Georgs Abend')
  await call(cast.clara, 'PUT', `/happenings/${id}/subhappenings/${sub}/users/`, { user_ids: [] })
  // Whichever is asked first: the list, or who is signed in.
  await page
    .getByText('Sie erfassen zurzeit keine Zeiten.')
    .or(page.getByRole('heading', { name: 'Not Found' }))
    .waitFor()
})
