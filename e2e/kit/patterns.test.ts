// Our widgets must have the keys and states of the ARIA Authoring Practices, one table for each pattern. A
// row says what is pressed, where the focus is then, and what the widget says of itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { walk } from './keys.ts'
import { hasFocus, setKitStage } from './kit-page.ts'

const { onSamePage } = await setKitStage()

/** 'open' only if the element that `aria-controls` names is visible and has this role. */
const opened = (opener: Locator, role: string) => () =>
  opener.evaluate((button, role) => {
    if (button.ariaExpanded !== 'true') return 'closed'
    const target = document.getElementById(button.getAttribute('aria-controls') ?? '')
    return target?.getAttribute('role') === role && target.checkVisibility() ? 'open' : 'nowhere'
  }, role)

test('menu button: it opens at either end, letters lead to names, Escape and Tab close it, what is disabled stays reachable', () =>
  onSamePage(async (page) => {
    const button = page.getByRole('button', { name: 'Weitere Aktionen' })
    await button.focus()
    await walk(
      page,
      [
        ['Enter', 'Umbenennen', 'open'],
        ['ArrowDown', 'Kopieren', 'open'],
        ['ArrowUp ArrowUp', 'Löschen', 'open'],
        ['ArrowDown', 'Umbenennen', 'open'],
        ['End', 'Löschen', 'open'],
        ['Home', 'Umbenennen', 'open'],
        ['k', 'Kopieren', 'open'],
        ['pause s t', 'Status ändern', 'open'],
        ['Enter', 'Status ändern', 'open'],
        ['pause x', 'Status ändern', 'open'],
        ['Escape', 'Weitere Aktionen', 'closed'],
        ['Space', 'Umbenennen', 'open'],
        ['Escape', 'Weitere Aktionen', 'closed'],
        ['ArrowDown', 'Umbenennen', 'open'],
        ['Escape', 'Weitere Aktionen', 'closed'],
        ['ArrowUp', 'Löschen', 'open'],
        ['Tab', 'Lesen', 'closed'],
        ['Shift+Tab', 'Weitere Aktionen', 'closed'],
        ['ArrowDown ArrowDown Enter', 'Weitere Aktionen', 'closed'],
      ],
      opened(button, 'menu'),
    )
    await page.getByText('Gewählt: Kopieren').waitFor()
    assert.equal(await button.getAttribute('aria-haspopup'), 'menu')
  }, true))

test('menu of choices: it begins at the one that holds, and says which', () =>
  onSamePage(async (page) => {
    const button = page.getByRole('button', { name: /^Art des Absatzes/ })
    await button.focus()
    const checked = async () =>
      (await page.getByRole('menuitemradio', { checked: true }).allInnerTexts()).join()
    await walk(
      page,
      [
        ['Enter', 'Absatz', 'Absatz'],
        ['ArrowDown', 'Code', 'Absatz'],
        ['Space', 'Art des Absatzes: Code', ''],
        ['Enter', 'Code', 'Code'],
        // Restored for other stories on this page.
        ['ArrowUp Enter', 'Art des Absatzes: Absatz', ''],
      ],
      checked,
    )
  }))

test('combobox: the focus stays in the field, arrows lead through the hits, Escape closes first and clears then', () =>
  onSamePage(async (page) => {
    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    await box.focus()
    const state = () =>
      box.evaluate((input) => {
        const option = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
        const active = option?.ariaSelected === 'true' ? ` · ${option.firstElementChild?.textContent}` : ''
        return `${input.ariaExpanded === 'true' ? 'open' : 'closed'}${active} · ${(input as HTMLInputElement).value}`
      })
    const name = 'Zeiterfasser hinzufügen'
    await walk(
      page,
      [
        ['a l b', name, 'open · Albrecht, Anna · alb'],
        ['ArrowDown', name, 'open · Albrecht, Günther · alb'],
        ['ArrowUp ArrowUp', name, 'open · Albrecht, Çiğdem · alb'],
        ['ArrowDown', name, 'open · Albrecht, Anna · alb'],
        ['ArrowDown Home', name, 'open · Albrecht, Günther · alb'],
        ['Alt+ArrowUp', name, 'closed · alb'],
        ['Alt+ArrowDown', name, 'open · Albrecht, Günther · alb'],
        ['Escape', name, 'closed · alb'],
        ['Escape', name, 'closed · '],
        ['ArrowDown', name, 'open · Albrecht, Anna · '],
        ['Escape ArrowUp', name, 'open · Groß, Bernd · '],
        ['Tab', 'Vorname', 'closed · '],
      ],
      state,
    )
    await page.getByText('Noch niemand gewählt').waitFor()
    await box.focus()
    await walk(
      page,
      [
        ['v o n', name, 'open · von der Heide, Friederike · von'],
        ['ArrowDown Enter', name, 'closed · '],
      ],
      state,
    )
    await page.getByText('Gewählt: von der Heide, Dörte').waitFor()
    await box.fill('xyz')
    await page.getByText('Keine Treffer').last().waitFor()
    await page.keyboard.press('Escape')
  }))

test('dialog: the focus begins in its first field, stays in it, and goes back to what opened it', () =>
  onSamePage(async (page) => {
    await page.getByRole('button', { name: 'Dialog öffnen' }).focus()
    const state = ofOpen(page.getByRole('dialog'), titleOf)
    await walk(
      page,
      [
        ['Enter', 'Name', 'Veranstaltung ändern'],
        ['Shift+Tab', 'Schließen', 'Veranstaltung ändern'],
        ['Tab', 'Name', 'Veranstaltung ändern'],
        ['Escape', 'Dialog öffnen', ''],
      ],
      state,
    )
  }))

test('alert dialog: it says its question with the words below, begins where nothing is lost, and the name of a button does not hold it', () =>
  onSamePage(async (page) => {
    await page.getByRole('button', { name: 'Gefährliche Frage' }).focus()
    const state = ofOpen(page.getByRole('alertdialog'), descriptionOf)
    const words = '24 Personen haben diesen Prozess ausgefüllt. Die alte Tabelle bleibt als Runde erhalten.'
    await walk(
      page,
      [
        ['Enter', 'Abbrechen', words],
        ['Tab', 'Löschen', words],
        ['Shift+Tab Shift+Tab', 'Schließen', words],
      ],
      state,
    )
    await page.locator('[role=tooltip]:popover-open').getByText('Schließen').waitFor()
    await walk(page, [['Escape', 'Gefährliche Frage', '']], state)
  }))

test('date picker dialog: days, weeks, months and years by keys; Tab goes round in it; it leads back to its button', () =>
  onSamePage(async (page) => {
    const button = page.getByRole('button', { name: 'Beginn: Kalender' })
    const field = page.getByRole('textbox', { name: 'Beginn' })
    await button.focus()
    const state = async () =>
      (await opened(button, 'dialog')()) === 'open'
        ? ((await page
            .getByRole('grid')
            .getAttribute('aria-labelledby')
            .then((id) => page.locator(`[id="${id}"]`).textContent())) ?? '')
        : `closed · ${await field.inputValue()}`
    await walk(
      page,
      [
        ['Enter', 'Samstag, 21. November 2026', 'November 2026'],
        ['ArrowRight', 'Sonntag, 22. November 2026', 'November 2026'],
        ['ArrowLeft ArrowLeft', 'Freitag, 20. November 2026', 'November 2026'],
        ['ArrowDown', 'Freitag, 27. November 2026', 'November 2026'],
        ['ArrowUp', 'Freitag, 20. November 2026', 'November 2026'],
        ['Home', 'Montag, 16. November 2026', 'November 2026'],
        ['End', 'Sonntag, 22. November 2026', 'November 2026'],
        ['PageUp', 'Donnerstag, 22. Oktober 2026', 'Oktober 2026'],
        ['PageDown', 'Sonntag, 22. November 2026', 'November 2026'],
        ['Shift+PageUp', 'Samstag, 22. November 2025', 'November 2025'],
        ['Shift+PageDown', 'Sonntag, 22. November 2026', 'November 2026'],
        ['Tab', 'Heute', 'November 2026'],
        ['Tab', 'Voriger Monat', 'November 2026'],
        ['Enter', 'Voriger Monat', 'Oktober 2026'],
        ['Tab Enter', 'Nächster Monat', 'November 2026'],
        ['Tab', 'Sonntag, 22. November 2026', 'November 2026'],
        ['Shift+Tab Shift+Tab Shift+Tab', 'Heute', 'November 2026'],
        ['Escape', 'Beginn: Kalender', 'closed · 21.11.2026'],
        ['Space ArrowRight Space', 'Beginn: Kalender', 'closed · 22.11.2026'],
        ['Enter ArrowRight Enter', 'Beginn: Kalender', 'closed · 23.11.2026'],
        ['Enter', 'Montag, 23. November 2026', 'November 2026'],
      ],
      state,
    )
    const chosen = page.getByRole('gridcell', { selected: true })
    assert.deepEqual(await chosen.allInnerTexts(), ['23'])
  }))

test('grid of hours and minutes: arrows by rows and columns, digits lead to a number, a choice leads on, and an off-grid minute stays', () =>
  onSamePage(async (page) => {
    const button = page.getByRole('button', { name: 'Ist von: Uhrzeit wählen' })
    const field = page.getByRole('textbox', { name: 'Ist von', exact: true })
    await button.focus()
    const state = async () => {
      if ((await opened(button, 'dialog')()) !== 'open') return `closed · ${await field.inputValue()}`
      return page.evaluate(() => document.activeElement?.closest('[role=grid]')?.ariaLabel ?? 'nowhere')
    }
    await walk(
      page,
      [
        ['Enter', '08', 'Stunde'],
        ['ArrowRight', '09', 'Stunde'],
        ['ArrowDown', '15', 'Stunde'],
        ['ArrowUp ArrowLeft', '08', 'Stunde'],
        ['Home', '06', 'Stunde'],
        ['ArrowLeft', '06', 'Stunde'],
        ['End', '11', 'Stunde'],
        ['Control+End', '23', 'Stunde'],
        ['ArrowDown', '23', 'Stunde'],
        ['Control+Home', '00', 'Stunde'],
        ['2 1', '21', 'Stunde'],
        ['Tab', '15', 'Minute'],
        ['End', '45', 'Minute'],
        ['Tab', '21', 'Stunde'],
        ['Shift+Tab', '45', 'Minute'],
        ['Escape', 'Ist von: Uhrzeit wählen', 'closed · 08:15'],
        ['Space ArrowRight Space', '15', 'Minute'],
        ['ArrowRight Enter', 'Ist von: Uhrzeit wählen', 'closed · 09:30'],
        ['Enter', '09', 'Stunde'],
      ],
      state,
    )
    assert.deepEqual(await page.getByRole('gridcell', { selected: true }).allInnerTexts(), ['09', '30'])
    await page.keyboard.press('Escape')
    const offGrid = page.getByRole('textbox', { name: 'Nicht im Raster' })
    await offGrid.focus()
    await walk(
      page,
      [
        ['Alt+ArrowDown ArrowDown Enter', '07', '14:07'],
        ['ArrowRight Enter', 'Nicht im Raster', '14:15'],
      ],
      () => offGrid.inputValue(),
    )
  }, true))

test('tooltip: it comes with the focus and with the pointer, can be hovered, and goes with Escape', () =>
  onSamePage(async (page) => {
    const button = page.getByRole('button', { name: 'Umbenennen', exact: true }).first()
    const hint = page.locator('[role=tooltip]:popover-open')
    await button.focus()
    const state = async () => ((await hint.isVisible()) ? 'shown' : 'hidden')
    await walk(
      page,
      [
        ['Tab', 'Kopieren', 'hidden'],
        ['pause', 'Kopieren', 'shown'],
        ['Escape', 'Kopieren', 'hidden'],
        ['Shift+Tab Tab pause', 'Kopieren', 'shown'],
        ['Shift+Tab', 'Umbenennen', 'hidden'],
      ],
      state,
    )
    // Moves the focus away: a focused button would show its own hint.
    await page.getByRole('heading', { name: 'Bausteine' }).click()
    await button.hover()
    await page.clock.runFor(1_000)
    await hint.hover()
    await page.clock.runFor(10_000)
    assert.equal(await state(), 'shown')
    await page.mouse.move(0, 0)
    await page.clock.runFor(1_000)
    assert.equal(await state(), 'hidden')
  }, true))

test('toolbar: one stop of Tab that remembers its place, arrows go round, what is on says so', () =>
  onSamePage(async (page) => {
    const bold = page.getByRole('toolbar', { name: 'Werkzeuge' }).getByRole('button', { name: 'Fett' })
    await bold.focus()
    const state = async () => `${await bold.getAttribute('aria-pressed')}`
    const kind = 'Art des Absatzes: Absatz'
    await walk(
      page,
      [
        ['ArrowRight', 'Kursiv', 'true'],
        ['ArrowRight ArrowRight', 'Link', 'true'],
        ['ArrowRight', 'Fett', 'true'],
        ['ArrowLeft', 'Link', 'true'],
        ['Enter', 'Link', 'true'],
        ['Home', 'Fett', 'true'],
        ['Space', 'Fett', 'false'],
        ['Enter', 'Fett', 'true'],
        ['End', 'Link', 'true'],
        ['Tab', 'Text', 'true'],
        ['Shift+Tab', 'Link', 'true'],
        ['ArrowLeft', kind, 'true'],
        ['ArrowDown', 'Absatz', 'true'],
        ['ArrowRight', 'Absatz', 'true'],
        ['Escape', kind, 'true'],
        ['Escape', 'Text', 'true'],
      ],
      state,
    )
    assert.equal(
      await page.getByRole('toolbar').getAttribute('aria-controls'),
      await page.getByRole('textbox', { name: 'Text', exact: true }).getAttribute('id'),
    )
  }))

test('disclosure: the button keeps the focus and says whether what it controls is there', () =>
  onSamePage(async (page) => {
    const button = page.getByRole('button', { name: /^(Show|Hide) Error$/ })
    await button.focus()
    const state = () =>
      button.evaluate((it) => {
        const target = document.getElementById(it.getAttribute('aria-controls') ?? '')
        return `${it.ariaExpanded} · ${target?.checkVisibility()}`
      })
    await walk(
      page,
      [
        ['Enter', 'Hide Error', 'true · true'],
        ['Space', 'Show Error', 'false · false'],
      ],
      state,
    )
    assert.ok(await hasFocus(button))
  }))

test('table sorted by its heads: a press orders upwards, the next downwards, and the head says so', () =>
  onSamePage(async (page) => {
    const heads = page.getByRole('table', { name: 'Veranstaltungen' }).getByRole('columnheader')
    const head = heads.filter({ hasText: 'Datum' })
    await head.getByRole('button').focus()
    await walk(
      page,
      [
        ['Enter', 'Datum', 'ascending'],
        ['Space', 'Datum', 'descending'],
        ['Enter', 'Datum', 'ascending'],
        ['Shift+Tab', 'Art', 'ascending'],
      ],
      async () => `${await head.getAttribute('aria-sort')}`,
    )
    assert.equal(await heads.filter({ hasText: 'Name' }).getAttribute('aria-sort'), 'none')
  }))

test('who is pressed is chosen, also where the hits move before the release, or go', () =>
  onSamePage(async (page) => {
    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    const hits = page.getByRole('listbox', { name: 'Zeiterfasser hinzufügen' }).getByRole('option')
    for (const [at, typed] of [
      [1, (name: string) => name],
      [2, () => 'xyz'],
    ] as const) {
      await box.fill(' ')
      await page.clock.runFor(1_000)
      const first = (await hits.first().locator('span').first().textContent()) ?? ''
      const other = hits.nth(at)
      const name = (await other.locator('span').first().textContent()) ?? ''
      const { x, y } = (await other.boundingBox()) ?? { x: 0, y: 0 }
      await box.fill(typed(name))
      await page.mouse.move(x + 5, y + 5)
      await page.mouse.down()
      // Only now are the hits searched for what was typed, and the list changes.
      await page.clock.runFor(1_000)
      await hits.getByText(first).waitFor({ state: 'detached' })
      await page.mouse.up()
      await page.getByText(`Gewählt: ${name}`).waitFor()
    }
  }, true))

test('a message disappears, but not under the pointer', () =>
  onSamePage(async (page) => {
    await page.getByRole('button', { name: 'Meldung', exact: true }).click()
    const toast = page.getByRole('status').getByText('Prozess gespeichert')
    await toast.hover()
    await page.clock.runFor(60_000)
    assert.ok(await toast.isVisible())
    await page.mouse.move(0, 0)
    await page.clock.runFor(5000)
    assert.equal(await toast.count(), 0)
  }, true))

test('a refused form says why and leads to the wrong field', () =>
  onSamePage(async (page) => {
    const form = page.getByRole('form', { name: 'Benutzer anlegen' })
    await form.getByRole('button', { name: 'Benutzer anlegen' }).click()
    await form.getByRole('alert').getByText('konnte nicht angelegt werden').waitFor()
    const field = form.getByLabel('Nachname')
    assert.ok(await hasFocus(field))
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
  }))

/** `saying` of the open dialog; empty while none is open. */
const ofOpen = (dialog: Locator, saying: (element: Element) => string) => async () =>
  (await dialog.count()) === 0 ? '' : dialog.evaluate(saying)

/** These two run in the page. */
function titleOf(element: Element): string {
  return document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
}
function descriptionOf(element: Element): string {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
}
