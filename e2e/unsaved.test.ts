// Data of release 1.1 in a browser is restored or sent, for its owner only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { Doc } from '#contract/docs.ts'
import { numberField, paragraph, processOf, section, textareaField } from '#contract/document/build.ts'
import { cast, type Person } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { until } from '#server/testing/until.ts'
import { type Kept, keep, keptKeys } from './kept-work.ts'
import { logIn } from './log-in.ts'
import { setStage } from './stage.ts'

const { db, visit, call, idOf, publish, roomOf } = await setStage()
const [anna, bruno, clara] = [await idOf(cast.anna), await idOf(cast.bruno), await idOf(cast.clara)]

/** A browser context in which this person is signed in, but the app has not run yet. */
async function browserOf(person: Person): Promise<BrowserContext> {
  const page = await visit('/sw.js')
  const context = page.context()
  await page.close()
  await logIn(context.request, person)
  return context
}

/** A page of this browser in which nothing of the app runs. */
async function asleep(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/sw.js')
  return page
}

async function leave(context: BrowserContext, ...left: Kept[]) {
  const page = await asleep(context)
  await keep(page, ...left)
  await page.close()
}
async function keptIn(context: BrowserContext): Promise<string[]> {
  const page = await asleep(context)
  const keys = await keptKeys(page)
  await page.close()
  return keys
}

const saidIn = async (room_id: number) =>
  (
    await db
      .selectFrom('chat_messages')
      .where('room_id', '=', room_id)
      .orderBy('id')
      .select('content')
      .execute()
  ).map(({ content }) => content)
const team = async () =>
  insertHappening(db, {
    name: 'Herbstfest',
    date: '2025-11-21',
    recorders: [bruno],
    entries: [{ name: 'Aigner', soll: ['2025-11-21T18:00', '2025-11-22T02:00'] }],
  })
const editOf = ([entry = 0]: number[]) => {
  const none = { von_date: null, von_time: null, bis_date: null, bis_time: null }
  const local = { von_date: '2025-11-21', von_time: '18:15' }
  return [[entry, { revision: 0, base: none, local }]]
}
const messageOf = (room_id: number, content: string) => ({
  kind: 'groups',
  room_id,
  client_key: content.padEnd(32, '0'),
  content,
  image: null,
  written_at: '2025-11-21T18:00:00.000Z',
  state: 'sending',
})
const area = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' })
const sheet = (page: Page) => page.getByRole('textbox', { name: 'Inhalt des Prozesses' })
const text = (words: string) => processOf(paragraph(words))
const start = (page: Page) => page.getByLabel('Aigner: Beginn', { exact: true })

test('what an older app left is there again: messages go out in their order, what was begun, times and folds stay, a report until it is closed', async () => {
  const { id: room } = await roomOf(cast.bruno)
  const { id, sub, entries } = await team()
  const form = await publish(processOf(section('Foyer', paragraph(textareaField('Vorkommnisse')))))
  const report_id = 'left-behind-0123456789'
  const result = '0 von 1 Zeit übermittelt, 1 abgelehnt.\nAbgelehnt: Aigner'
  await db
    .insertInto('background_results')
    .values({ id: report_id, kind: 'send', started_by: bruno, result })
    .execute()
  const context = await browserOf(cast.bruno)
  await leave(
    context,
    [`${bruno}/chat/unsent`, [messageOf(room, 'eins'), messageOf(room, 'zwei')]],
    [`${bruno}/chat/draft/groups/${room}`, { text: 'Angefangen', image: null }],
    [`${bruno}/times/${sub}`, editOf(entries), 'map'],
    [`${bruno}/sending/${sub}`, report_id],
  )
  const page = await asleep(context)
  await page.evaluate(
    ([key]) => localStorage.setItem(key, JSON.stringify({ closed: ['/Foyer'], isCompact: false })),
    [`${bruno}/folds/${form}`] as const,
  )
  await page.goto(`/ui/chat/groups/${room}`)
  await page.getByRole('log').getByText('zwei', { exact: true }).waitFor()
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Angefangen')
  await page.getByText('wird gesendet').first().waitFor({ state: 'detached' })
  assert.deepEqual(await saidIn(room), ['eins', 'zwei'])
  await area(page).fill('')

  await page.goto(`/ui/happenings/${id}/${sub}/timesheet`)
  await page.getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await start(page).inputValue(), '18:15')
  const report = page.getByRole('region', { name: 'Ergebnis des Sendens' })
  await report.getByText('Abgelehnt: Aigner').waitFor()
  await report.getByRole('button', { name: 'Schließen' }).click()
  await report.waitFor({ state: 'hidden' })

  await page.goto(`/ui/docs/${form}/show`)
  const foyer = page.locator('[aria-expanded]').filter({ hasText: 'Foyer' }).first()
  assert.equal(await foyer.getAttribute('aria-expanded'), 'false')
  const times = `${bruno}/draft/times/${sub}/${entries[0]}`
  await until(async () => (await keptKeys(page)).join() === times, 'something else is still kept')
})

test('a text that an older app kept is there again, and so is the single one that was put aside', async () => {
  const id = await publish(text('Gespeichert'))
  const context = await browserOf(cast.clara)
  const { version } = (await call(cast.clara, 'GET', `/docs/${id}/`)) as Doc
  const work = { renames: {}, version, at: new Date('2025-11-21T18:00:00Z') }
  await leave(
    context,
    [`${clara}/docs/${id}/draft`, { ...work, content: text('Noch nicht gespeichert') }],
    [`${clara}/docs/${id}/aside`, { ...work, content: text('Beiseitegelegt') }],
  )
  const page = await context.newPage()
  await page.goto(`/ui/docs/${id}/edit`)
  await sheet(page).getByText('Noch nicht gespeichert').waitFor()
  await page.getByText('Ihre ungespeicherten Änderungen vom 21.11.2025').waitFor()
  await page.getByRole('button', { name: 'Einsetzen' }).click()
  await sheet(page).getByText('Beiseitegelegt').waitFor()
})

test('who signs in on the same device sees and sends nothing of what another person left there', async () => {
  const { id: room } = await roomOf(cast.anna, cast.bruno)
  const { id, sub, entries } = await team()
  const form = await publish(processOf(paragraph('Stühle: ', numberField('Stühle'))))
  const context = await browserOf(cast.bruno)
  await leave(
    context,
    [`${anna}/chat/unsent`, [messageOf(room, 'Von Anna')]],
    [`${anna}/chat/draft/groups/${room}`, { text: 'Angefangen', image: null }],
    [`${anna}/times/${sub}`, editOf(entries), 'map'],
    [`${anna}/answers`, [form], 'set'],
    [`${anna}/answers/${form}`, [['Stühle', { value: 6 }]], 'map'],
  )
  const page = await context.newPage()
  await page.goto(`/ui/happenings/${id}/${sub}/timesheet`)
  await start(page).waitFor()
  assert.equal(await start(page).inputValue(), '')
  await page.goto(`/ui/docs/${form}/show`)
  await page.getByLabel('Stühle').waitFor()
  assert.equal(await page.getByLabel('Stühle').inputValue(), '')
  await page.goto(`/ui/chat/groups/${room}`)
  await area(page).fill('Von Bruno')
  await area(page).press('Enter')
  await page.getByRole('log').getByText('Von Bruno', { exact: true }).waitFor()
  await page.getByText('wird gesendet').first().waitFor({ state: 'detached' })
  await page.close()
  assert.deepEqual(await saidIn(room), ['Von Bruno'])
  const left = await keptIn(context)
  assert.equal(left.filter((key) => key.startsWith(`${anna}/`)).length, 4, left.join())

  await logIn(context.request, cast.anna)
  const hers = await context.newPage()
  await hers.goto(`/ui/docs/${form}/show`)
  await hers.getByRole('status').getByText('gespeichert', { exact: true }).waitFor()
  assert.equal(await hers.getByLabel('Stühle').inputValue(), '6')
  await hers.goto(`/ui/chat/groups/${room}`)
  await hers.getByRole('log').getByText('Von Anna', { exact: true }).waitFor()
})
