// The editor during a running save, and a save whose editor was closed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { textOf } from '#contract/document/tree.ts'
import { moment } from '../patience.ts'
import { paragraph, process, reopen, setEditorStage, surface } from './editor-stage.ts'

const { create, write, read, edit } = await setEditorStage()

const type = async (page: Page, words: string) => {
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}
const textNow = async (doc_id: number) => textOf((await read(doc_id)).content)
const conflictIn = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Inzwischen hat jemand anderes gespeichert' })
const leaveIn = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Den Prozess verlassen, ohne zu speichern?' })

/** The next call of this kind waits; `wait` answers once it is there, with how to let it go on. */
async function hold(page: Page, address: string, method: 'PATCH' | 'POST') {
  const arrived = moment<Route>(`no ${method} ${address} was sent`)
  const goOn = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    arrived.resolve(route)
    await goOn.promise
    await route.continue().catch(() => {})
  })
  return { wait: arrived.wait, goOn: goOn.resolve }
}
const holdSave = (page: Page, doc_id: number) => hold(page, `**/docs/${doc_id}/`, 'PATCH')

/** With something that an earlier visit has not saved. */
async function editAgain(doc_id: number, words: string) {
  const page = await edit(doc_id)
  page.on('dialog', (dialog) => void dialog.accept())
  await type(page, words)
  await page.reload()
  await page.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
  return page
}

test('what was typed and discarded in the middle of a save does not come back with its answer, and what is written then does not go over what that has saved', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await editAgain(doc_id, ' und mehr')
  const first = await holdSave(page, doc_id)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+s')
  await first.wait()
  await page.keyboard.type(' und zu viel')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await surface(page).getByText('Anfang', { exact: true }).waitFor()
  first.goOn()
  await surface(page).getByText('Anfang und mehr', { exact: true }).waitFor()
  await page.reload()
  await surface(page).getByText('Anfang und mehr', { exact: true }).waitFor()

  await type(page, ' und weiter')
  await page.reload()
  await page.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
  const second = await holdSave(page, doc_id)
  await surface(page).focus()
  await page.keyboard.press('Control+s')
  await second.wait()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await surface(page).getByText('Anfang und mehr', { exact: true }).waitFor()
  await type(page, ', aber anders')
  second.goOn()
  await page.getByText('Prozess gespeichert').waitFor()
  await page.keyboard.press('Control+s')
  await conflictIn(page).waitFor()
  assert.equal(await textNow(doc_id), 'Anfang und mehr und weiter')
})

test('who leaves in the middle of a save may wait for it, or hears on the next screen that somebody else was faster', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  await type(page, ' eins')
  const first = await holdSave(page, doc_id)
  await page.keyboard.press('Control+s')
  await first.wait()
  await page.keyboard.type(' zwei')
  await page.getByRole('link', { name: 'Lesen' }).click()
  await leaveIn(page).getByRole('button', { name: 'Speichern und verlassen' }).click()
  first.goOn()
  await page.waitForURL('**/show')
  assert.equal(await textNow(doc_id), 'Anfang eins zwei')

  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await type(page, ' von mir')
  const second = await holdSave(page, doc_id)
  await page.keyboard.press('Control+s')
  await second.wait()
  await write(doc_id, process(paragraph('Von der anderen')))
  await page.getByRole('link', { name: 'Lesen' }).click()
  await leaveIn(page).getByRole('button', { name: 'Verlassen', exact: true }).click()
  await page.waitForURL('**/show')
  second.goOn()
  await page.getByText('Der Prozess wurde inzwischen von jemand anderem gespeichert.').waitFor()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await surface(page).getByText('Anfang eins zwei von mir', { exact: true }).waitFor()
})

test('who overwrites what they have seen is asked again when a third one has saved meanwhile', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  await type(page, ' von mir')
  await write(doc_id, process(paragraph('Die zweite')))
  await page.keyboard.press('Control+s')
  await conflictIn(page).waitFor()
  const { wait, goOn } = await holdSave(page, doc_id)
  await conflictIn(page).getByRole('button', { name: 'Überschreiben' }).click()
  await wait()
  await write(doc_id, process(paragraph('Die dritte')))
  goOn()
  await conflictIn(page).waitFor()
  assert.equal(await textNow(doc_id), 'Die dritte')
  await conflictIn(page).getByRole('button', { name: 'Überschreiben' }).click()
  await page.getByText('Prozess gespeichert').waitFor()
  assert.equal(await textNow(doc_id), 'Anfang von mir')
  await page.getByRole('button', { name: 'Einsetzen' }).click()
  await surface(page).getByText('Die dritte', { exact: true }).waitFor()
})

test('what is discarded in one window stays where another has gone on with it', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const one = await editAgain(doc_id, ' und mehr')
  const two = await one.context().newPage()
  await two.goto(`/ui/docs/${doc_id}/edit`)
  await two.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
  // What is restored is written down anew.
  await two.getByRole('link', { name: 'Frühere Fassungen' }).click()
  await leaveIn(two).getByRole('button', { name: 'Abbrechen' }).click()
  await one.bringToFront()
  await type(one, ' und noch mehr')
  await one.getByRole('link', { name: 'Lesen' }).click()
  await leaveIn(one).getByRole('button', { name: 'Verlassen', exact: true }).click()
  await one.waitForURL('**/show')
  await two.bringToFront()
  await two.getByRole('button', { name: 'Verwerfen' }).click()
  await surface(two).getByText('Anfang', { exact: true }).waitFor()
  await one.bringToFront()
  await one.getByRole('link', { name: 'Bearbeiten' }).click()
  await surface(one).getByText('Anfang und mehr und noch mehr', { exact: true }).waitFor()
})

test('a page that ends while its save is unanswered, and more is typed, collides with nobody afterwards', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  page.on('dialog', (dialog) => void dialog.accept())
  const arrived = moment('the save was never sent')
  await page.route(`**/docs/${doc_id}/`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    arrived.resolve()
  })
  await type(page, ' eins')
  await page.keyboard.press('Control+s')
  await arrived.wait()
  await page.keyboard.type(' zwei')
  // Not before the page has ended: the save would be let go, and what has been typed since would go after it.
  await page.reload()
  await page.unroute(`**/docs/${doc_id}/`)
  await surface(page).getByText('Anfang eins zwei', { exact: true }).waitFor()
  await page.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
  await surface(page).focus()
  await page.keyboard.press('Control+s')
  await page.getByText('Prozess gespeichert').waitFor()
  assert.equal(await textNow(doc_id), 'Anfang eins zwei')
})

test('an image that does not reach the server keeps nobody; who leaves while one is on its way is asked and may wait, and no newer text comes in its place', async () => {
  const doc_id = await create(process(paragraph('Bild')))
  const page = await edit(doc_id)
  await page.route('**/images/', (route) => route.abort())
  await surface(page).click()
  await page.evaluate(pastePicture)
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  assert.equal(await surface(page).locator('[data-upload]').count(), 0)
  await page.getByRole('link', { name: 'Lesen' }).click()
  await page.waitForURL('**/show')
  await page.unroute('**/images/')

  await reopen(page, doc_id)
  const first = await hold(page, '**/images/', 'POST')
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.evaluate(pastePicture)
  await first.wait()
  await page.getByRole('link', { name: 'Lesen' }).click()
  await leaveIn(page).getByText('Ein Bild wird noch hochgeladen').waitFor()
  await leaveIn(page).getByRole('button', { name: 'Speichern und verlassen' }).click()
  first.goOn()
  await page.waitForURL('**/show')
  assert.match(JSON.stringify((await read(doc_id)).content), /"src":"\/docs\/images\//)

  const other = await create(process(paragraph('Bild')))
  await reopen(page, other)
  const second = await hold(page, '**/images/', 'POST')
  await surface(page).click()
  await page.evaluate(pastePicture)
  await second.wait()
  await write(other, process(paragraph('Von der anderen')))
  await page.getByText('Dieser Prozess wurde inzwischen').waitFor()
  second.goOn()
  await surface(page).locator('img[src^="/docs/images/"]').waitFor()
})

const pastePicture = `(async () => {
  const canvas = new OffscreenCanvas(40, 20)
  canvas.getContext('2d').fillRect(0, 0, 20, 20)
  const data = new DataTransfer()
  data.items.add(new File([await canvas.convertToBlob()], 'plan.png', { type: 'image/png' }))
  document.querySelector('.ProseMirror p').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
})()`
