import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'playwright-core'
import { moment } from '../patience.ts'
import { anna, answered, cell, setAssignmentsStage } from './assignments-stage.ts'

const { open } = await setAssignmentsStage()

test('a click assigns, another takes away again, and both survive a reload', async () => {
  const page = await open()
  const put = answered(page, 'PUT')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').click()
  await cell(page, anna, 'Empfang', 'von Hand zugewiesen').waitFor()
  assert.equal((await put).status(), 200)
  await page.reload()
  const gone = answered(page, 'DELETE')
  await cell(page, anna, 'Empfang', 'von Hand zugewiesen').click()
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
  await gone
  await page.reload()
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
})

test('what comes from the planner is taken away and given back, with sign and words', async () => {
  const page = await open()
  const gone = answered(page, 'DELETE')
  await cell(page, anna, 'Bühne', 'aus der Planung').click()
  const revoked = cell(page, anna, 'Bühne', 'entzogen')
  await revoked.waitFor()
  await gone
  await page.reload()
  const sign = await revoked.evaluate((at) => getComputedStyle(at).backgroundImage)
  assert.match(sign, /^url\(/)
  await page.getByRole('list', { name: 'Zeichen' }).getByText('entzogen', { exact: true }).waitFor()
  const put = answered(page, 'PUT')
  await revoked.click()
  await cell(page, anna, 'Bühne', 'aus der Planung').waitFor()
  await put
})

test('the keyboard alone is enough: one Tab stop, arrows, Home and End, Space and Enter', async () => {
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
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), anna)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: anna, exact: true }).and(page.locator(':focus')).waitFor()
})

test('a finger that rests on a cell is told where it comes from, and toggles nothing', async () => {
  const page = await open('', { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
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

test('toggling fast ends in the last wish, on the screen and on the server', async () => {
  const page = await open()
  const pressed = Promise.withResolvers<void>()
  await page.route('**/users/*/groups/**', async (route) => {
    await pressed.promise
    await route.continue()
  })
  const put = answered(page, 'PUT')
  const removed = answered(page, 'DELETE')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').focus()
  for (let times = 0; times < 4; times++) await page.keyboard.press('Space')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
  pressed.resolve()
  await put
  await removed
  await page.reload()
  const again = answered(page, 'PUT')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').click()
  await again
  await page.reload()
  const gone = answered(page, 'DELETE')
  await cell(page, anna, 'Empfang', 'von Hand zugewiesen').click()
  await gone
})

test('a cell that the server does not have yet keeps the window from closing unasked', async () => {
  const page = await open()
  const held = Promise.withResolvers<void>()
  await page.route('**/users/*/groups/**', async (route) => {
    if (route.request().method() !== 'GET') await held.promise
    await route.continue()
  })
  const put = answered(page, 'PUT')
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').click()
  const asked = moment<string>('the browser did not ask whether to leave')
  page.once('dialog', (dialog) => {
    asked.resolve(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  assert.equal(await asked.wait(), 'beforeunload')
  held.resolve()
  await put
  const gone = answered(page, 'DELETE')
  await cell(page, anna, 'Empfang', 'von Hand zugewiesen').click()
  await gone
  await page.reload()
  await cell(page, anna, 'Empfang', 'nicht zugewiesen').waitFor()
})

test('when the server refuses, the cell goes back and its sentence is shown', async () => {
  const page = await open()
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

test('what another window toggles is seen here within seconds; what is under way here stays', async () => {
  const [here, there] = [await open(), await open()]
  const bruno = 'Castell, Bruno (bruno)'
  const nothingNew = (response: Response) =>
    new URL(response.url()).pathname === '/users/groups/' && response.status() === 304
  await here.evaluate(`(() => {
    window.moved = 0
    new MutationObserver(() => window.moved++).observe(
      document.querySelector('[role=grid]'), { subtree: true, childList: true, attributes: true, characterData: true })
  })()`)
  for (let turn = 0; turn < 2; turn++) await here.waitForResponse(nothingNew)
  assert.equal(await here.evaluate('window.moved'), 0)
  let send = () => {}
  const held = new Promise<void>((go) => (send = go))
  await here.route('**/users/*/groups/**', async (route) => {
    await held
    await route.continue()
  })
  await cell(here, bruno, 'Technik', 'nicht zugewiesen').click()
  const put = answered(there, 'PUT')
  await cell(there, bruno, 'Empfang', 'nicht zugewiesen').click()
  await put
  // Longer than it is from one look at the server to the next.
  await here.waitForTimeout(5_500)
  await cell(here, bruno, 'Technik', 'von Hand zugewiesen').waitFor()
  send()
  await cell(here, bruno, 'Empfang', 'von Hand zugewiesen').waitFor()
  await cell(here, bruno, 'Technik', 'von Hand zugewiesen').waitFor()
  await here.waitForResponse(nothingNew)
  await cell(there, bruno, 'Technik', 'von Hand zugewiesen').waitFor()
  // Taken back there: this screen shows it, though it is what the server had in the beginning.
  for (const group of ['Technik', 'Empfang']) {
    await cell(there, bruno, group, 'von Hand zugewiesen').click()
    await cell(here, bruno, group, 'nicht zugewiesen').waitFor()
  }
})

test('a cell tells on hover and on focus where it comes from, who changed it and when', async () => {
  const page = await open()
  const put = answered(page, 'PUT')
  await cell(page, anna, 'Leitung', 'nicht zugewiesen').click()
  await put
  await page.mouse.move(0, 0)
  await cell(page, anna, 'Leitung', 'von Hand zugewiesen').hover()
  await page
    .getByRole('tooltip')
    .getByText(/^Von Hand zugewiesen von Clara Döring, \d\d\.\d\d\.\d{4} \d\d:\d\d/)
    .waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tooltip').getByText('Nicht zugewiesen').waitFor()
})

test('a whole column is assigned and emptied after a question that names the number', async () => {
  const page = await open()
  await page.getByRole('columnheader', { name: 'Verwaltung' }).getByRole('button').click()
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
