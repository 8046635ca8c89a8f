import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import {
  checkboxField,
  link,
  numberField,
  paragraph,
  processOf,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { onboarding } from '#demo/documents/onboarding.ts'
import { phone } from '../stage.ts'
import { content, saved, setReadingStage, show } from './reading-stage.ts'

const { as, call, setStatus, doc, answersOf, untilStored } = await setReadingStage()
const fold = (page: Page, name: string) => page.locator('[aria-expanded]').filter({ hasText: name }).first()

test('all sections are folded with one press; the way leads to the next empty field, also into a folded one', async () => {
  const page = await as(cast.anna, show(await doc(content)))
  await page.getByRole('button', { name: 'Alle zuklappen' }).click()
  await page.getByLabel('Vorkommnisse').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Alle aufklappen' }).click()
  await page.getByLabel('Garderobe leer').waitFor()

  await page.getByRole('button', { name: 'Alle zuklappen' }).click()
  const next = page.getByRole('button', { name: 'Nächstes Feld' })
  for (const [name, text] of [
    ['Stühle', '1'],
    ['Garderobe leer', 'Space'],
    ['Vorkommnisse', 'a'],
    ['Lager', '2'],
  ] as const) {
    // Ticking a checkbox moves on to the next field.
    if (name !== 'Vorkommnisse') await next.click()
    assert.equal(
      await page.getByLabel(name).evaluate((field) => field === document.activeElement),
      true,
      name,
    )
    await page.keyboard.press(text)
  }
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()
  await page.getByRole('link', { name: 'Meine Angaben als PDF' }).waitFor()
  // The PDF has a line for a signature if one requests it.
  await page.getByRole('button', { name: 'Weitere PDF' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PDF mit Zeile zum Unterschreiben' }).click(),
  ])
  assert.match(file.url(), /\/docs\/\d+\.pdf\?signature=1$/)
})

test('on a phone the bar covers nothing that the keys come to, and stays above a keyboard that covers the window; one section can be read at a time', async () => {
  const page = await as(cast.anna, show(await doc(content)), {
    ...phone,
    viewport: { width: 390, height: 420 },
  })
  await page.getByLabel('Stühle').waitFor()
  const bar = page.getByRole('complementary', { name: 'Überblick' })
  const fields = new Set<string>()
  for (let stops = 0; stops < 20; stops++) {
    await page.keyboard.press('Tab')
    const here = page.locator('article :focus')
    if ((await here.count()) === 0) continue
    const field = here.locator('xpath=ancestor::*[@data-field]')
    if ((await field.count()) > 0) fields.add((await field.getAttribute('data-field')) ?? '')
    const [end, begin] = [await here.boundingBox(), await bar.boundingBox()]
    assert.ok(end && begin && Math.round(end.y + end.height) <= begin.y, await here.innerHTML())
  }
  assert.deepEqual([...fields], ['Stühle', 'Garderobe leer', 'Vorkommnisse', 'Lager'])

  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Schrittweise' }).tap()
  await page.getByLabel('Vorkommnisse').waitFor({ state: 'detached' })
  await page.getByLabel('Garderobe leer').waitFor()
  await fold(page, 'Rundgang').tap()
  await page.getByLabel('Vorkommnisse').waitFor()
  await page.getByLabel('Stühle').waitFor({ state: 'detached' })

  await fold(page, 'Foyer').tap()
  await page.getByLabel('Stühle').tap()
  // Like an iPhone, whose keyboard does not resize the window.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 500 })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  await page.locator(':root[data-keyboard=open]').waitFor()
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
  assert.ok(height > 0 && Math.round(y + height) <= 500)
})

test('a tick is its whole sentence: called so and pressed anywhere, but for links, and words are still selected', async () => {
  const id = await doc(
    processOf(
      paragraph(
        'Nach dem Lesen: ',
        checkboxField('Gelesen'),
        ' Ich habe die ',
        link('Hausordnung', '/ui/profile'),
        ' gelesen.',
      ),
      paragraph('Stühle: ', numberField('Stühle'), ' und aufgeräumt ', checkboxField('Aufgeräumt')),
    ),
  )
  const page = await as(cast.elif, show(id))
  const tick = page.getByRole('checkbox', { name: 'Nach dem Lesen: Ich habe die Hausordnung gelesen.' })
  const words = page.getByText('Ich habe die')
  await words.click({ position: { x: 4, y: 8 } })
  await untilStored(page, id, 'Gelesen', 'Bestätigt')
  assert.equal(await tick.isChecked(), true)
  // Only the bar says that it is saved.
  await saved(page)
  assert.equal(await page.getByText('gespeichert').count(), 1)

  const box = await words.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 4, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 8, { steps: 5 })
  await page.mouse.up()
  assert.ok((await page.evaluate(() => getSelection()?.toString().length ?? 0)) > 3)
  assert.equal(await tick.isChecked(), true)

  // Where two fields share a line, each keeps its own place in it.
  await page.getByLabel('Stühle').fill('4')
  await page.getByText('Bestätigt').click()
  await untilStored(page, id, 'Aufgeräumt', 'Bestätigt')
  await page.getByRole('link', { name: 'Hausordnung' }).click()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  assert.equal((await answersOf(page, id))['Gelesen'], 'Bestätigt')
})

test('eleven fields are filled in with a tap each: the bar leads to what is typed, a sentence is pressed itself', async () => {
  const page = await as(cast.jana, show(await doc(onboarding.content)), phone)
  const next = page.getByRole('button', { name: 'Nächstes Feld' })
  let taps = 0
  const tap = async (it: Locator) => {
    await it.tap()
    taps++
  }
  for (const [name, answer] of [
    ['Schuhgröße', '42'],
    ['Notfallkontakt', 'Mira, 0171'],
    ['Ausweis abholen und Foto machen lassen'],
    ['Rundgang: Saal, Foyer'],
    ['Spindnummer', '7'],
    ['Passwort geändert'],
    ['Ich finde meinen Dienstplan'],
    ['Eindrücke', 'Viel gelernt.'],
    ['Offene Fragen', 'Keine.'],
    ['Zufriedenheit', '9'],
    ['Das Gespräch hat stattgefunden.'],
  ] as const) {
    if (answer === undefined) await tap(page.locator('label').filter({ hasText: name }))
    else {
      await tap(next)
      assert.equal(
        await page
          .locator(':focus')
          .evaluate((field) => field.closest('[data-field]')?.getAttribute('data-field')),
        name,
      )
      await page.keyboard.type(answer)
    }
  }
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()
  assert.equal(taps, 11)
})

test('a draft says why it cannot be filled in, an empty document what is missing; a picture that could not be fetched comes with the network', async () => {
  const page = await as(cast.clara, show(await doc(content, 'Entwurf')))
  await page.getByText('Dieser Prozess ist ein Entwurf.').waitFor()
  assert.equal(await page.getByLabel('Stühle').isDisabled(), true)
  await page.goto(show(await doc(processOf(), 'Entwurf')))
  await page.getByText('Hier steht noch nichts.').waitFor()

  const src = `/docs/images/${'a'.repeat(22)}/`
  const image = { type: 'image', attrs: { src, alt: 'Plan' } }
  const id = await doc(processOf(paragraph(image, textareaField('Alt'))))
  await page.route(`**/docs/${id}/`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"textarea"', '"radio"') })
  })
  let isUp = false
  await page.route(`**${src}`, (route) => (isUp ? route.fulfill({ body: dot }) : route.abort()))
  await page.goto(show(id))
  await page.getByText('Das Bild „Plan“ ist nicht zu finden.').waitFor()
  await page.getByText('Ein Feld dieser Art gibt es nicht.').waitFor()
  isUp = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: 'Plan vergrößern' }).waitFor()
})

const dot = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')

test('who is writing while a field gets another name writes on, and all of it is stored under the new one', async () => {
  const id = await doc(processOf(paragraph('Notiz: ', textareaField('Bemerkung'))))
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Bemerkung').fill('Erst das')
  await saved(page)
  const renamed = processOf(paragraph('Notiz: ', textareaField('Kommentar')))
  await call(cast.clara, 'PATCH', `/docs/${id}/`, { content: renamed, renames: { Bemerkung: 'Kommentar' } })
  await page.getByLabel('Bemerkung').press('End')
  await page.keyboard.type(', und dann das')
  const field = page.getByLabel('Kommentar')
  await field.waitFor()
  await page.keyboard.type(' auch')
  await untilStored(page, id, 'Kommentar', 'Erst das, und dann das auch')
  assert.equal(await field.inputValue(), 'Erst das, und dann das auch')
  assert.equal(await page.getByText('kein Feld mehr').count(), 0)
})

test('what is Erledigt shows the answers; what was typed meanwhile stays readable', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').fill('3')
  await saved(page)
  await setStatus(id, 'Erledigt')
  await page.getByLabel('Vorkommnisse').fill('zu spät')
  await page.getByText('Ihre letzten Eingaben sind nicht gespeichert.').waitFor()
  await page.getByText('Dieser Prozess ist erledigt.').waitFor()
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'zu spät')
  // Answers that are not stored, and never will be, do not count as filled in.
  await page.getByText('1 von 4').waitFor()
  assert.equal(await page.getByLabel('Stühle').isEditable(), false)
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), '')
  assert.equal(await page.getByLabel('Stühle').inputValue(), '3')
})

test('what is taken away while somebody types stays until they give up what is not saved', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').fill('zwölf')
  await call(cast.clara, 'DELETE', `/docs/${id}/`)
  // A window focus refetches outdated data.
  await page.clock.install()
  await page.clock.fastForward(2_100)
  const refused = page.waitForResponse((answer) => answer.url().endsWith(`/docs/${id}/`))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  assert.equal((await refused).status(), 404)
  await page.getByText('Diesen Prozess gibt es nicht mehr').waitFor()
  await page.getByText('Ihre letzten Eingaben sind nicht gespeichert.').waitFor()
  await page.getByLabel('Vorkommnisse').fill('zu spät')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  assert.equal(await page.getByLabel('Stühle').inputValue(), 'zwölf')
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'zu spät')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})
