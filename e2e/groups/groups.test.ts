// Groups, and the matrix of users and groups.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { moment } from '../patience.ts'
import { type Options, phone, setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { db, as, call, idOf } = await setStage()

async function open(search = '', options?: Options) {
  const page = await as(cast.clara, `/ui/groupassignments${search}`, options)
  await page.getByRole('grid', { name: 'Zuweisungen' }).waitFor()
  return page
}

const cell = (page: Page, user: string, group: string, state: string) =>
  page.getByRole('gridcell', { name: `${user} – ${group}: ${state}`, exact: true })
const anna = 'Berger, Anna (anna)'
const answered = (page: Page, method: string) =>
  page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/groups/'),
  )
/** Holds back changes of cells until the returned function is called. */
async function hold(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/users/*/groups/**', async (route) => {
    if (route.request().method() !== 'GET') await promise
    await route.continue()
  })
  return resolve
}
const rows = (page: Page) => page.getByRole('rowheader').count()

test('a click assigns, another takes away again, also what comes from the planner; the cell tells where that comes from, who changed it and when, and what is refused goes back', async () => {
  const page = await open()
  const put = answered(page, 'PUT')
  await cell(page, anna, 'Leitung', 'nicht zugewiesen').click()
  await cell(page, anna, 'Leitung', 'von Hand zugewiesen').waitFor()
  assert.equal((await put).status(), 200)
  await page.reload()
  await cell(page, anna, 'Leitung', 'von Hand zugewiesen').hover()
  await page
    .getByRole('tooltip')
    .getByText(/^Von Hand zugewiesen von Clara Döring, \d\d\.\d\d\.\d{4} \d\d:\d\d/)
    .waitFor()
  const gone = answered(page, 'DELETE')
  await cell(page, anna, 'Leitung', 'von Hand zugewiesen').click()
  await cell(page, anna, 'Leitung', 'nicht zugewiesen').waitFor()
  await gone
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tooltip').getByText('Nicht zugewiesen').waitFor()

  const revoking = answered(page, 'DELETE')
  await cell(page, anna, 'Bühne', 'aus der Planung').click()
  const revoked = cell(page, anna, 'Bühne', 'entzogen')
  await revoked.waitFor()
  await revoking
  const sign = await revoked.evaluate((at) => getComputedStyle(at).backgroundImage)
  assert.match(sign, /^url\(/)
  await page.getByRole('list', { name: 'Zeichen' }).getByText('entzogen', { exact: true }).waitFor()
  const back = answered(page, 'PUT')
  await revoked.click()
  await cell(page, anna, 'Bühne', 'aus der Planung').waitFor()
  await back
  await page.route('**/users/*/groups/**', (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, details: 'Das geht gerade nicht.', detail: 'Conflict' },
    }),
  )
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').click()
  await page.getByRole('alert').getByText('Das geht gerade nicht.').waitFor()
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
  await page.getByRole('status').getByText(`${anna} – Empfang: nicht zugewiesen`).waitFor()
})

test('the keyboard alone is enough: one Tab stop, arrows, Home and End, Space and Enter; toggling fast ends in the last wish, and until the server has it the window does not close unasked', async () => {
  const page = await open()
  const at = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.getByLabel('Nur benutzte Gruppen').focus()
  await page.keyboard.press('Tab')
  assert.equal(await at(), 'Ærenlund, Jana (jana) – Bühne: nicht zugewiesen')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  assert.equal(await at(), `${anna} – Verwaltung: nicht zugewiesen`)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  assert.equal(await at(), `${anna} – Empfang: nicht zugewiesen`)
  const put = answered(page, 'PUT')
  await page.keyboard.press('Space')
  await cell(page, anna, 'Empfang', 'von Hand zugewiesen').and(page.locator(':focus')).waitFor()
  await put
  const gone = answered(page, 'DELETE')
  await page.keyboard.press('Enter')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').and(page.locator(':focus')).waitFor()
  await gone
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Alle zuweisen')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), anna)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: anna, exact: true }).and(page.locator(':focus')).waitFor()

  const release = await hold(page)
  const both = [answered(page, 'PUT'), answered(page, 'DELETE')]
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').focus()
  for (let times = 0; times < 4; times++) await page.keyboard.press('Space')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
  const asked = moment<string>('the browser did not ask whether to leave')
  page.once('dialog', (dialog) => {
    asked.resolve(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  assert.equal(await asked.wait(), 'beforeunload')
  release()
  await Promise.all(both)
  await page.reload()
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
})

test('a finger that rests on a cell is told where it comes from, and toggles nothing', async () => {
  const page = await open('', { ...phone, colorScheme: 'dark' })
  const at = page.getByRole('gridcell').first()
  const name = await at.getAttribute('aria-label')
  const box = await at.boundingBox()
  assert.ok(box)
  const finger = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByRole('tooltip').waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page
    .getByRole('tooltip')
    .getByText(`${name?.split(' – ')[0]}`)
    .waitFor()
  assert.equal(await at.getAttribute('aria-label'), name)
  await at.tap()
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  assert.notEqual(await at.getAttribute('aria-label'), name)
  await at.tap()
})

test('what another window toggles is seen here within seconds; what is under way here stays', async () => {
  const withClock: Options = { prepare: (context) => context.clock.install() }
  const [here, there] = [await open('', withClock), await open('', withClock)]
  const nextLook = (page: Page) => page.clock.fastForward(6_000)
  const bruno = 'Castell, Bruno (bruno)'
  const nothingNew = (response: Response) =>
    new URL(response.url()).pathname === '/users/groups/' && response.status() === 304
  await here.evaluate(`(() => {
    window.moved = 0
    new MutationObserver(() => window.moved++).observe(
      document.querySelector('[role=grid]'), { subtree: true, childList: true, attributes: true, characterData: true })
  })()`)
  for (let turn = 0; turn < 2; turn++) await Promise.all([here.waitForResponse(nothingNew), nextLook(here)])
  assert.equal(await here.evaluate('window.moved'), 0)
  const release = await hold(here)
  await cell(here, bruno, 'Technik', 'nicht zugewiesen').click()
  const put = answered(there, 'PUT')
  await cell(there, bruno, 'Empfang', 'nicht zugewiesen').click()
  await put
  await nextLook(here)
  // Gives a polled answer the time to arrive: it must not undo the toggle that is not stored yet.
  for (let trip = 0; trip < 3; trip++) await here.evaluate(async () => (await fetch('/status/')).text())
  await cell(here, bruno, 'Technik', 'von Hand zugewiesen').waitFor()
  release()
  await cell(here, bruno, 'Empfang', 'von Hand zugewiesen').waitFor()
  await cell(here, bruno, 'Technik', 'von Hand zugewiesen').waitFor()
  await Promise.all([here.waitForResponse(nothingNew), nextLook(here)])
  await nextLook(there)
  await cell(there, bruno, 'Technik', 'von Hand zugewiesen').waitFor()
  // Undone in the other window. This screen shows it, although the state is the same as at the start.
  for (const group of ['Technik', 'Empfang']) {
    const gone = answered(there, 'DELETE')
    await cell(there, bruno, group, 'von Hand zugewiesen').click()
    await gone
    await nextLook(here)
    await cell(here, bruno, group, 'nicht zugewiesen').waitFor()
  }
})

test('a whole column is assigned and emptied after a question that names the number', async () => {
  const page = await open('', { viewport: { width: 1280, height: 800 } })
  await page.getByRole('columnheader', { name: 'Verwaltung' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Alle zuweisen' }).waitFor()
  await expectAccessible(page, '[role=menu]')
  await page.getByRole('menuitem', { name: 'Alle zuweisen' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('10 Zuweisungen erteilen?').waitFor()
  await question.getByText('Die Gruppe „Verwaltung“ wird allen 12 Benutzern zugewiesen.').waitFor()
  await question.getByRole('button', { name: 'Zuweisen' }).click()
  await page.getByText('10 Zuweisungen erteilt').last().waitFor()
  const inColumn = (state: string) =>
    page.getByRole('gridcell', { name: new RegExp(`– Verwaltung: ${state}$`) }).count()
  assert.deepEqual([await inColumn('von Hand zugewiesen'), await inColumn('aus der Planung')], [10, 2])
  await page.getByRole('columnheader', { name: 'Verwaltung' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Alle entziehen' }).click()
  await question.getByRole('button', { name: 'Entziehen' }).click()
  await page.getByText('12 Zuweisungen entzogen').last().waitFor()
  await page.reload()
  await page.getByRole('grid').waitFor()
  assert.deepEqual([await inColumn('nicht zugewiesen'), await inColumn('entzogen')], [10, 2])
  await page.getByRole('columnheader', { name: 'Verwaltung' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Alle entziehen' }).click()
  await page.getByText('Hier gibt es nichts zu entziehen.').waitFor()
})

test('filters leave users and groups, stand in the address and survive a reload; only used ones can be shown, and nobody vanishes under the pointer; without groups the screen leads to where they are made', async (t) => {
  t.after(async () => {
    await db.deleteFrom('groups').where('name', '=', 'Leer / 100 % #?').execute()
    await db.deleteFrom('users').where('username', '=', 'niemand').execute()
  })
  await db.insertInto('groups').values({ name: 'Leer / 100 % #?' }).execute()
  await db.insertInto('users').values({ username: 'niemand' }).execute()
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
  await page.getByText('13 von 13 Benutzern').waitFor()

  await cell(page, 'niemand', 'Leer / 100 % #?', 'nicht zugewiesen').waitFor()
  await page.getByLabel('Nur zugewiesene Benutzer').check()
  await page.getByRole('rowheader', { name: 'niemand' }).waitFor({ state: 'detached' })
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

  await page.route('**/users/groups/', (route) =>
    route.fulfill({ json: { groups: [], users: [], relation: [] } }),
  )
  await page.goto('/ui/groupassignments')
  await page.getByText('Es gibt noch keine Gruppen.').waitFor()
  await page.getByRole('link', { name: 'Zu den Gruppen' }).click()
  await page.waitForURL('**/ui/groups?**')
})

test('fifty users come at first, fifty more on reaching the end, and by the arrows too', async (t) => {
  t.after(() => db.deleteFrom('users').where('username', 'like', 'zz-%').execute())
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

test('a group of any name is created, renamed and deleted; a name that is taken is refused with a sentence at its field', async () => {
  const page = await as(cast.clara, '/ui/users', { viewport: { width: 1280, height: 800 } })
  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.locator('h1:focus', { hasText: 'Gruppen' }).waitFor()
  await page.getByText('Es gibt noch keine eigenen Gruppen.').waitFor()
  await page.getByRole('link', { name: 'Neue Gruppe' }).click()
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Neue Gruppe' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Neue Gruppe' }).click()
  const creating = page.getByRole('dialog', { name: 'Neue Gruppe' })
  assert.equal(await creating.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await creating.getByLabel('Name').fill('a/b 100 % #1?')
  await creating.getByRole('button', { name: 'Anlegen' }).click()
  await creating.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: 'a/b 100 % #1?', exact: true }).waitFor()
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

  await page.goto('/ui/groups/create')
  await creating.getByLabel('Name').fill('TECHNIK')
  await creating.getByRole('button', { name: 'Anlegen' }).click()
  await creating
    .getByText(
      'Die Gruppe „TECHNIK“ gibt es schon, geschrieben „Technik“: Sie kommt aus der Personalplanung.',
    )
    .waitFor()
  assert.equal(await creating.getByLabel('Name').getAttribute('aria-invalid'), 'true')
  await page.keyboard.press('Escape')
  await page.waitForURL('**/ui/groups?**')
})
