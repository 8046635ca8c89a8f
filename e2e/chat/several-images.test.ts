import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'
import { area, waitForMessage } from './chat-steps.ts'

const { as, roomOf } = await setStage()

/** An image that the test recognises by its width. */
async function picture(width: number) {
  const create = { width, height: 600, channels: 3 as const, background: '#2a7f62' }
  return { name: `${width}.png`, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}
const attached = (page: Page) => page.getByAltText('Bild, das mitgesendet wird')
const remove = (page: Page) => page.getByRole('button', { name: 'Bild entfernen' })
const large = (page: Page, place: string) =>
  page.getByRole('dialog', { name: `Bild von Anna Berger, ${place}` })
const largeWidth = (page: Page) =>
  page.locator('dialog img').evaluate((image: HTMLImageElement) => image.naturalWidth)

test('of three images chosen at once one is removed; the others come in their order, and large one leads to the next', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path, phone)]
  await area(anna).waitFor()
  // Resizing takes longest for the first image.
  const files = [await picture(2_500), await picture(500), await picture(900)]
  await anna.getByLabel('Bild wählen').setInputFiles(files)
  await attached(anna).nth(2).waitFor()
  await remove(anna).nth(1).click()
  await attached(anna).nth(2).waitFor({ state: 'detached' })
  await expectAccessibleInBothSchemes(anna)
  await area(anna).fill('Zwei Ansichten')
  await anna.getByRole('button', { name: 'Senden' }).click()
  await waitForMessage(bruno, 'Zwei Ansichten')
  assert.equal(await attached(anna).count(), 0)
  await expectAccessibleInBothSchemes(bruno)

  await bruno.getByRole('button', { name: 'Bild 1 von 2 groß zeigen' }).tap()
  await large(bruno, '1 von 2').waitFor()
  await until(async () => (await largeWidth(bruno)) === 1_600)
  await expectAccessibleInBothSchemes(bruno)
  await bruno.getByRole('button', { name: 'Nächstes Bild' }).tap()
  await large(bruno, '2 von 2').waitFor()
  await until(async () => (await largeWidth(bruno)) === 900)
  await bruno.keyboard.press('ArrowRight')
  await large(bruno, '1 von 2').waitFor()
  await bruno.keyboard.press('ArrowLeft')
  await large(bruno, '2 von 2').waitFor()
  await bruno.keyboard.press('Escape')
  await large(bruno, '2 von 2').waitFor({ state: 'detached' })

  // The list of the room's images shows each of them separately.
  await bruno.getByRole('button', { name: 'In diesem Chat suchen' }).tap()
  await bruno.getByRole('button', { name: 'Bilder' }).tap()
  const all = bruno
    .getByRole('dialog', { name: 'Bilder' })
    .getByRole('button', { name: /^Bild \d von 2 von/ })
  await all.nth(1).tap()
  await large(bruno, '2 von 2').waitFor()
})

test('of eleven images the first ten are taken, added to in the order in which they were chosen, and still there after a reload', async () => {
  const { path } = await roomOf(cast.anna)
  const anna = await as(cast.anna, path, phone)
  await area(anna).waitFor()
  const files = await Promise.all(Array.from({ length: 10 }, (_, at) => picture(100 + at)))
  // The second choice is ready first.
  await anna.getByLabel('Bild wählen').setInputFiles([await picture(2_500)])
  await anna.getByLabel('Bild wählen').setInputFiles(files)
  await anna.getByText('Eine Nachricht hat höchstens 10 Bilder: Angehängt sind die ersten 10.').waitFor()
  await attached(anna).nth(9).waitFor()
  await anna.reload()
  await attached(anna).nth(9).waitFor()
  await expectAccessibleInBothSchemes(anna)
  await anna.getByRole('button', { name: 'Senden' }).tap()
  await anna.getByRole('button', { name: 'Bild 10 von 10 groß zeigen' }).tap()
  await large(anna, '10 von 10').waitFor()
  await until(async () => (await largeWidth(anna)) === 108)
  await anna.getByRole('button', { name: 'Nächstes Bild' }).tap()
  await until(async () => (await largeWidth(anna)) === 2_048)
})
