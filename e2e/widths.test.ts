// Layout by width, in addition to screens.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { doubleText, tooWide } from './accessible.ts'
import { logIn } from './log-in.ts'
import { phone, setStage } from './stage.ts'

const company = 'Veranstaltungsgesellschaft Donaudampfschifffahrt & Söhne mbH'
const { as, visit, db } = await setStage({ APP_NAME: company })

/** The narrowest of each layout, and a large desk. */
const widths = [320, 481, 641, 821, 861, 1100, 1920]
/** Eighty letters without a place to break. */
const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenverein'.padEnd(80, 'x')

const happening = await insertHappening(db, {
  name: long,
  date: today(),
  entries: [{ name: long, soll: ['2026-11-21T18:00', '2026-11-22T02:00'] }],
})

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

test('the name of the company breaks between its words and nowhere else, and nothing is pushed aside by it', async () => {
  const page = await visit('/ui/login')
  const found: string[] = []
  for (const path of ['/ui/login', '/ui/docs']) {
    await page.getByText(company, { exact: true }).waitFor({ state: 'attached' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await tooWide(page)).map((one) => `${path} ${one}`))
      if ((await linesOfWords(page, company)).some((lines) => lines > 1))
        found.push(`${path} breaks a word at ${width} px`)
    }
    await logIn(page.request, cast.clara)
    await page.goto('/ui/docs')
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
