// No text is lost: not before it is saved, not during a save, and not if two people save at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { treeText } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { keepReading, spilledKeys } from '../kept-work.ts'
import { logIn } from '../log-in.ts'
import { moment } from '../patience.ts'
import { endRoute } from '../steps.ts'
import { paragraph, pasteFile, process, reopen, save, setEditorStage, surface } from './editor-stage.ts'

const { call, create, write, read, edit, idOf } = await setEditorStage()

/** Types at the end of the text. */
const type = async (page: Page, words: string) => {
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}
const textNow = async (doc_id: number) => treeText((await read(doc_id)).content)
/** Accepts the browser's question about leaving with unsaved changes. */
const leaveUnasked = (page: Page) => page.on('dialog', (dialog) => void dialog.accept())
const leaveQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Den Prozess verlassen, ohne zu speichern?' })
const conflictIn = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Inzwischen hat jemand anderes gespeichert' })

test('what is not saved survives a reload and can be discarded, right after the last key, too', async () => {
  const doc_id = await create(process(paragraph('Gespeichert')))
  const page = await edit(doc_id)
  await type(page, ' und noch nicht')
  await page.getByText('Nicht gespeichert').first().waitFor()
  leaveUnasked(page)
  await page.reload()
  await page.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
  assert.equal(await surface(page).innerText(), 'Gespeichert und noch nicht')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await surface(page).getByText('Gespeichert', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Meldung schließen' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await surface(page).getByText('Gespeichert und noch nicht').waitFor()

  await page.getByRole('link', { name: 'Lesen' }).click()
  const question = leaveQuestion(page)
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  assert.match(page.url(), /\/edit$/)
  await page.getByRole('link', { name: 'Lesen' }).click()
  await question.getByRole('button', { name: 'Verlassen', exact: true }).click()
  await page.waitForURL('**/show')
  await page.getByRole('link', { name: 'Logout' }).click()
  const losses = page.getByRole('region', { name: 'Geht verloren' })
  await losses.getByText('Neuer Text · noch nicht gespeichert').waitFor()
  await page.goto(`/ui/docs/${doc_id}/edit`)
  await surface(page).getByText('Gespeichert und noch nicht').waitFor()
  await surface(page).focus()
  await save(page)
  await page.reload()
  await surface(page).waitFor()
  assert.equal(await page.getByText('Ihre ungespeicherten Änderungen').count(), 0)

  await type(page, ' und zu viel')
  await page.reload()
  await surface(page).getByText('Gespeichert und noch nicht und zu viel').click()
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByText('Änderungen verworfen').last().waitFor()
  await page.reload()
  await surface(page).getByText('Gespeichert und noch nicht', { exact: true }).click()
  assert.equal(await page.getByText('Ihre ungespeicherten Änderungen').count(), 0)
})

test('what was typed in the moment in which the page ends is kept, also while the browser reads', async () => {
  const doc_id = await create(process(paragraph('Gespeichert')))
  const page = await edit(doc_id)
  leaveUnasked(page)
  await keepReading(page)
  await type(page, ' und noch nicht')
  await page.reload()
  await surface(page).getByText('Gespeichert und noch nicht', { exact: true }).waitFor()

  const other = await page.context().newPage()
  await other.goto('/ui/docs')
  await other.getByRole('heading', { name: 'Prozesse', level: 1 }).waitFor()
  await page.bringToFront()
  await keepReading(page)
  await type(page, '!')
  await page.close({ runBeforeUnload: true })
  // The open window moves the draft from localStorage to IndexedDB at once. Left there, it would later replace
  // newer work.
  await until(async () => (await spilledKeys(other)).length === 0 && page.isClosed(), 'it is left')
  await reopen(other, doc_id)
  await surface(other).getByText('Gespeichert und noch nicht!', { exact: true }).waitFor()
})

test('who has said that they leave is not asked again while the next screen is on its way, and takes back there what they have discarded', async () => {
  const doc_id = await create(process(paragraph('Gespeichert')))
  const page = await edit(doc_id)
  await type(page, ' und noch nicht')
  const question = leaveQuestion(page)
  const leave = async () => {
    await page.getByRole('link', { name: 'Lesen' }).click()
    await question.getByRole('button', { name: 'Verlassen', exact: true }).click()
    await page.waitForURL('**/show')
  }
  const asked = moment<() => Promise<void>>('the answers were not asked for')
  await page.route(`**/docs/${doc_id}/currentuserdata/`, (route) => asked.resolve(() => route.continue()))
  await leave()
  const goOn = await asked.wait()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.waitForURL('**/edit')
  assert.equal(await question.count(), 0)
  await goOn()
  await surface(page).getByText('Gespeichert und noch nicht').waitFor()

  leaveUnasked(page)
  /** The button in the message, which stays across screens. */
  const undo = page.getByRole('button', { name: 'Rückgängig', exact: true }).last()
  const discard = async () => {
    await page.reload()
    await page.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
    await page.getByRole('button', { name: 'Verwerfen' }).click()
    await page.getByText('Änderungen verworfen').last().waitFor()
  }
  await discard()
  await page.getByRole('link', { name: 'Lesen' }).click()
  await page.waitForURL('**/show')
  await undo.click()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await surface(page).getByText('Gespeichert und noch nicht', { exact: true }).waitFor()

  // Undo also works if something was typed since.
  await discard()
  await type(page, ' und neu')
  await undo.click()
  await surface(page).getByText('Gespeichert und noch nicht', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Einsetzen' }).click()
  await surface(page).getByText('Gespeichert und neu', { exact: true }).waitFor()
})

test('who leaves may save first, or wait for a save; what is refused then keeps them there, or is said on the next screen', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  const question = leaveQuestion(page)
  const leave = async () => {
    await page.getByRole('link', { name: 'Lesen' }).click()
    await question.waitFor()
    await page.keyboard.press('Enter')
  }
  await type(page, ' von mir')
  await write(doc_id, process(paragraph('Von der anderen')))
  await leave()
  const conflict = conflictIn(page)
  await conflict.getByRole('button', { name: 'Überschreiben' }).click()
  await page.getByText('Prozess gespeichert').waitFor()
  await type(page, '!')
  await page.getByRole('link', { name: 'Lesen' }).click()
  await question.getByRole('button', { name: 'Speichern und verlassen' }).click()
  await page.waitForURL('**/show')
  await page.getByText('Anfang von mir!').waitFor()
  assert.equal(await textNow(doc_id), 'Anfang von mir!')

  // In the middle of a save, one may wait for it, or hears on the next screen that somebody else was faster.
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await type(page, ' eins')
  const first = await holdSave(page, doc_id)
  await page.keyboard.press('Control+s')
  await first.wait()
  await page.keyboard.type(' zwei')
  await page.getByRole('link', { name: 'Lesen' }).click()
  await leaveQuestion(page).getByRole('button', { name: 'Speichern und verlassen' }).click()
  first.goOn()
  await page.waitForURL('**/show')
  assert.equal(await textNow(doc_id), 'Anfang von mir! eins zwei')

  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await type(page, ' von mir')
  const second = await holdSave(page, doc_id)
  await page.keyboard.press('Control+s')
  await second.wait()
  await write(doc_id, process(paragraph('Von der anderen')))
  await page.getByRole('link', { name: 'Lesen' }).click()
  await leaveQuestion(page).getByRole('button', { name: 'Verlassen', exact: true }).click()
  await page.waitForURL('**/show')
  second.goOn()
  await page.getByText('Der Prozess wurde inzwischen von jemand anderem gespeichert.').waitFor()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await surface(page).getByText('Anfang von mir! eins zwei von mir', { exact: true }).waitFor()
})

test('two administrators collide twice: no text is lost, whichever of them is saved, and what was put aside is discarded one by one', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  const conflict = conflictIn(page)
  const insert = page.getByRole('button', { name: 'Einsetzen' })
  await type(page, ' von mir')
  await write(doc_id, process(paragraph('Von der anderen')))
  await page.keyboard.press('Control+s')
  await conflict.getByRole('button', { name: 'Abbrechen' }).click()
  assert.equal(await textNow(doc_id), 'Von der anderen')
  await surface(page).focus()
  await page.keyboard.press('Control+s')
  await conflict.getByRole('button', { name: 'Neu laden' }).click()
  await surface(page).getByText('Von der anderen').waitFor()
  await insert.click()
  await surface(page).getByText('Anfang von mir').waitFor()
  await save(page)

  await type(page, '!')
  await write(doc_id, process(paragraph('Wieder von der anderen')))
  await page.keyboard.press('Control+s')
  await conflict.getByRole('button', { name: 'Überschreiben' }).click()
  await page.getByText('Prozess gespeichert').waitFor()
  assert.equal(await textNow(doc_id), 'Anfang von mir!')
  // A second version is offered beside the first; the newest comes first.
  await page.getByText('Eine andere Fassung vom').nth(1).waitFor()
  await page.reload()
  await insert.nth(1).waitFor()
  await insert.first().click()
  await surface(page).getByText('Wieder von der anderen').waitFor()
  await page.getByRole('button', { name: 'Verwerfen' }).first().click()
  await insert.nth(1).waitFor({ state: 'detached' })
  await insert.click()
  await surface(page).getByText('Anfang von mir', { exact: true }).waitFor()
})

test('who has written nothing sees the newer text by itself; who has is asked, and what they put aside right after the last key is there to be taken', async () => {
  const doc_id = await create(process(paragraph('Gespeichert')))
  const page = await edit(doc_id)
  leaveUnasked(page)
  const idle = await edit(doc_id)
  await type(page, ' von mir')
  await write(doc_id, process(paragraph('Von der anderen')))
  await page.getByText('Dieser Prozess wurde inzwischen').waitFor()
  await surface(idle).getByText('Von der anderen').waitFor()
  await idle.context().close()
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await page.getByText('Eine andere Fassung vom').waitFor()
  await page.reload()
  await surface(page).getByText('Von der anderen', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Einsetzen' }).click()
  await surface(page).getByText('Gespeichert von mir!', { exact: true }).waitFor()
  assert.equal(await page.getByText('Ihre ungespeicherten Änderungen').count(), 0)
})

test('a window of the same browser leaves alone what another one has not saved', async () => {
  const doc_id = await create(process(paragraph('Gespeichert')))
  const one = await edit(doc_id)
  const open = async () => {
    const page = await one.context().newPage()
    await page.goto(`/ui/docs/${doc_id}/edit`)
    await surface(page).waitFor()
    return page
  }
  const two = await open()
  const typeIn = async (page: Page, words: string) => {
    await page.bringToFront()
    await type(page, words)
    // Longer than the editor waits before it stores a draft.
    await page.waitForTimeout(1_500)
  }
  await typeIn(one, ' und noch nicht')
  // The second window moves the cursor, but changes nothing.
  await typeIn(two, '')
  await one.close()
  const three = await open()
  await surface(three).getByText('Gespeichert und noch nicht', { exact: true }).waitFor()

  // One window saves while the other has unsaved changes.
  await typeIn(two, ' von zwei')
  await typeIn(three, '!')
  await save(three)
  await two.bringToFront()
  await two.getByText('Dieser Prozess wurde inzwischen').waitFor()
  await two.waitForTimeout(1_500)
  await two.close()
  await three.reload()
  await surface(three).getByText('Gespeichert von zwei', { exact: true }).waitFor()
})

test('whose answer to a save is lost collides with nobody, also where their page ends before it', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  const address = `**/docs/${doc_id}/`
  const saveAndLose = async () => {
    const arrived = moment('the save was never sent')
    await page.route(address, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      await route.abort()
      arrived.resolve()
    })
    await page.keyboard.press('Control+s')
    await arrived.wait()
    await endRoute(page, address)
  }
  await type(page, ' eins')
  await saveAndLose()
  // Saves before any other request has read the server's state.
  await type(page, ' zwei')
  await save(page)
  assert.equal(await textNow(doc_id), 'Anfang eins zwei')

  await type(page, ' drei')
  await saveAndLose()
  await page.getByText('Gespeichert', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('Dieser Prozess wurde inzwischen').count(), 0)

  // The page ends before the answer comes, and more is typed.
  leaveUnasked(page)
  const arrived = moment('the save was never sent')
  await page.route(address, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    arrived.resolve()
  })
  await type(page, ' vier')
  await page.keyboard.press('Control+s')
  await arrived.wait()
  await page.keyboard.type(' fünf')
  // Ends the route only after the reload. Otherwise the save would continue, and the newer text would be saved
  // after it.
  await page.reload()
  await surface(page).getByText('Anfang eins zwei drei vier fünf', { exact: true }).waitFor()
  // A call that is on its way while a route goes away may never be answered.
  await endRoute(page, address)
  await page.getByText('Ihre ungespeicherten Änderungen vom').waitFor()
  await save(page)
  assert.equal(await textNow(doc_id), 'Anfang eins zwei drei vier fünf')
})

test('what one administrator has written is not saved in the name of another who signs in on the device', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  await call(cast.clara, 'PATCH', `/users/${await idOf(cast.bruno)}/privileges/`, { is_admin: true })
  const page = await edit(doc_id)
  await type(page, ' von Clara')
  await logIn(page.request, cast.bruno)
  await page.keyboard.press('Control+s')
  await page.getByText('Hier ist inzwischen jemand anderes angemeldet.').waitFor()
  await surface(page).getByText('Anfang', { exact: true }).waitFor()
  assert.equal(await page.getByRole('alertdialog').count(), 0)
  assert.equal(await textNow(doc_id), 'Anfang')
  await logIn(page.request, cast.clara)
  await page.reload()
  await surface(page).getByText('Anfang von Clara', { exact: true }).waitFor()
})

/**
 * Holds back requests with this method and address. `wait` resolves once one was sent; `goOn` lets them
 * continue.
 */
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

/** Opens the editor with unsaved changes of an earlier visit. */
async function editAgain(doc_id: number, words: string) {
  const page = await edit(doc_id)
  leaveUnasked(page)
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
  // The second window stores the restored draft anew, as its own.
  await two.getByRole('link', { name: 'Frühere Fassungen' }).click()
  await leaveQuestion(two).getByRole('button', { name: 'Abbrechen' }).click()
  await one.bringToFront()
  await type(one, ' und noch mehr')
  await one.getByRole('link', { name: 'Lesen' }).click()
  await leaveQuestion(one).getByRole('button', { name: 'Verlassen', exact: true }).click()
  await one.waitForURL('**/show')
  await two.bringToFront()
  await two.getByRole('button', { name: 'Verwerfen' }).click()
  await surface(two).getByText('Anfang', { exact: true }).waitFor()
  await one.bringToFront()
  await one.getByRole('link', { name: 'Bearbeiten' }).click()
  await surface(one).getByText('Anfang und mehr und noch mehr', { exact: true }).waitFor()
})

test('an image that does not reach the server keeps nobody; who leaves while one is on its way is asked and may wait, and no newer text comes in its place', async () => {
  const doc_id = await create(process(paragraph('Bild')))
  const page = await edit(doc_id)
  await page.route('**/images/', (route) => route.abort())
  await surface(page).click()
  await pasteFile(page)
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  assert.equal(await surface(page).locator('[data-upload]').count(), 0)
  await page.getByRole('link', { name: 'Lesen' }).click()
  await page.waitForURL('**/show')
  await endRoute(page, '**/images/')

  await reopen(page, doc_id)
  const first = await hold(page, '**/images/', 'POST')
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await pasteFile(page)
  await first.wait()
  await page.getByRole('link', { name: 'Lesen' }).click()
  await leaveQuestion(page).getByText('Ein Bild wird noch hochgeladen').waitFor()
  await leaveQuestion(page).getByRole('button', { name: 'Speichern und verlassen' }).click()
  first.goOn()
  await page.waitForURL('**/show')
  assert.match(JSON.stringify((await read(doc_id)).content), /"src":"\/docs\/images\//)

  const other = await create(process(paragraph('Bild')))
  await reopen(page, other)
  const second = await hold(page, '**/images/', 'POST')
  await surface(page).click()
  await pasteFile(page)
  await second.wait()
  await write(other, process(paragraph('Von der anderen')))
  await page.getByText('Dieser Prozess wurde inzwischen').waitFor()
  second.goOn()
  await surface(page).locator('img[src^="/docs/images/"]').waitFor()
})
