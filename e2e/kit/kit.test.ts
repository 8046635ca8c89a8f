// The components on a page of their own, under the product's strict answer headers: looks, tables, dialogs; and
// special settings of a device: forced colours, 400 % zoom, right-to-left names, no motion, touch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from '../accessible.ts'
import { findings } from '../axe.ts'
import { phone } from '../stage.ts'
import { desk, focused, hasFocus, setKitStage } from './kit-page.ts'

const { onPage, onSamePage } = await setKitStage()

/** Openers, and the opened elements. */
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
      const look = options === desk ? 'colours' : 'whole'
      for (const [name, opened] of openers) {
        await page.getByRole('button', { name, exact: true }).click()
        await page.locator(opened).waitFor()
        assert.deepEqual(await findings(page, { within: opened, look }), [], name)
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
  onSamePage(async (page) => {
    const table = page.getByRole('table', { name: 'Veranstaltungen' })
    const all = table.getByRole('checkbox', { name: 'Alle auswählen' })
    assert.ok(await all.evaluate((box) => (box as { indeterminate?: boolean }).indeterminate))
    await all.check()
    assert.equal(await table.getByRole('checkbox', { checked: true }).count(), 11)
    await page.getByRole('button', { name: 'Status von 10 ändern' }).waitFor()
  }))

test('on a phone a table is a list of rows, ordered in a sheet; its ticks and buttons lie above the link of the row', () =>
  onPage(phone, async (page) => {
    const rows = page.getByRole('list', { name: 'Veranstaltungen' }).getByRole('listitem')
    assert.equal(await rows.count(), 10)
    await page.getByRole('button', { name: 'Filtern und sortieren' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filtern und sortieren' })
    await sheet.getByLabel('Sortieren').selectOption('-name')
    await sheet.getByRole('button', { name: 'Fertig' }).click()
    assert.equal(await focused(page), 'Filtern und sortieren')
    const first = rows.first()
    await first.getByRole('link', { name: 'Winterball' }).waitFor()
    const tick = first.getByRole('checkbox')
    const isTicked = await tick.isChecked()
    await tick.click()
    assert.equal(await tick.isChecked(), !isTicked)
    await first.getByRole('button').first().click()
    assert.equal(new URL(page.url()).hash, '')
    const box = (await first.boundingBox()) ?? assert.fail('not on the screen')
    await page.mouse.click(box.x + box.width / 2, box.y + 4)
    await page.waitForURL(/#\d+$/)
    const low = await page
      .locator('button:visible, main a:visible, input:visible, select:visible')
      .evaluateAll((all) =>
        // A link of a row is as large as the row; 44 px with the field's border.
        all
          .map((it) => (it.matches('ul[aria-label] a') ? it.closest('li') : it.closest('label')) ?? it)
          .filter((it) => it.getBoundingClientRect().height < 42)
          .map((it) => it.outerHTML.slice(0, 200)),
      )
    assert.deepEqual(low, [])
    // In print, the list is a table.
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('table', { name: 'Veranstaltungen' }).waitFor()
  }))

test('a pager leads on, tells where one is, and keeps the focus at the end', () =>
  onSamePage(async (page) => {
    const pager = page.getByRole('navigation', { name: 'Seiten' })
    await pager.getByText('Seite 1 von 6').waitFor()
    await pager.getByRole('button', { name: 'Letzte Seite' }).click()
    await pager.getByText('Seite 6 von 6').waitFor()
    assert.equal(await focused(page), 'Letzte Seite')
  }))

test('in forced colours what is chosen in what floats differs from what is not, and it has an edge', () =>
  onPage({ ...desk, forcedColors: 'active' }, async (page) => {
    const differ = async (is: string, isNot: string) => {
      const looks = await page.evaluate(
        (all) => all.map((selector) => lookOf(document.querySelector(selector))),
        [is, isNot],
      )
      assert.notEqual(looks[0], looks[1], `${is} looks as ${isNot}`)
    }
    await page.evaluate(defineLookOf)
    await differ('[role=progressbar] > :only-child', '[role=progressbar]')
    // The names of CSS module classes contain the name from the style sheet.
    const other = '[class*=plain_]:not([aria-pressed=true], [aria-disabled], :disabled)'
    await differ('button[class*=danger_]:not([aria-disabled], :disabled)', `button${other}`)

    await page.getByRole('button', { name: 'Beginn: Kalender' }).click()
    await differ(
      '[role=gridcell][aria-selected=true] button, td[aria-selected=true] button',
      'td[aria-selected=false] button',
    )
    await edge(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Ist von: Uhrzeit wählen' }).click()
    await differ('[role=gridcell][aria-selected=true]', '[role=gridcell][aria-selected=false]')
    await edge(page)
    await page.keyboard.press('Escape')

    await page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' }).fill('al')
    await page.locator('[role=option][aria-selected=true]').waitFor()
    await differ('[role=option][aria-selected=true]', '[role=option][aria-selected=false]')
    await edge(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Weitere Aktionen' }).press('Enter')
    await differ('[role=menuitem]:focus', '[role=menuitem]:not(:focus, [aria-disabled])')
    await differ('[role=menuitem][aria-disabled]', '[role=menuitem]:not(:focus, [aria-disabled])')
    await edge(page)
  }))

test('at 400 % zoom nothing is wider than the window, and of what opens every control can be reached', () =>
  onPage({ viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' }, async (page) => {
    const outside: string[] = []
    for (const [name, opened] of openers) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      const panel = page.locator(opened).last()
      await panel.waitFor()
      // Waits for animations, because even a very short one starts beside the final position.
      await panel.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))
      outside.push(...(await panel.evaluate(unreachable)).map((control) => `${name}: ${control}`))
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    }
    assert.deepEqual(outside, [])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }))

test('a name that is written from right to left is drawn so where it is typed and where it is found', () =>
  onSamePage(async (page) => {
    const name = 'שם, דוגמה'
    const direction = (it: Locator) => it.evaluate((element) => getComputedStyle(element).direction)
    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    await box.fill(name)
    const hit = page.getByRole('option', { name }).locator('span')
    assert.deepEqual([await direction(hit.first()), await direction(hit.last())], ['rtl', 'ltr'])
    const fields = [
      box,
      page.getByLabel('Name', { exact: true }).first(),
      page.getByLabel('Veranstaltungen suchen'),
    ]
    for (const field of fields) {
      await field.fill('Name')
      assert.equal(await direction(field), 'ltr')
      await field.fill(name)
      assert.equal(await direction(field), 'rtl')
    }
  }))

test('what opens moves for 0.15 s and no longer, and not at all where somebody wants less motion', () =>
  onSamePage(async (page) => {
    const seconds = (it: Locator) =>
      it.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration))
    await page.getByRole('button', { name: 'Meldung', exact: true }).click()
    const message = page.getByRole('status').getByText('Prozess gespeichert').locator('..')
    await message.hover() // otherwise it disappears after a while
    await page.getByRole('button', { name: 'Dialog öffnen' }).press('Enter')
    for (const [reducedMotion, most] of [
      ['no-preference', 0.15],
      ['reduce', 0.00001],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      assert.deepEqual([await seconds(message), await seconds(page.locator('dialog[open]'))], [most, most])
    }
    await page.emulateMedia({ reducedMotion: null })
    await page.keyboard.press('Escape')
  }))

test('with a finger: a menu, a hit, a day and an hour are chosen by one tap each, and no hint stays behind', () =>
  onPage(phone, async (page) => {
    await page.getByRole('button', { name: 'Weitere Aktionen' }).tap()
    await page.getByRole('menuitem', { name: 'Kopieren' }).tap()
    await page.getByText('Gewählt: Kopieren').waitFor()

    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    await box.tap()
    await box.fill('von der Heide, Friederike')
    await page.getByRole('listbox').getByRole('option').first().tap()
    await page.getByText('Gewählt: von der Heide, Friederike').waitFor()

    await page.getByRole('button', { name: 'Beginn: Kalender' }).tap()
    await page.getByRole('button', { name: 'Donnerstag, 26. November 2026' }).tap()
    await page.getByText('Wert: 2026-11-26').waitFor()

    await page.getByRole('button', { name: 'Ist von: Uhrzeit wählen' }).tap()
    await page.getByRole('grid', { name: 'Stunde' }).getByText('17').tap()
    await page.getByRole('grid', { name: 'Minute' }).getByText('45').tap()
    await page.getByText('Wert: 17:45:00').waitFor()
    assert.equal(await page.locator('[popover]:popover-open').count(), 0)
  }))

/** Runs in the page: which controls cannot be brought into the window whole. */
function unreachable(panel: Element): string[] {
  const controls = [...panel.querySelectorAll('button, input, [role=gridcell]')]
  return controls.flatMap((control) => {
    if (!control.checkVisibility()) return []
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, right, bottom } = control.getBoundingClientRect()
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    return isInside ? [] : [`${control.ariaLabel ?? control.textContent} ${left} ${top} ${right} ${bottom}`]
  })
}

/** In forced colours there are no shadows, so a border is needed. */
async function edge(page: Page) {
  const width = await page
    .locator('[popover]:popover-open')
    .evaluate((it) => Number.parseFloat(getComputedStyle(it).borderTopWidth))
  assert.ok(width >= 1)
}

declare function lookOf(element: Element | null): string
/**
 * Runs in the page: defines `lookOf`, which returns all colours and outlines of an element and its
 * pseudo-elements that remain visible in forced colours.
 */
function defineLookOf() {
  const read = (element: Element, pseudo?: string) => {
    const style = getComputedStyle(element, pseudo)
    const { backgroundColor, color, borderTopColor, outlineStyle, outlineColor } = style
    return [backgroundColor, color, borderTopColor, outlineStyle === 'none' ? '' : outlineColor].join()
  }
  Object.assign(globalThis, {
    lookOf: (element: Element | null) => {
      if (!element) throw new Error('is not there')
      return [read(element), read(element, '::after')].join()
    },
  })
}
