import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { paragraph, photo, processOf, signature, textarea } from '#contract/document/build.ts'
import { photoIn } from '#contract/document/photos.ts'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { type Kept, keep, keptKeys } from '../kept-work.ts'
import { phone } from '../stage.ts'
import { saved, setReadingStage, show } from './reading-stage.ts'

const { as, doc, call, idOf, answersOf, untilStored } = await setReadingStage()

const content = processOf(
  paragraph('Der Schaden: ', photo('Schaden')),
  paragraph('Empfangen: ', signature('Empfangen')),
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
/** For what does not depend on its size. */
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
  until(async () => photoIn(await addressOf(page, id)) !== undefined, 'no photo arrives')

test('a photo is taken on a phone, made small there, seen large, replaced and removed', async () => {
  const id = await doc(content)
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
  const id = await doc(content)
  const page = await as(cast.anna, show(id), phone)
  await page.getByLabel('Schaden: Foto aufnehmen').waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await take(page, large)
  await page.getByText('Das Foto liegt auf diesem Gerät').waitFor()
  assert.deepEqual(await size(page), { width: 1_500, height: 2_000 })
  // The app comes back, and the server takes neither photos nor answers yet.
  const isHeld = { now: true }
  await page.route(/\/(photos|currentuserdata)\//, (route) =>
    isHeld.now && route.request().method() !== 'GET' ? route.abort() : route.continue(),
  )
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText('Das Foto liegt auf diesem Gerät').waitFor()
  assert.deepEqual(await size(page), { width: 1_500, height: 2_000 })
  assert.equal(await addressOf(page, id), '')
  await page.route('**/photos/*/', (route) => route.fulfill({ status: 500, json: FAILURE }))
  await page.getByRole('button', { name: 'Erneut versuchen' }).tap()
  await page.getByText(`wird von selbst wieder gesendet: ${FAILURE.details}`).waitFor()
  await page.unroute('**/photos/*/')
  isHeld.now = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).tap()
  await untilArrived(page, id)
  await saved(page)
  await until(async () => (await kept(page)) === 0, 'photos stay on the device')
})

/** Number of photos in the browser's store. */
const kept = async (page: Page) => (await keptKeys(page)).filter((key) => key.includes('/photos/')).length

test('photos that nobody can send any more leave their room on the device to others', async () => {
  const id = await doc(processOf(paragraph('Der Schaden: ', photo('Schaden'))))
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
  const id = await doc(content)
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
  const id = await doc(content)
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
  const id = await doc(content)
  const page = await as(cast.anna, show(id), phone)
  await take(page)
  await picture(page).waitFor()
  await page.getByRole('button', { name: 'Empfangen: Unterschreiben …' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Empfangen' })
  const pad = dialog.getByRole('img', { name: 'Unterschrift' })
  // A field would open the keyboard over where one signs.
  await dialog.getByText('Mit Finger, Stift oder Maus.').and(page.locator(':focus')).waitFor()
  const box = (await pad.boundingBox()) ?? assert.fail('nothing to draw in')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  for (let at = 1; at < 8; at++) await page.mouse.move(box.x + 20 + at * 25, box.y + 20 + (at % 2) * 40)
  await page.mouse.up()
  await expectAccessible(page)
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
  await expectAccessible(results)
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

test('a photo in a field that asks for words today is seen above it, in the results too, and nobody reads its address', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Schaden: Foto wählen').setInputFiles(small)
  await untilArrived(page, id)
  await saved(page)
  await call(cast.clara, 'PATCH', `/docs/${id}/`, {
    content: processOf(paragraph('Der Schaden: ', textarea('Schaden'))),
  })
  await page.reload()
  await page.getByText('Foto (früher): Was Sie hier schreiben, ersetzt es.').waitFor()
  await picture(page).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Schaden' }).inputValue(), '')
  const clara = await as(cast.clara, `/ui/docs/${id}/active`)
  await clara.getByRole('button', { name: 'Foto (früher) ansehen' }).waitFor()
  await page.getByRole('textbox', { name: 'Schaden' }).fill('Kratzer')
  await untilStored(page, id, 'Schaden', 'Kratzer')
  await picture(page).waitFor({ state: 'detached' })
})
