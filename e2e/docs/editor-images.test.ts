import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { paragraph, process, save, setEditorStage, surface, tool } from './editor-stage.ts'

const { create, read, edit } = await setEditorStage()

test('an image is uploaded from the prompt and by paste, smaller than it came', async () => {
  const doc_id = await create(process(paragraph('Bild: ')))
  const page = await edit(doc_id)
  const prompt = await chooseImage(page, 'der-grosse-plan.png')
  await prompt.locator('img').waitFor()
  assert.match(await prompt.getByLabel('Location').inputValue(), /^\/docs\/images\//)
  assert.equal(await prompt.getByLabel('Description').inputValue(), 'der grosse plan')
  await expectAccessibleInBothSchemes(page)
  await prompt.getByRole('button', { name: 'OK' }).click()
  const image = surface(page).locator('img[src^="/docs/images/"]')
  await image.waitFor()
  assert.equal(await image.getAttribute('alt'), 'der grosse plan')
  const width = await image.evaluate((drawn: HTMLImageElement) =>
    drawn.decode().then(() => drawn.naturalWidth),
  )
  assert.equal(width, 2_048)
  await pasteFile(page)
  await surface(page).locator('img[src^="/docs/images/"]').nth(1).waitFor()
  await page.route('**/images/', (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, details: 'Dieses Bild ist zu groß.', detail: 'x' },
    }),
  )
  await pasteFile(page)
  await page.getByText('Dieses Bild ist zu groß.').waitFor()
  assert.equal(await surface(page).locator('[data-upload]').count(), 0)
})

test('what is typed while an image is on its way stays, and OK waits for it', async () => {
  const page = await edit(await create(process(paragraph('Bild: '))))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/images/', async (route) => {
    await answered
    await route.continue()
  })
  const prompt = await chooseImage(page, 'plan.png')
  await prompt.getByText('Bild wird hochgeladen …').waitFor()
  await prompt.getByLabel('Description').fill('Der Lageplan von oben')
  await page.keyboard.press('Enter')
  answer()
  await prompt.locator('img').waitFor()
  assert.equal(await prompt.getByLabel('Description').inputValue(), 'Der Lageplan von oben')
  await prompt.getByRole('button', { name: 'OK' }).click()
  await surface(page).locator('img[alt="Der Lageplan von oben"]').waitFor()
})

test('another file brings its own description, except for one that was typed', async () => {
  const page = await edit(await create(process(paragraph('Bild: '))))
  const prompt = await chooseImage(page, 'der-grosse-plan.png')
  const described = (text: string) =>
    page.waitForFunction(
      (text) => document.querySelector<HTMLInputElement>('dialog [name=alt]')?.value === text,
      text,
    )
  await described('der grosse plan')
  await chooseFile(page, 'die-kleine-skizze.png')
  await described('die kleine skizze')
  await prompt.getByLabel('Description').fill('Skizze der Halle')
  const src = await prompt.getByLabel('Location').inputValue()
  await chooseFile(page, 'noch-eine.png')
  await page.waitForFunction(
    (src) => document.querySelector<HTMLInputElement>('dialog [name=src]')?.value !== src,
    src,
  )
  await described('Skizze der Halle')
})

test('an image that is brought takes the place of the one that is selected, in the text and in its prompt', async () => {
  const doc_id = await create(process(paragraph('Bild: ')))
  const page = await edit(doc_id)
  const image = surface(page).locator('img[src^="/docs/images/"]')
  await surface(page).click()
  await pasteFile(page)
  await image.waitFor()
  const first = await image.getAttribute('src')
  const isOther = async () => {
    await page.waitForFunction(
      ([place, before]) => document.querySelector(place)?.getAttribute('src') !== before,
      ['.ProseMirror img[src^="/docs/images/"]', first] as const,
    )
    assert.equal(await image.count(), 1)
  }
  await image.click()
  await pasteFile(page, 30)
  await isOther()
  await page.keyboard.press('Control+z')
  await image.dblclick()
  const prompt = page.getByRole('dialog', { name: 'Bild ändern' })
  await prompt.getByLabel('Location').waitFor()
  await pasteFile(page, 40, 'dialog')
  await page.waitForFunction(
    (before) => document.querySelector<HTMLInputElement>('dialog [name=src]')?.value !== before,
    first,
  )
  await page.keyboard.press('Enter')
  await prompt.waitFor({ state: 'hidden' })
  await isOther()
})

/** Files as the browser hands them over, made there; `place` is a paragraph. */
const bringFiles = (page: Page, by: 'drop' | 'paste', files: string, place: string) =>
  page.evaluate(`(async () => {
    const letters = (length) => new Uint8Array(length).fill(120)
    const gif = (length) => [new TextEncoder().encode('GIF89a'), letters(length)]
    const canvas = new OffscreenCanvas(40, 20)
    canvas.getContext('2d').fillRect(0, 0, 20, 20)
    const png = [await canvas.convertToBlob()]
    const data = new DataTransfer()
    for (const [parts, name, type] of ${files}) data.items.add(new File(parts, name, { type }))
    const target = [...document.querySelectorAll('.ProseMirror p')].find((p) => p.textContent === '${place}')
    const { left, top, height } = target.getBoundingClientRect()
    const event = '${by}' === 'drop'
      ? new DragEvent('drop', { dataTransfer: data, clientX: left + 2, clientY: top + height / 2, bubbles: true, cancelable: true })
      : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    target.dispatchEvent(event)
    return event.defaultPrevented
  })()`)

for (const by of ['drop', 'paste'] as const) {
  test(`an image comes by ${by}; what is too large or none is refused with a sentence`, async () => {
    const doc_id = await create(process(paragraph('Oben'), paragraph('Unten')))
    const page = await edit(doc_id)
    await surface(page).click()
    const bring = async (files: string) => assert.equal(await bringFiles(page, by, files, 'Oben'), true)
    await bring(`[[letters(10), 'Plan.pdf', 'application/pdf']]`)
    await page
      .getByText('„Plan.pdf“ ist kein Bild. Einfügen lassen sich hier PNG, JPEG, WebP und GIF.')
      .waitFor()
    await bring(`[[gif(9_000_000), 'groß.gif', 'image/gif']]`)
    await page.getByText('Das Bild ist größer als 8 MB.').waitFor()
    await bring(`[[gif(100), 'kaputt.gif', 'image/gif']]`)
    await page.getByText('Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).').waitFor()
    await bring(`[[letters(100), 'kaputt.png', 'image/png']]`)
    await page.getByText('Dieses Bild kann der Browser nicht lesen.').waitFor()
    await surface(page).locator('[data-upload]').waitFor({ state: 'hidden' })
    assert.equal(await surface(page).innerText(), 'Oben\n\nUnten')
    await bring(`[[letters(10), 'Notiz.txt', 'text/plain'], [png, 'lage-plan.png', 'image/png']]`)
    const image = surface(page).locator('img[src^="/docs/images/"]')
    await page.getByText('„Notiz.txt“ ist kein Bild.').waitFor()
    await image.waitFor()
    assert.equal(await image.getAttribute('alt'), 'lage plan')
    await surface(page).focus()
    await page.keyboard.press('Control+z')
    assert.equal(await image.count(), 0)
    await page.keyboard.press('Control+y')
    await save(page)
    assert.match(JSON.stringify((await read(doc_id)).content), /"src":"\/docs\/images\//)
  })
}

/** In the prompt for an image, from the files of the device. */
async function chooseImage(page: Page, name: string) {
  await surface(page).click()
  await tool(page, 'Bild').click()
  return chooseFile(page, name)
}

async function chooseFile(page: Page, name: string) {
  const prompt = page.getByRole('dialog', { name: 'Bild einfügen' })
  const chosen = page.waitForEvent('filechooser')
  await prompt.getByRole('button', { name: 'Datei auswählen' }).click()
  const buffer = Buffer.from(await page.evaluate<string>(drawPng), 'base64')
  await (await chosen).setFiles({ name, mimeType: 'image/png', buffer })
  return prompt
}

const drawPng = `(async () => {
  const canvas = new OffscreenCanvas(3000, 1000)
  canvas.getContext('2d').fillRect(0, 0, 1500, 1000)
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  return bytes.toBase64()
})()`

const pasteFile = (page: Page, size = 20, place = '.ProseMirror') =>
  page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(${size}, ${size})
    canvas.getContext('2d').fillRect(0, 0, 10, 10)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
    document.querySelector('${place}').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
