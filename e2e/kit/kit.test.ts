// The components, on their own page and under the product's strict answer headers: looks, tables, menus, dialogs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectAccessible } from '../accessible.ts'
import { findings } from '../axe.ts'
import { phone } from '../stage.ts'
import { desk, focused, hasFocus, setKitStage } from './kit-page.ts'

const { onPage, onSamePage } = await setKitStage()

const openers = [
  ['Weitere Aktionen', '[popover]:popover-open:has([role=menu])'],
  ['Beginn: Kalender', '[popover]:popover-open:has([role=grid])'],
  ['Ist von: Uhrzeit wählen', '[popover]:popover-open:has([role=grid])'],
  ['Dialog öffnen', 'dialog[open]'],
  ['Gefährliche Frage', 'dialog[open]'],
  ['Bild vergrößern', 'dialog[open]'],
] as const

for (const [device, options] of [
  ['at a desk', desk],
  ['on a phone', phone],
] as const) {
  // Once in each scheme and once on each device: colours do not depend on widths.
  const colorScheme = options === desk ? 'light' : 'dark'
  test(`${device}, ${colorScheme}: nothing for axe to find, nor in what opens, and nothing wider than the window`, () =>
    onPage({ ...options, colorScheme, reducedMotion: 'reduce' }, async (page) => {
      await expectAccessible(page)
      for (const [name, opened] of openers) {
        await page.getByRole('button', { name, exact: true }).click()
        await page.locator(opened).waitFor()
        assert.deepEqual(await findings(page, { within: opened }), [], name)
        await page.keyboard.press('Escape')
      }
    }))
}

test('what is too wide for its frame is reached by Tab, what fits is not', () =>
  onSamePage(async (page) => {
    const wide = page.getByRole('region', { name: 'Breite Tabelle' })
    await wide.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0)
    assert.equal(await page.getByRole('region', { name: 'Schmale Tabelle' }).count(), 0)
  }))

test('a picture fills the window, and closes where it was opened', () =>
  onSamePage(async (page) => {
    const opener = page.getByRole('button', { name: 'Bild vergrößern' })
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 20)]) {
      await opener.click()
      const box = (await page.getByRole('img', { name: 'Plan der Bühne' }).boundingBox()) ?? assert.fail()
      assert.ok(box.width > 1_000 && box.y >= 0 && box.y + box.height <= 900)
      await close()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      assert.ok(await hasFocus(opener))
    }
  }))

test('a dialog holds the focus, closes on Escape and gives the focus back', () =>
  onSamePage(async (page) => {
    const opener = page.getByRole('button', { name: 'Dialog öffnen' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Veranstaltung ändern' })
    assert.ok(await hasFocus(dialog.getByLabel('Name')))
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press(step < 15 ? 'Tab' : 'Shift+Tab')
      // Between the last and the first stop the browser itself may have the focus, but nothing behind.
      const inside = await dialog.locator(':focus').count()
      assert.equal(inside, await page.locator(':focus').count())
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await focused(page), 'Dialog öffnen')
  }))

test('Escape closes what floats over a dialog first, and only then the dialog; a press beside closes it, one in it does not', () =>
  onSamePage(async (page) => {
    await page.getByRole('button', { name: 'Dialog öffnen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Veranstaltung ändern' })
    await dialog.getByRole('button', { name: 'Datum: Kalender' }).click()
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('grid').waitFor({ state: 'hidden' })
    assert.ok(await dialog.isVisible())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Dialog öffnen' }).click()
    await dialog.getByRole('heading').click()
    assert.ok(await dialog.isVisible())
    await page.mouse.click(5, 300)
    await dialog.waitFor({ state: 'hidden' })
  }))

test('a question answers yes or no, and tells there what failed', () =>
  onSamePage(async (page) => {
    await page.getByRole('button', { name: 'Frage', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Antwort: ja').waitFor()
    await page.getByRole('button', { name: 'Gefährliche Frage' }).click()
    await page.getByRole('alertdialog').waitFor()
    assert.equal(await focused(page), 'Abbrechen')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('alert').getByText('Bitte später noch einmal versuchen').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Antwort: nein').waitFor()
    assert.equal(await focused(page), 'Gefährliche Frage')
  }))

test('all rows of a page are selected at once, and a part of them shows as a part', () =>
  onPage(desk, async (page) => {
    const table = page.getByRole('table', { name: 'Veranstaltungen' })
    const all = table.getByRole('checkbox', { name: 'Alle auswählen' })
    assert.ok(await all.evaluate((box) => (box as { indeterminate?: boolean }).indeterminate))
    await all.check()
    assert.equal(await table.getByRole('checkbox', { checked: true }).count(), 11)
    await page.getByRole('button', { name: 'Status von 10 ändern' }).waitFor()
  }))

test('on a phone a row is a card, and still a row of a table to a screen reader', () =>
  onPage(phone, async (page) => {
    const table = page.getByRole('table', { name: 'Veranstaltungen' })
    assert.equal(
      await table
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })
        .count(),
      10,
    )
    await page.getByLabel('Sortieren').first().selectOption('-name')
    await table.getByRole('row').nth(1).getByRole('link', { name: 'Winterball' }).waitFor()
    const targets = await page
      .locator('button:visible, main a:visible, input:visible, select:visible')
      .evaluateAll((all) => all.map((it) => (it.closest('label') ?? it).getBoundingClientRect().height))
    // 44 px with the field's border
    assert.deepEqual(
      targets.filter((height) => height < 42),
      [],
    )
  }))

test('a pager leads on, tells where one is, and keeps the focus at the end', () =>
  onSamePage(async (page) => {
    const pager = page.getByRole('navigation', { name: 'Seiten' })
    await pager.getByText('Seite 1 von 6').waitFor()
    await pager.getByRole('button', { name: 'Letzte Seite' }).click()
    await pager.getByText('Seite 6 von 6').waitFor()
    assert.equal(await focused(page), 'Letzte Seite')
  }))
