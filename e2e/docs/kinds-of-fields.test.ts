// Choices, days and times, photos and signatures, required fields and conditions: filled in, and put in by the editor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import {
  cell,
  checkboxField,
  choiceField,
  choicesField,
  conditionalSection,
  dateField,
  headerCell,
  markRequired,
  numberField,
  paragraph,
  photoField,
  processOf,
  section,
  signatureField,
  table,
  textareaField,
  timeField,
} from '#contract/document/build.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { type Kept, keep, keptKeys } from '../kept-work.ts'
import { phone } from '../stage.ts'
import { endRoute, tapWhereItIs } from '../steps.ts'
import { save, surface, tool } from './editor-stage.ts'
import { saved, setReadingStage, show, untilKept } from './reading-stage.ts'

const { as, doc, call, idOf, write, answersOf, untilStored } = await setReadingStage()

const content = processOf(
  paragraph('Größe: ', choiceField('Größe', 'Klein', 'Mittel', 'Groß')),
  paragraph('Geräte: ', choicesField('Geräte', 'Funk', 'Lampe', 'Weste')),
  paragraph('Raum: ', choiceField('Raum', ...Array.from({ length: 12 }, (_, at) => `Raum ${at + 1}`))),
  paragraph('Abgeholt am ', dateField('Abgeholt am'), ' um ', timeField('Uhrzeit')),
)

test('one of several, several of them, a day and a time are filled in by keyboard and by finger; the words of a choice stay whole in a table', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id), { ...phone })
  const size = page.getByRole('radiogroup', { name: 'Größe' })
  await size.getByRole('radio', { name: 'Groß' }).tap()
  await untilStored(page, id, 'Größe', 'Groß')
  await size.getByRole('button', { name: 'Auswahl aufheben' }).tap()
  await size.getByRole('radio', { name: 'Klein' }).and(page.locator(':focus')).waitFor()
  await untilStored(page, id, 'Größe', undefined)
  await size.getByRole('radio', { name: 'Mittel' }).focus()
  await page.keyboard.press('Space')
  const kit = page.getByRole('group', { name: 'Geräte' })
  for (const name of ['Weste', 'Funk']) await kit.getByRole('checkbox', { name }).tap()
  await page.getByRole('combobox', { name: 'Raum' }).selectOption('Raum 7')
  const day = page.getByRole('textbox', { name: 'Abgeholt am' })
  await day.fill('21.11.26')
  await page.keyboard.press('Tab')
  assert.equal(await day.inputValue(), '21.11.2026')
  await page.getByRole('textbox', { name: 'Uhrzeit' }).fill('8')
  await page.keyboard.press('Tab')
  await untilStored(page, id, 'Uhrzeit', '08:00')
  await saved(page)
  assert.deepEqual(await answersOf(page, id), {
    Größe: 'Mittel',
    Geräte: 'Funk\nWeste',
    Raum: 'Raum 7',
    'Abgeholt am': '2026-11-21',
    Uhrzeit: '08:00',
  })
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()

  await day.fill('bald')
  await page.keyboard.press('Tab')
  await page.getByText('Bitte ein gültiges Datum angeben').waitFor()
  await page.getByText('Gespeichert bleibt 21.11.2026.').waitFor()
  await page.getByText('nicht gespeichert').waitFor()
  await untilKept(page, id)
  await page.reload()
  await page.getByText('nicht gespeichert').waitFor()
  assert.equal(await day.inputValue(), 'bald')

  const options = ['In Ordnung', 'Beschädigt', 'Fehlt']
  const tabled = await doc(
    processOf(
      paragraph('Halle: ', choiceField('Halle', ...options)),
      table(
        ['Was', 'Zustand', 'Bemerkung', 'Anzahl', 'Ort'].map((name) => headerCell(name)),
        [
          'Lager',
          cell(choiceField('Lager', ...options)),
          cell(choicesField('Tor', ...options)),
          'Reihe 1',
          'Langenhagen',
        ],
      ),
    ),
  )
  await page.goto(show(tabled))
  for (const name of ['Halle', 'Lager']) {
    const group = page.getByRole('radiogroup', { name })
    await group.getByRole('radio', { name: 'In Ordnung' }).tap()
    await group.getByRole('button', { name: 'Auswahl aufheben' }).waitFor()
  }
  const pieces = await page.locator('td label span', { hasText: 'Beschädigt' }).evaluateAll((words) =>
    words.map((word) => {
      const range = document.createRange()
      range.selectNodeContents(word)
      return range.getClientRects().length
    }),
  )
  assert.deepEqual(pieces, [1, 1])
})

test('a day and a time that stand in their field when the page is reloaded or gone from are entered', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, '/ui/profile')
  await page.evaluate((to) => history.pushState(undefined, '', to), show(id))
  const day = page.getByRole('textbox', { name: 'Abgeholt am' })
  await day.fill('21.11.26')
  await page.reload()
  await untilStored(page, id, 'Abgeholt am', '2026-11-21')
  await page.getByRole('textbox', { name: 'Uhrzeit' }).fill('8')
  await page.goBack()
  await untilStored(page, id, 'Uhrzeit', '08:00')
})

const optionsIn = (tree: Tree) => {
  const field = tree.content?.[0]?.content?.find(({ type }) => type === 'active')
  return (field?.attrs?.['options'] as { text: string }[] | undefined)?.map(({ text }) => text)
}

test('in the editor a choice gets its options, one per line, and new words take the answers along; photos and signatures are put in, and the condition of a section and a required field follow a field to its new name', async () => {
  const id = await doc(processOf(paragraph('Welche? ')))
  const page = await as(cast.clara, `/ui/docs/${id}/edit`)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  const insert = async () => {
    await tool(page, 'Weiteres Feld einfügen').click()
    await page.getByRole('menuitem', { name: 'Auswahl', exact: true }).click()
  }
  const dialog = page.getByRole('dialog', { name: /^Feld (einfügen|ändern)$/ })
  // Cancelling inserts no field.
  await insert()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await surface(page).innerText(), 'Welche? ')
  await insert()
  await dialog.getByLabel('Name').fill('Größe')
  await dialog.getByLabel('Möglichkeit 1', { exact: true }).fill('Klein')
  await dialog.getByLabel('Möglichkeit 2', { exact: true }).fill('Klein')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByText('„Klein“ steht zweimal da.').waitFor()
  await dialog.getByLabel('Möglichkeit 2', { exact: true }).fill('Groß')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Möglichkeit 3', { exact: true }).waitFor()
  await page.keyboard.type('Riesig')
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'hidden' })
  for (const name of ['Foto', 'Unterschrift']) {
    await tool(page, 'Weiteres Feld einfügen').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await save(page)
  const { content: stored } = (await call(cast.clara, 'GET', `/docs/${id}/`)) as { content: Tree }
  assert.deepEqual(optionsIn(stored), ['Klein', 'Groß', 'Riesig'])
  assert.deepEqual(
    fieldsOf(stored).map(({ type }) => type),
    ['choice', 'photo', 'signature'],
  )
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Größe: 'Groß' } })

  await surface(page).getByText('Größe').dblclick()
  await dialog.getByLabel('Möglichkeit 2', { exact: true }).fill('L')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await save(page)
  assert.deepEqual(await answersOf(cast.anna, id), { Größe: 'L' })
  await write(id, processOf(paragraph('Welche?')))

  const conditional = await doc(
    processOf(paragraph(checkboxField('Auto')), section('Anreise', paragraph(textareaField('Kennzeichen')))),
  )
  await call(cast.anna, 'PATCH', `/docs/${conditional}/currentuserdata/`, { data: { Auto: 'Bestätigt' } })
  await page.goto(`/ui/docs/${conditional}/edit`)
  await surface(page).getByText('Anreise').click()
  await tool(page, 'Abschnitt').waitFor()
  await page.getByRole('button', { name: 'Abschnitt', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Nur zeigen, wenn …' }).click()
  const condition = page.getByRole('dialog', { name: 'Abschnitt nur zeigen, wenn …' })
  await condition.getByLabel('Feld').selectOption('Auto')
  await condition.getByLabel('Zeigen, wenn es').selectOption('gesetzt ist')
  await expectAccessible(page, 'dialog[open]')
  await condition.getByRole('button', { name: 'OK' }).click()
  await condition.waitFor({ state: 'hidden' })
  const sentence = () => surface(page).locator('[data-shown-if]').getAttribute('data-shown-if')
  assert.equal(await sentence(), 'Nur, wenn „Auto“ gesetzt ist')

  await surface(page).getByText('Auto', { exact: true }).dblclick()
  const field = page.getByRole('dialog', { name: 'Feld ändern' })
  await field.getByLabel('Name').fill('Mit dem Auto')
  await field.getByLabel('Pflichtfeld').check()
  await field.getByRole('button', { name: 'OK' }).click()
  await field.waitFor({ state: 'hidden' })
  assert.equal(await sentence(), 'Nur, wenn „Mit dem Auto“ gesetzt ist')
  await save(page)
  const { content: written } = (await call(cast.clara, 'GET', `/docs/${conditional}/`)) as { content: Tree }
  assert.deepEqual(written.content?.[0]?.content?.[0]?.attrs, {
    name: 'Mit dem Auto',
    type: 'checkbox',
    required: true,
  })
  assert.deepEqual(written.content?.[1]?.attrs, { when: { field: 'Mit dem Auto', is: 'filled' } })

  assert.deepEqual(await answersOf(cast.anna, conditional), { 'Mit dem Auto': 'Bestätigt' })
})

const kinds = processOf(
  paragraph('Stimmung: ', choiceField('Stimmung', 'Ja', 'Nein')),
  paragraph('Geräte: ', choicesField('Geräte', 'Funk', 'Lampe', 'Weste')),
  paragraph('Raum: ', choiceField('Raum', ...Array.from({ length: 12 }, (_, at) => `Raum ${at + 1}`))),
  paragraph('Zahl der Paletten: ', numberField('Paletten')),
  paragraph('Abgeholt am ', dateField('Abgeholt'), ' um ', timeField('Uhrzeit')),
  paragraph(checkboxField('Tor'), ' Das Tor ist zu.'),
  paragraph('Ende des Prozesses'),
)

test('nothing moves when a field is answered or its answer taken back', async () => {
  const id = await doc(kinds)
  const page = await as(cast.anna, show(id), phone)
  await page.getByRole('radio', { name: 'Ja' }).waitFor()
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-field]')].flatMap((field) => {
        const paragraph = field.parentElement as HTMLElement
        const range = document.createRange()
        range.selectNodeContents(paragraph.firstChild ?? paragraph)
        const { x, y } = range.getBoundingClientRect()
        const all = paragraph.getBoundingClientRect()
        return [field.dataset['field'], x, y + scrollY, all.y + scrollY, all.height].join(' ')
      }),
    )
  const before = await places()
  const still = async (what: string) => assert.deepEqual(await places(), before, what)
  await page.getByRole('radio', { name: 'Ja' }).check()
  const clear = page.getByRole('button', { name: 'Ja: Auswahl aufheben' })
  await clear.waitFor()
  await still('a choice')
  await clear.click()
  await clear.waitFor({ state: 'detached' })
  await still('a choice taken back')
  // By keyboard, too: the cross comes after the options.
  await page.getByRole('radio', { name: 'Ja' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await clear.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await untilStored(page, id, 'Stimmung', undefined)
  await page.getByRole('radio', { name: 'Ja' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('radio', { name: 'Nein' }).check()
  await page.getByRole('checkbox', { name: 'Lampe' }).check()
  await still('several of a choice')
  await page.getByRole('combobox', { name: 'Raum' }).selectOption('Raum 11')
  await still('one of a list')
  const pallets = page.getByRole('textbox', { name: 'Paletten' })
  await pallets.fill('1 500,0')
  await page.getByText('Gelesen als 1.500').waitFor()
  await still('a number while it is typed')
  await page.keyboard.press('Tab')
  await page.getByText('Gelesen als 1.500').waitFor({ state: 'detached' })
  await still('a number')
  // The other reading is offered below the field, so that the words beside it do not move.
  const words = (all: string[]) =>
    all
      .find((one) => one.startsWith('Paletten'))
      ?.split(' ')
      .slice(1, 3)
  await pallets.fill('1.500')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Ich meine 1,5' }).waitFor()
  assert.deepEqual(words(await places()), words(before))
  await pallets.fill('1499')
  await page.getByRole('textbox', { name: 'Abgeholt' }).fill('21.11.26')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'Uhrzeit' }).fill('8')
  await page.keyboard.press('Tab')
  await still('a day and a time')
  await page.getByRole('checkbox', { name: 'Das Tor ist zu.' }).check()
  await saved(page)
  await still('a tick, and all saved')
  // The hint that a field shows on blur must not move what the finger is about to press.
  await pallets.fill('B 12')
  await tapWhereItIs(page, page.getByRole('checkbox', { name: 'Weste' }))
  await page.getByText('Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Weste' }).isChecked(), true)
})

const conditional = processOf(
  paragraph(checkboxField('Mit dem Auto')),
  paragraph('Name: ', markRequired(textareaField('Name'))),
  paragraph('Wunsch: ', textareaField('Wunsch')),
  conditionalSection(
    { field: 'Mit dem Auto', is: 'filled' },
    section('Anreise', paragraph('Kennzeichen: ', markRequired(textareaField('Kennzeichen')))),
  ),
)

test('a section comes with its condition and goes with it, what was entered there stays, also what cannot be saved, and required fields say so', async () => {
  const id = await doc(conditional)
  const page = await as(cast.anna, show(id))
  const progress = page.getByRole('progressbar', { name: 'Ausgefüllt' })
  await page.getByText('0 von 1').waitFor()
  await page.getByText('* Pflichtfeld').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Anreise' }).count(), 0)
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  await page.getByRole('textbox', { name: 'Kennzeichen, Pflichtfeld' }).fill('B-AB 1')
  await page.getByText('1 von 2').waitFor()
  await page.getByRole('textbox', { name: 'Name, Pflichtfeld' }).fill('Anna')
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()
  await saved(page)
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).uncheck()
  await page.getByRole('textbox', { name: 'Kennzeichen, Pflichtfeld' }).waitFor({ state: 'detached' })
  await page.getByText('1 von 1').waitFor()
  assert.equal(await progress.count(), 1)
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Name: 'Anna', Kennzeichen: 'B-AB 1' })
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  assert.equal(await page.getByRole('textbox', { name: 'Kennzeichen, Pflichtfeld' }).inputValue(), 'B-AB 1')

  // Invalid input in a hidden section does not keep anybody from finishing, and its field is named.
  const other = await doc(
    processOf(
      paragraph(checkboxField('Mit dem Auto')),
      paragraph('Name: ', markRequired(textareaField('Name'))),
      conditionalSection(
        { field: 'Mit dem Auto', is: 'filled' },
        section('Anreise', paragraph(numberField('Kilometer'))),
      ),
    ),
  )
  await page.goto(show(other))
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  await page.getByRole('textbox', { name: 'Kilometer' }).fill('viele')
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).uncheck()
  await page.getByText('Gerade nicht zu sehen: „Kilometer“.').waitFor()
  await page.getByRole('button', { name: 'Nächstes Feld' }).press('Space')
  await page.keyboard.type('Anna')
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name, Pflichtfeld' }).inputValue(), 'Anna')
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  await page.getByRole('button', { name: 'Nächstes Feld' }).press('Space')
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'viele')
})

const damage = processOf(
  paragraph('Der Schaden: ', photoField('Schaden')),
  paragraph('Empfangen: ', signatureField('Empfangen')),
)
/** Like a camera's: upright only by its EXIF orientation. */
async function photoOf(width: number, height: number) {
  const taken = sharp({ create: { width, height, channels: 3, background: '#2a7f62' } }).composite([
    {
      input: { create: { width: width / 2, height: height / 2, channels: 3, background: '#d97706' } },
      left: 100,
      top: 100,
    },
  ])
  const buffer = await taken.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return { name: 'IMG_0815.jpg', mimeType: 'image/jpeg', buffer }
}
const large = await photoOf(3_200, 2_400)
/** For tests in which the size does not matter. */
const small = await photoOf(640, 480)

const take = (page: Page, camera = small) => page.getByLabel('Schaden: Foto aufnehmen').setInputFiles(camera)
const picture = (page: Page) => page.getByRole('button', { name: 'Foto „Schaden“ vergrößern' })
const size = (page: Page) =>
  picture(page)
    .locator('img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return { width: image.naturalWidth, height: image.naturalHeight }
    })
const addressOf = async (page: Page, id: number) => ((await answersOf(page, id))['Schaden'] ?? '') as string
const untilArrived = (page: Page, id: number) =>
  until(async () => parsePhotoId(await addressOf(page, id)) !== undefined, 'no photo arrives')

test('a photo is taken on a phone, made small there, seen large, replaced and removed', async () => {
  const id = await doc(damage)
  const page = await as(cast.anna, show(id), phone)
  const sent: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('/photos/') && request.method() === 'PUT')
      sent.push(request.postData()?.length ?? 0)
  })
  await take(page, large)
  await untilArrived(page, id)
  await saved(page)
  assert.deepEqual(await size(page), { width: 360, height: 480 })
  assert.ok(
    sent.length === 1 && (sent[0] ?? 0) < large.buffer.length * 2,
    `${sent.join()} of ${large.buffer.length}`,
  )
  await expectAccessibleInBothSchemes(page)
  await picture(page).tap()
  const dialog = page.getByRole('dialog', { name: 'Foto „Schaden“' })
  await dialog.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  await page.keyboard.press('Escape')
  const first = await addressOf(page, id)
  await page.getByLabel('Schaden: Anderes wählen').setInputFiles(small)
  await until(async () => (await addressOf(page, id)) !== first, 'no other photo arrives')
  await page.getByRole('button', { name: 'Schaden: Foto entfernen' }).tap()
  await untilStored(page, id, 'Schaden', undefined)
  await page
    .getByLabel('Schaden: Foto wählen')
    .setInputFiles({ ...small, name: 'a.txt', mimeType: 'text/plain' })
  await page.getByText('Dieses Bild kann der Browser nicht lesen').waitFor()
})

const FAILURE = { success: false, details: 'Bitte melden Sie den Fehler mit der Nummer 0a1b2c.' }

test('a photo that is taken without a network survives a reload, is seen meanwhile, and goes out later', async () => {
  const id = await doc(damage)
  const page = await as(cast.anna, show(id), phone)
  await page.getByLabel('Schaden: Foto aufnehmen').waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await take(page)
  await page.getByText('Das Foto liegt auf diesem Gerät').waitFor()
  assert.deepEqual(await size(page), { width: 480, height: 640 })
  // The app comes back, and the server takes neither photos nor answers yet.
  const isHeld = { now: true }
  await page.route(/\/(photos|currentuserdata)\//, (route) =>
    isHeld.now && route.request().method() !== 'GET' ? route.abort() : route.continue(),
  )
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText('Das Foto liegt auf diesem Gerät').waitFor()
  assert.deepEqual(await size(page), { width: 480, height: 640 })
  assert.equal(await addressOf(page, id), '')
  await page.route('**/photos/*/', (route) => route.fulfill({ status: 500, json: FAILURE }))
  await page.getByRole('button', { name: 'Erneut versuchen' }).tap()
  await page.getByText(`wird von selbst wieder gesendet: ${FAILURE.details}`).waitFor()
  await endRoute(page, '**/photos/*/')
  isHeld.now = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).tap()
  await untilArrived(page, id)
  await saved(page)
  await until(async () => (await kept(page)) === 0, 'photos stay on the device')
})

/** Number of photos in the browser's store. */
const kept = async (page: Page) => (await keptKeys(page)).filter((key) => key.includes('/photos/')).length

test('photos that nobody can send any more leave their room on the device to others', async () => {
  const id = await doc(processOf(paragraph('Der Schaden: ', photoField('Schaden'))))
  const user_id = await idOf(cast.anna)
  const page = await as(cast.anna, '/sw.js', phone)
  const refused = Array.from({ length: 30 }, (_, at): Kept => {
    const args = { doc_id: id, photo_id: String(at).padStart(22, 'A'), size: 1_000 }
    const row = { kind: 'photo', lane: 'photos', args, at, stamp: `s${at}`, why: 'Kein Bild.' }
    return [`${user_id}/outbox/photo/${args.photo_id}`, row]
  })
  await keep(page, ...refused)
  await page.goto(show(id))
  await take(page)
  await untilArrived(page, id)
})

test('two devices with two photos: both are seen, and a person chooses', async () => {
  const id = await doc(damage)
  const page = await as(cast.anna, show(id), phone)
  await page.getByLabel('Schaden: Foto aufnehmen').waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await take(page)
  await page.getByText('Das Foto liegt auf diesem Gerät').waitFor()
  const other = `/docs/photos/${'B'.repeat(22)}/`
  const image = `data:image/jpeg;base64,${(await sharp(small.buffer).resize(300).jpeg().toBuffer()).toString('base64')}`
  await call(cast.anna, 'PUT', `/docs/${id}/photos/${'B'.repeat(22)}/`, { image })
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Schaden: other } })
  await page.context().setOffline(false)
  await page.getByText('Auf einem anderen Gerät steht jetzt').waitFor()
  await page.getByRole('button', { name: 'Foto „Schaden, anderes Gerät“ vergrößern' }).waitFor()
  await page.getByRole('button', { name: 'Meine Angabe behalten' }).tap()
  await until(async () => ![other, ''].includes(await addressOf(page, id)), 'the own photo does not arrive')
  await saved(page)
})

test('while a photo is sent it is seen how much of it has gone, and what stands below it keeps its place', async () => {
  const id = await doc(damage)
  const page = await as(cast.anna, show(id), phone)
  const below = page.getByRole('button', { name: 'Empfangen: Unterschreiben …' })
  await below.evaluate((button: HTMLElement & { places?: number[] }) => {
    const places = (button.places = [] as number[])
    const look = () => {
      const place = Math.round(button.getBoundingClientRect().top + scrollY)
      if (places.at(-1) !== place) places.push(place)
      requestAnimationFrame(look)
    }
    look()
  })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  // Slow enough to observe, fast enough to finish.
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  })
  await take(page, large)
  const bar = page.getByRole('progressbar', { name: 'Das Foto wird gesendet …' })
  await bar.waitFor()
  await until(async () => Number(await bar.getAttribute('aria-valuenow').catch(() => 0)) > 0, 'nothing moves')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await untilArrived(page, id)
  await saved(page)
  await bar.waitFor({ state: 'detached' })
  await size(page)
  const places = await below.evaluate((button: HTMLElement & { places?: number[] }) => button.places ?? [])
  assert.equal(places.length, 2, `once for the choice, and then no more: ${places.join(', ')} px`)
})

test('somebody signs with the finger, or by keyboard with their name; results show it all', async () => {
  const id = await doc(damage)
  const page = await as(cast.anna, show(id), phone)
  await take(page)
  await picture(page).waitFor()
  await page.getByRole('button', { name: 'Empfangen: Unterschreiben …' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Empfangen' })
  const pad = dialog.getByRole('img', { name: 'Unterschrift' })
  // The focus is on a text: a focused field would open the keyboard over the drawing area.
  await dialog.getByText('Mit Finger, Stift oder Maus.').and(page.locator(':focus')).waitFor()
  const box = (await pad.boundingBox()) ?? assert.fail('nothing to draw in')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  for (let at = 1; at < 8; at++) await page.mouse.move(box.x + 20 + at * 25, box.y + 20 + (at % 2) * 40)
  await page.mouse.up()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Übernehmen' }).tap()
  await until(async () => /^M\d/.test(String((await answersOf(page, id))['Empfangen'])), 'no drawing arrives')
  await untilArrived(page, id)
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()

  await page.setViewportSize({ width: 320, height: 700 })
  const sizes = await page.locator('[data-field="Empfangen"]').evaluate((field) => {
    const drawing = field.querySelector('[role="img"]')?.parentElement ?? field
    return { field: field.getBoundingClientRect().right, drawing: drawing.getBoundingClientRect().right }
  })
  assert.ok(sizes.drawing <= sizes.field, `${sizes.drawing} px, beyond ${sizes.field}`)
  await page.setViewportSize(phone.viewport)

  const results = await as(cast.clara, `/ui/docs/${id}/active`)
  await results.getByRole('button', { name: 'Foto ansehen' }).click()
  await results.getByRole('dialog', { name: /^Foto „Schaden“ von / }).waitFor()
  await expectAccessible(results, 'dialog[open]')
  await results.keyboard.press('Escape')
  await results.getByRole('button', { name: 'Unterschrift ansehen' }).click()
  await results.getByRole('img', { name: /^Unterschrift von / }).waitFor()

  await page.getByRole('button', { name: 'Empfangen: Unterschrift entfernen' }).tap()
  await untilStored(page, id, 'Empfangen', undefined)
  await page.getByRole('button', { name: 'Empfangen: Unterschreiben …' }).press('Enter')
  await dialog.getByLabel('Oder Ihr Name').fill('Anna Abel')
  await page.keyboard.press('Enter')
  await untilStored(page, id, 'Empfangen', 'gez. Anna Abel')
})

test('a photo in a field that asks for words today is seen above it, and nobody reads its address', async () => {
  const id = await doc(damage)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Schaden: Foto wählen').setInputFiles(small)
  await untilArrived(page, id)
  await saved(page)
  await call(cast.clara, 'PATCH', `/docs/${id}/`, {
    content: processOf(paragraph('Der Schaden: ', textareaField('Schaden'))),
  })
  await page.reload()
  await page.getByText('Foto (früher): Was Sie hier schreiben, ersetzt es.').waitFor()
  await picture(page).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Schaden' }).inputValue(), '')
  await page.getByRole('textbox', { name: 'Schaden' }).fill('Kratzer')
  await untilStored(page, id, 'Schaden', 'Kratzer')
  await picture(page).waitFor({ state: 'detached' })
})
