// The fields among the components: what is typed, chosen, cleared and refused in them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focused, hasFocus, setKitStage } from './kit-page.ts'

const { onSamePage } = await setKitStage()

test('a hit is searched and chosen by keyboard', () =>
  onSamePage(async (page) => {
    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    // At once: hits of the first letters would come and go under the arrow.
    await box.fill('groß')
    await page.getByRole('listbox', { name: 'Zeiterfasser hinzufügen' }).getByRole('option').first().waitFor()
    assert.equal(await box.getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('ArrowDown')
    const active = page.locator(`[id="${await box.getAttribute('aria-activedescendant')}"]`)
    const name = await active.locator('span').first().textContent()
    assert.equal(await active.getAttribute('aria-selected'), 'true')
    await page.keyboard.press('Enter')
    await page.getByText(`Gewählt: ${name}`).waitFor()
    assert.deepEqual([await box.inputValue(), await box.getAttribute('aria-expanded')], ['', 'false'])
    await box.pressSequentially('xyz')
    await page.getByText('Keine Treffer').last().waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await box.getAttribute('aria-expanded'), 'false')
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

test('a time is typed, moved by arrows through midnight, and refused with a sentence', () =>
  onSamePage(async (page) => {
    const field = page.getByRole('textbox', { name: 'Ist von', exact: true })
    const type = async (text: string) => {
      await field.fill(text)
      await page.keyboard.press('Enter')
      return field.inputValue()
    }
    assert.equal(await type('815'), '08:15')
    await page.getByText('Wert: 08:15:00').waitFor()
    await page.keyboard.press('ArrowUp')
    assert.equal(await field.inputValue(), '08:30')
    assert.equal(await type('23.45'), '23:45')
    await page.keyboard.press('ArrowUp')
    assert.equal(await field.inputValue(), '00:00')
    await page.keyboard.press('ArrowDown')
    assert.equal(await field.inputValue(), '23:45')
    assert.equal(await type('acht'), 'acht')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await page.getByText('Bitte eine Uhrzeit angeben').waitFor()
    assert.equal(await type(''), '')
    await page.getByText('Wert: leer').waitFor()
    // Restored for other stories on this page.
    await type('8')
  }))

test('a time is chosen from hours and quarters by keyboard; an off-grid minute stays', () =>
  onSamePage(async (page) => {
    const field = page.getByRole('textbox', { name: 'Nicht im Raster' })
    await field.focus()
    await page.keyboard.press('Alt+ArrowDown')
    assert.equal(
      await page.getByRole('gridcell', { name: '07', exact: true }).last().getAttribute('aria-selected'),
      'true',
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '14:07')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '14:15')
    assert.ok(await hasFocus(field))
  }))

test('a date is typed or chosen from the calendar by keyboard, and cleared', () =>
  onSamePage(async (page) => {
    const field = page.getByRole('textbox', { name: 'Beginn' })
    await field.fill('3.4.27')
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '03.04.2027')
    await page.keyboard.press('Alt+ArrowDown')
    assert.equal(await focused(page), 'Samstag, 3. April 2027')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '04.05.2027')
    assert.ok(await hasFocus(field))
    await field.fill('31.2.2027')
    await page.keyboard.press('Tab')
    await page.getByText('Bitte ein gültiges Datum angeben').waitFor()
    await page.getByRole('button', { name: 'Beginn leeren' }).click()
    await page.getByText('Wert: leer').waitFor()
    await field.fill('3.4.27')
    await page.keyboard.press('Enter')
  }))

test('a filter waits for the last letter, and asks at once on Enter and on clearing', () =>
  onSamePage(async (page) => {
    const box = page.getByLabel('Veranstaltungen suchen')
    const asked = () => page.getByTestId('asked').textContent()
    await box.pressSequentially('messe')
    assert.equal(await asked(), '0')
    await page.clock.runFor(249)
    assert.equal(await asked(), '0')
    await page.clock.runFor(1)
    assert.equal(await asked(), '1')
    await box.pressSequentially(' halle')
    await page.keyboard.press('Enter')
    assert.deepEqual([await asked(), await box.inputValue()], ['2', 'messe halle'])
    await page.getByRole('button', { name: 'Suche leeren' }).click()
    assert.deepEqual([await asked(), await box.inputValue()], ['3', ''])
    await page.clock.runFor(1000)
    assert.equal(await asked(), '3')
  }, true))

test('a message disappears after five seconds, but not under the pointer', () =>
  onSamePage(async (page) => {
    await page.getByRole('button', { name: 'Meldung', exact: true }).click()
    const toast = page.getByRole('status').getByText('Prozess gespeichert')
    await page.clock.runFor(4900)
    assert.ok(await toast.isVisible())
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

test('a password can be shown and hidden', () =>
  onSamePage(async (page) => {
    const field = page.getByLabel('Passwort', { exact: true })
    await page.getByRole('button', { name: 'Passwort anzeigen' }).first().click()
    assert.equal(await field.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Passwort verbergen' }).click()
    assert.equal(await field.getAttribute('type'), 'password')
  }))
