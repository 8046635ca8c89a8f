// Every screen and dialog with an address, with the longest possible names: it fits each window, axe finds
// nothing on a dark phone and a light desktop, and on the smallest phone it works with large letters, forced
// colours and a thumb. What only a press shows is checked in the tests of the screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { doubleText, tooWide, usualText } from './accessible.ts'
import { findings } from './axe.ts'
import { logIn } from './log-in.ts'
import { screens } from './screens.ts'
import { phone, setStage } from './stage.ts'
import { tooSmallForAFinger, underForcedColours, underLargeLetters } from './surroundings.ts'

const company = 'Veranstaltungsgesellschaft Donaudampfschifffahrt & Söhne mbH'
const { as, visit, db } = await setStage({ APP_NAME: company })

/** The smallest width of each layout above the smallest phone. */
const widths = [481, 641, 821, 861, 1025, 1100]
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
      // The screen below a dialog is checked by itself.
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      const within = isDialog ? 'dialog[open]' : 'html'
      const faults = [
        ...(await findings(page, { within })),
        ...(await tooSmallForAFinger(page)),
        ...(await underForcedColours(page)),
        ...(await underLargeLetters(page)),
      ]
      await usualText(page)
      if (!isDialog) for (const width of widths) faults.push(...(await beDesk(width)))
      faults.push(...(await beDesk(1280, 'large letters')), ...(await beDesk(1280)))
      await page.emulateMedia({ colorScheme: 'light' })
      // On a desktop only lists differ, as tables; of everything else only the colours are checked again.
      const isTable = !isDialog && (await page.getByRole('table').count()) > 0
      faults.push(...(await findings(page, { within, look: isTable ? 'whole' : 'colours' })))
      await page.emulateMedia({ colorScheme: 'dark' })
      await bePhone()
      found.push(...faults.map((one) => `${screen}: ${one}`))
    }
    assert.deepEqual(found, [])
  })

/** Changes the emulated device of an open page, since loading the page anew takes longer than all checks of it. */
async function deviceOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const current = { letters: 1, isMobile: true }
  const setLetters = async (letters: number) => {
    if (letters === current.letters) return
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 * letters, fixed: 13 * letters } })
    current.letters = letters
  }
  const set = async (width: number, height: number, mobile: boolean) => {
    if (mobile !== current.isMobile)
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
    await browser.send('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 })
    current.isMobile = mobile
  }

  async function bePhone() {
    await setLetters(1)
    await set(smallestPhone.viewport.width, smallestPhone.viewport.height, true)
  }

  /** Switches to a desktop, and returns what is wider than the window. */
  async function beDesk(width: number, letters?: 'large letters'): Promise<string[]> {
    await setLetters(letters ? 2 : 1)
    await set(width, 800, false)
    const { needed, ...is } = await page.evaluate(async (width) => {
      // By the next frame the app has rendered the new size.
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

const now = Temporal.Now.plainDateTimeISO('Europe/Berlin')
const at = (hours: number) => now.add({ hours }).toString({ smallestUnit: 'minute' })
/** A team that the server has hints about: a long day, far from the plan. */
const hinted = await insertHappening(db, {
  date: today(),
  part: 'Bühne',
  entries: ['Aigner', 'Berg', 'Castell', 'Döring'].map((name) => ({ name, soll: [at(-30), at(-24)] })),
})
await db
  .updateTable('time_entries')
  .set({ ist_von: at(-34), ist_bis: at(-20), ist_minutes: 840 })
  .where('subhappening_id', '=', hinted.sub)
  .execute()

/** Rows whose name a tap would hit, because no sticky element covers it. */
const peopleInSight = (page: Page) =>
  page.getByRole('row').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const name = row.querySelector('b')
        const { left, top, height, bottom } = (name ?? row).getBoundingClientRect()
        return (
          name && bottom <= innerHeight && row.contains(document.elementFromPoint(left + 8, top + height / 2))
        )
      }).length,
  )

test('hints about times are never wider than a phone, with letters of twice the size somebody stays in sight, a date and a time can be read whole in their fields, and on its side both ends are in sight at once', async () => {
  const page = await as(cast.clara, `/ui/happenings/${hinted.id}/${hinted.sub}/timesheet`, {
    ...phone,
    viewport: { width: 320, height: 640 },
  })
  const summary = page.locator('summary').filter({ hasText: 'Hinweise' })
  await summary.waitFor()
  for (const double of [false, true]) {
    if (double) await doubleText(page)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 })
      assert.deepEqual(await tooWide(page), [])
      if (!double) continue
      await page
        .getByRole('row')
        .filter({ hasText: 'Aigner' })
        .evaluate((row) => {
          row.scrollIntoView({ block: 'center' })
        })
      assert.ok((await peopleInSight(page)) >= 1, `nobody in sight at ${width} px`)
    }
  }

  await page.goto(`/ui/happenings/${happening.id}/${happening.sub}/timesheet`)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByRole('row').getByRole('button').tap()
  const sheet = page.getByRole('dialog', { name: long })
  for (const end of ['Beginn', 'Ende'])
    await sheet.getByRole('button', { name: `anderer Tag (${end})` }).tap()
  for (const width of [320, 344, 360, 375, 390, 412]) {
    await page.setViewportSize({ width, height: 780 })
    for (const end of ['Beginn', 'Ende'])
      for (const field of [end, `${end}, Datum`]) {
        const [content, room] = await sheet
          .getByLabel(field, { exact: true })
          .evaluate((input) => [input.scrollWidth, input.clientWidth])
        assert.equal(content, room, `${field} at ${width} px`)
      }
  }

  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`/ui/happenings/${hinted.id}/${hinted.sub}/timesheet`)
  await page.getByRole('row').filter({ hasText: 'Aigner' }).getByRole('button').tap()
  const beside = page.getByRole('dialog', { name: 'Aigner' })
  for (const what of [
    beside.getByLabel('Beginn', { exact: true }),
    beside.getByLabel('Ende', { exact: true }),
    beside.getByRole('button', { name: 'Nicht gekommen' }),
  ])
    assert.ok(
      await what.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect()
        return [top + 2, top + height - 2].every((y) =>
          element.contains(document.elementFromPoint(left + 8, y)),
        )
      }),
      String(what),
    )
})

/** Lines per word of the first visible text with this name. */
const linesOfWords = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).evaluateAll((elements) => {
    const text = elements.find((element) => element.checkVisibility())?.firstChild
    if (!text?.textContent) return []
    return [...text.textContent.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
  })

test('the name of the company breaks between its words and nowhere else', async () => {
  const page = await visit('/ui/login')
  const found: string[] = []
  for (const path of ['/ui/login', '/ui/docs']) {
    await page.getByText(company, { exact: true }).waitFor({ state: 'attached' })
    for (const width of [320, ...widths]) {
      await page.setViewportSize({ width, height: 800 })
      // The list changes from table to rows in the second frame.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      found.push(...(await tooWide(page)).map((one) => `${path} ${one}`))
      if ((await linesOfWords(page, company)).some((lines) => lines > 1))
        found.push(`${path} breaks a word at ${width} px`)
    }
    await logIn(page.request, cast.clara)
    await page.goto('/ui/docs')
  }
  assert.deepEqual(found, [])
})
