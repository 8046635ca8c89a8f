// Every screen with an address, and every dialog that has one, with names as long as they may be: it fits each window, axe
// finds nothing on a phone in the dark and at a desk in the light, and the smallest phone bears large letters, forced
// colours and a thumb. The stories of a screen look again at what only a press shows there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { usualText } from './accessible.ts'
import { findings } from './axe.ts'
import { screens } from './screens.ts'
import { phone, setStage } from './stage.ts'
import { tooSmallForAFinger, underForcedColours, underLargeLetters } from './surroundings.ts'

const { as, db } = await setStage()

/** The narrowest of each layout, and a large desk. */
const widths = [320, 481, 641, 821, 861, 1100, 1920]
/** Eighty letters without a place to break. */
const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenverein'.padEnd(80, 'x')

const user = await db
  .updateTable('users')
  .set({ username: long, persplan_nachname: long, persplan_email: `${long}@example.org` })
  .where('username', '=', cast.georg.username)
  .returning('id')
  .executeTakeFirstOrThrow()
const group = await db
  .updateTable('groups')
  .set({ name: long, planner_name: null })
  .where('name', '=', 'Technik')
  .returning('id')
  .executeTakeFirstOrThrow()
const doc = await db.updateTable('docs').set({ name: long }).returning('id').executeTakeFirstOrThrow()
const happening = await insertHappening(db, {
  name: long,
  date: today(),
  recorders: [user.id],
  entries: [{ name: long, soll: ['2026-11-21T18:00', '2026-11-22T02:00'] }],
})

const all = screens({ doc: doc.id, user: user.id, group: { id: group.id, name: long }, team: happening })
all.people.unshift(`/ui/users?filter=${encodeURIComponent(long)}`)

const smallestPhone = { ...phone, viewport: { width: 320, height: 700 } }

for (const [subject, paths] of Object.entries(all))
  test(`screens of ${subject} fit every window, and can be read and used by everybody`, async () => {
    const page = await as(cast.clara, '/sw.js', { ...smallestPhone, colorScheme: 'dark' })
    const { beDesk, bePhone } = await deviceOf(page)
    const found: string[] = []
    for (const screen of paths) {
      await page.goto(screen)
      await page.locator('main :is(h1, h2):visible, dialog[open]').first().waitFor()
      await page.getByRole('status').filter({ hasText: 'Lade' }).waitFor({ state: 'detached' })
      // Below a dialog lies a screen that is looked at by itself.
      const within = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html'
      const faults = [
        ...(await findings(page, { within })),
        ...(await tooSmallForAFinger(page)),
        ...(await underForcedColours(page)),
        ...(await underLargeLetters(page)),
      ]
      await usualText(page)
      for (const width of widths) faults.push(...(await beDesk(width)))
      faults.push(...(await beDesk(1280, 'large letters')))
      await beDesk(1280)
      await page.emulateMedia({ colorScheme: 'light' })
      faults.push(...(await findings(page, { within })))
      await page.emulateMedia({ colorScheme: 'dark' })
      await bePhone()
      found.push(...faults.map((one) => `${screen}: ${one}`))
    }
    assert.deepEqual(found, [])
  })

/** Makes the device of a page another one while the page stays: to open it anew costs more than all looks at it. */
async function deviceOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const setLetters = (size: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard: 16 * size, fixed: 13 * size } })
  const set = async (width: number, height: number, mobile: boolean) => {
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
    await browser.send('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 })
  }

  async function bePhone() {
    await setLetters(1)
    await set(smallestPhone.viewport.width, smallestPhone.viewport.height, true)
  }

  /** Says what is wider than its window then. */
  async function beDesk(width: number, letters?: 'large letters'): Promise<string[]> {
    await setLetters(letters ? 2 : 1)
    await set(width, 800, false)
    const { needed, ...is } = await page.evaluate(async (width) => {
      // By then the app has drawn what follows from it.
      await new Promise(requestAnimationFrame)
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      return {
        isWide: matchMedia(`(width: ${width}px)`).matches,
        isTouched: matchMedia('(pointer: coarse)').matches,
        isLarge: text > 20,
        needed: document.documentElement.scrollWidth,
      }
    }, width)
    assert.deepEqual(is, { isWide: true, isTouched: false, isLarge: letters !== undefined })
    return needed > width ? [`needs ${needed} of ${[width, letters].join(' px, ')}`] : []
  }
  return { beDesk, bePhone }
}
