// The same widgets where somebody has set their device otherwise: forced colours, 400 % zoom, names from right to
// left, no motion, a finger in place of a mouse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { phone } from '../stage.ts'
import { desk, setKitStage } from './kit-page.ts'

const { onPage } = await setKitStage()

/** Openers, and the opened elements. */
const openers = [
  ['Weitere Aktionen', '[popover]:popover-open'],
  ['Beginn: Kalender', '[popover]:popover-open'],
  ['Ist von: Uhrzeit wählen', '[popover]:popover-open'],
  ['Dialog öffnen', 'dialog[open]'],
  ['Gefährliche Frage', 'dialog[open]'],
] as const

test('in forced colours what is chosen, on, or present differs from what is not, and what floats has an edge', () =>
  onPage({ ...desk, forcedColors: 'active' }, async (page) => {
    const differ = async (is: string, isNot: string) => {
      const looks = await page.evaluate(
        (all) => all.map((selector) => lookOf(document.querySelector(selector))),
        [is, isNot],
      )
      assert.notEqual(looks[0], looks[1], `${is} looks as ${isNot}`)
    }
    await page.evaluate(defineLookOf)
    await differ(
      'nav[aria-label=Prozess] [aria-current=page]',
      'nav[aria-label=Prozess] a:not([aria-current])',
    )
    await differ('[role=toolbar] [aria-pressed=true]', '[role=toolbar] [aria-pressed=false]')
    await differ('[role=progressbar] > :only-child', '[role=progressbar]')
    // Names of classes keep the word that the style has for them.
    const other = '[class*=plain_]:not([aria-pressed=true], [aria-disabled], :disabled)'
    for (const kind of ['primary', 'danger'])
      await differ(`button[class*=${kind}_]:not([aria-disabled], :disabled)`, `button${other}`)

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
      // Even the shortest of movements begins a step beside its place.
      await panel.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))
      outside.push(...(await panel.evaluate(unreachable)).map((control) => `${name}: ${control}`))
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    }
    assert.deepEqual(outside, [])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }))

test('a name that is written from right to left is drawn so where it is typed and where it is found', () =>
  onPage(desk, async (page) => {
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
  onPage(desk, async (page) => {
    const seconds = (it: Locator) =>
      it.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration))
    await page.getByRole('button', { name: 'Meldung', exact: true }).click()
    const message = page.getByRole('status').getByText('Prozess gespeichert').locator('..')
    await message.hover() // else it goes after a while
    await page.getByRole('button', { name: 'Dialog öffnen' }).press('Enter')
    for (const [reducedMotion, most] of [
      ['no-preference', 0.15],
      ['reduce', 0.00001],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      assert.deepEqual([await seconds(message), await seconds(page.locator('dialog[open]'))], [most, most])
    }
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
/** Runs in the page: all by which two things can be told apart there, pseudo-elements included. */
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
