/** The components, on their own page and under the product's strict answer headers: looks, axe, keyboard. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { findings } from './axe.ts'
import { launch } from './browser.ts'
import { serveFolder } from './static-server.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'artifacts/kit')
let browser: Browser
let kit: Awaited<ReturnType<typeof serveFolder>>

before(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'bin/build.ts'), '--kit'])
  await mkdir(pictures, { recursive: true })
  kit = await serveFolder(join(root, 'dist/kit'))
  browser = await launch()
})
after(async () => {
  await browser?.close()
  kit?.stop()
})

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Runs a story on a fresh page; whatever the console complains about fails it. */
async function onPage(options: BrowserContextOptions, story: (page: Page) => Promise<void>, clock = false) {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin', ...options })
  const complaints: string[] = []
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    if (clock) await page.clock.install({ time: '2026-11-21T10:00:00' })
    await page.goto(`${kit.url}kit/index.html`)
    await page.getByRole('heading', { name: 'Bausteine' }).waitFor()
    if (clock) await page.clock.pauseAt('2026-11-21T11:00:00')
    await story(page)
    assert.deepEqual(complaints, [])
  } finally {
    await context.close()
  }
}
/** The name of what has the focus. */
const focused = async (page: Page) => {
  const it = page.locator(':focus')
  return (await it.getAttribute('aria-label')) ?? it.textContent()
}
const hasFocus = async (it: Locator) => (await it.and(it.page().locator(':focus')).count()) === 1

const openers = [
  ['Weitere Aktionen', '[popover]:popover-open:has([role=menu])'],
  ['Beginn: Kalender', '[popover]:popover-open:has([role=grid])'],
  ['Ist von: Uhrzeit wählen', '[popover]:popover-open:has([role=listbox])'],
  ['Dialog öffnen', 'dialog[open]'],
  ['Gefährliche Frage', 'dialog[open]'],
  ['Bild vergrößern', 'dialog[open]'],
] as const

for (const [width, device] of [
  ['1280', desk],
  ['390', phone],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`at ${width} px, ${colorScheme}: nothing for axe to find, nothing wider than the window`, () =>
      onPage({ ...device, colorScheme, reducedMotion: 'reduce' }, async (page) => {
        // Section by section: a phone's whole page is too tall for one picture.
        for (const [at, section] of (await page.locator('main section:has(> h2)').all()).entries())
          await section.screenshot({ path: join(pictures, `${width}-${colorScheme}-${at + 1}.png`) })
        assert.ok(await page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth))
        assert.deepEqual(await findings(page), [])
        // What opens is looked at once in each scheme and once on each device: colours do not depend on widths.
        if ((width === '1280') !== (colorScheme === 'light')) return
        for (const [name, opened] of openers) {
          await page.getByRole('button', { name, exact: true }).click()
          await page.locator(opened).waitFor()
          await page.screenshot({
            path: join(pictures, `${width}-${colorScheme}-${name.replace(/\W+/g, '-')}.png`),
          })
          assert.deepEqual(await findings(page, opened), [], name)
          await page.keyboard.press('Escape')
        }
      }))

test('what is too wide for its frame is reached by Tab, what fits is not', () =>
  onPage(desk, async (page) => {
    const wide = page.getByRole('region', { name: 'Breite Tabelle' })
    await wide.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0)
    assert.equal(await page.getByRole('region', { name: 'Schmale Tabelle' }).count(), 0)
  }))

test('tools are one stop of Tab, led by arrows, left by Escape; a picture closes where it was opened', () =>
  onPage(desk, async (page) => {
    const tools = page.getByRole('toolbar', { name: 'Werkzeuge' })
    await tools.getByRole('button', { name: 'Fett' }).focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await focused(page), 'Kursiv')
    await page.keyboard.press('End')
    assert.equal(await focused(page), 'Link')
    await page.keyboard.press('Escape')
    assert.ok(await hasFocus(page.getByRole('textbox', { name: 'Text', exact: true })))
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
  onPage(desk, async (page) => {
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

test('Escape closes what floats over a dialog first, and only then the dialog', () =>
  onPage(desk, async (page) => {
    await page.getByRole('button', { name: 'Dialog öffnen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Veranstaltung ändern' })
    await dialog.getByRole('button', { name: 'Datum: Kalender' }).click()
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('grid').waitFor({ state: 'hidden' })
    assert.ok(await dialog.isVisible())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }))

test('a press beside a dialog closes it, a press in it does not', () =>
  onPage(desk, async (page) => {
    await page.getByRole('button', { name: 'Dialog öffnen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Veranstaltung ändern' })
    await dialog.getByRole('heading').click()
    assert.ok(await dialog.isVisible())
    await page.mouse.click(5, 300)
    await dialog.waitFor({ state: 'hidden' })
  }))

test('a question answers yes or no, and tells there what failed', () =>
  onPage(desk, async (page) => {
    await page.getByRole('button', { name: 'Frage', exact: true }).click()
    await page.keyboard.press('Enter')
    await page.getByText('Antwort: ja').waitFor()
    await page.getByRole('button', { name: 'Gefährliche Frage' }).click()
    assert.equal(await focused(page), 'Abbrechen')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('alert').getByText('Bitte später noch einmal versuchen').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Antwort: nein').waitFor()
    assert.equal(await focused(page), 'Gefährliche Frage')
  }))

test('a hit is searched and chosen by keyboard', () =>
  onPage(desk, async (page) => {
    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    await box.pressSequentially('groß')
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

test('who is pressed is chosen, also where the hits move before the release', () =>
  onPage(desk, async (page) => {
    const box = page.getByRole('combobox', { name: 'Zeiterfasser hinzufügen' })
    const hits = page.getByRole('listbox', { name: 'Zeiterfasser hinzufügen' }).getByRole('option')
    await box.fill(' ')
    const first = (await hits.first().locator('span').first().textContent()) ?? ''
    const other = hits.nth(1)
    const name = (await other.locator('span').first().textContent()) ?? ''
    const { x, y } = (await other.boundingBox()) ?? { x: 0, y: 0 }
    await box.fill(name)
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    await hits.getByText(first).waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.getByText(`Gewählt: ${name}`).waitFor()
  }))

test('a time is typed, moved by arrows through midnight, and refused with a sentence', () =>
  onPage(desk, async (page) => {
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
  }))

test('a time is chosen from hours and quarters by keyboard; an off-grid minute stays', () =>
  onPage(desk, async (page) => {
    const field = page.getByRole('textbox', { name: 'Nicht im Raster' })
    await field.focus()
    await page.keyboard.press('Alt+ArrowDown')
    assert.equal(
      await page.getByRole('option', { name: '07', exact: true }).last().getAttribute('aria-selected'),
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
  onPage(desk, async (page) => {
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
    await page.getByText('Bitte ein Datum angeben').waitFor()
    await page.getByRole('button', { name: 'Beginn leeren' }).click()
    await page.getByText('Wert: leer').waitFor()
  }))

test('a filter waits for the last letter, and asks at once on Enter and on clearing', () =>
  onPage(
    desk,
    async (page) => {
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
    },
    true,
  ))

test('a message disappears after five seconds, but not under the pointer', () =>
  onPage(
    desk,
    async (page) => {
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
    },
    true,
  ))

test('a menu is led by arrows and first letters, and gives the focus back', () =>
  onPage(desk, async (page) => {
    const button = page.getByRole('button', { name: 'Weitere Aktionen' })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('l')
    assert.equal(await focused(page), 'Löschen')
    await page.keyboard.press('ArrowDown')
    assert.equal(await focused(page), 'Umbenennen')
    await page.keyboard.press('Enter')
    await page.getByText('Gewählt: Umbenennen').waitFor()
    assert.equal(await focused(page), 'Weitere Aktionen')
  }))

test('a refused form says why and leads to the wrong field', () =>
  onPage(desk, async (page) => {
    const form = page.getByRole('form', { name: 'Benutzer anlegen' })
    await form.getByRole('button', { name: 'Benutzer anlegen' }).click()
    await form.getByRole('alert').getByText('konnte nicht angelegt werden').waitFor()
    const field = form.getByLabel('Nachname')
    assert.ok(await hasFocus(field))
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
  }))

test('a password can be shown and hidden', () =>
  onPage(desk, async (page) => {
    const field = page.getByLabel('Passwort', { exact: true })
    await page.getByRole('button', { name: 'Passwort anzeigen' }).first().click()
    assert.equal(await field.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Passwort verbergen' }).click()
    assert.equal(await field.getAttribute('type'), 'password')
  }))

test('a table sorts by its heads and says how', () =>
  onPage(desk, async (page) => {
    const table = page.getByRole('table', { name: 'Veranstaltungen' })
    const head = table.getByRole('columnheader', { name: 'Datum' })
    await head.getByRole('button').click()
    assert.equal(await head.getAttribute('aria-sort'), 'ascending')
    await head.getByRole('button').click()
    assert.equal(await head.getAttribute('aria-sort'), 'descending')
    assert.equal(await table.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'none')
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
  onPage(desk, async (page) => {
    const pager = page.getByRole('navigation', { name: 'Seiten' })
    await pager.getByText('Seite 1 von 6').waitFor()
    await pager.getByRole('button', { name: 'Letzte Seite' }).click()
    await pager.getByText('Seite 6 von 6').waitFor()
    assert.equal(await focused(page), 'Letzte Seite')
  }))
