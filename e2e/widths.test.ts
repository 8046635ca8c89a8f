import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { doubleText, tooWide } from './accessible.ts'
import { screens } from './screens.ts'
import { phone, setStage } from './stage.ts'
import { tooSmallForAFinger, underForcedColours, underLargeLetters } from './surroundings.ts'

const company = 'Veranstaltungsgesellschaft Donaudampfschifffahrt & Söhne mbH'
const { as, visit, db } = await setStage({ APP_NAME: company })

const widths = [320, 390, 520, 640, 700, 768, 860, 960, 1024, 1280, 1600, 1920]
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

for (const [subject, paths] of Object.entries(all)) {
  test(`on the smallest phone every screen of ${subject} bears large letters, forced colours and a thumb`, async () => {
    const page = await as(cast.clara, '/ui/docs', { ...phone, viewport: { width: 320, height: 700 } })
    const found: string[] = []
    for (const screen of paths) {
      await page.goto(screen)
      await page.locator('main :is(h1, h2):visible, dialog[open]').first().waitFor()
      await page.getByRole('status').filter({ hasText: 'Lade' }).waitFor({ state: 'detached' })
      const faults = [
        ...(await tooSmallForAFinger(page)),
        ...(await underForcedColours(page)),
        ...(await underLargeLetters(page)),
      ]
      found.push(...faults.map((one) => `${screen}: ${one}`))
    }
    assert.deepEqual(found, [])
  })

  test(`no screen of ${subject} is wider than its window, from a small phone to a large desk, whatever names are long`, async () => {
    const page = await as(cast.clara, '/ui/docs')
    const found: string[] = []
    for (const screen of paths) {
      await page.goto(screen)
      await page.locator('main h1, main h2, dialog[open]').first().waitFor()
      await page.getByRole('status').filter({ hasText: 'Lade' }).waitFor({ state: 'detached' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        if (needed > width) found.push(`${screen} needs ${needed} of ${width} px`)
      }
    }
    assert.deepEqual(found, [])
  })

  test(`at a desk whose browser has letters of twice the size every screen of ${subject} fits, as on a phone`, async () => {
    const page = await as(cast.clara, '/ui/docs', { viewport: { width: 1280, height: 800 } })
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    const found: string[] = []
    for (const screen of paths) {
      await page.goto(screen)
      await page.locator('main :is(h1, h2):visible, dialog[open]').first().waitFor()
      await page.getByRole('status').filter({ hasText: 'Lade' }).waitFor({ state: 'detached' })
      found.push(...(await tooWide(page)).map((one) => `${screen} ${one}`))
    }
    assert.deepEqual(found, [])
  })
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

/** People of the team of which a finger finds the name, between what stands still. */
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

test('hints about times are never wider than a phone, and letters of twice the size leave somebody in sight', async () => {
  for (const width of [320, 390]) {
    const page = await as(cast.clara, `/ui/happenings/${hinted.id}/${hinted.sub}/timesheet`, {
      ...phone,
      viewport: { width, height: 640 },
    })
    const summary = page.locator('summary').filter({ hasText: 'Hinweise' })
    await summary.waitFor()
    for (const double of [false, true]) {
      if (double) await doubleText(page)
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.equal(needed, width)
    }
    await page
      .getByRole('row')
      .filter({ hasText: 'Aigner' })
      .evaluate((row) => {
        row.scrollIntoView({ block: 'center' })
      })
    assert.ok((await peopleInSight(page)) >= 1, `nobody in sight at ${width} px`)
  }
})

test('on a phone on its side both ends and what stands beside them are in sight at once', async () => {
  const page = await as(cast.clara, `/ui/happenings/${hinted.id}/${hinted.sub}/timesheet`, {
    ...phone,
    viewport: { width: 844, height: 390 },
  })
  await page.getByRole('row').filter({ hasText: 'Aigner' }).getByRole('button').tap()
  const sheet = page.getByRole('dialog', { name: 'Aigner' })
  for (const what of [
    sheet.getByLabel('Beginn', { exact: true }),
    sheet.getByLabel('Ende', { exact: true }),
    sheet.getByRole('button', { name: 'Nicht gekommen' }),
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

/** How many lines each word of the first text of this name takes, where it is to be seen. */
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

test('the name of the company breaks between its words and nowhere else, and nothing is pushed aside by it', async () => {
  const screens = [await visit('/ui/login'), await as(cast.clara, '/ui/docs')]
  const found: string[] = []
  for (const page of screens) {
    await page.getByText(company, { exact: true }).waitFor({ state: 'attached' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      if (needed > width) found.push(`${page.url()} needs ${needed} of ${width} px`)
      if ((await linesOfWords(page, company)).some((lines) => lines > 1))
        found.push(`${page.url()} breaks a word at ${width} px`)
    }
  }
  assert.deepEqual(found, [])
})

test('on the smallest phones a date and a time can be read whole in their fields', async () => {
  const page = await as(cast.clara, `/ui/happenings/${happening.id}/${happening.sub}/timesheet`, {
    ...phone,
    viewport: { width: 360, height: 780 },
  })
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
})
