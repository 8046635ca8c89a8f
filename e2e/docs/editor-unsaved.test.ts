import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { textOf } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { logIn } from '../log-in.ts'
import { moment } from '../patience.ts'
import { paragraph, process, save, setEditorStage, surface } from './editor-stage.ts'

const { call, create, write, read, edit, idOf } = await setEditorStage()

/** At the end of the text. */
const type = async (page: Page, words: string) => {
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}
/** Leaving the page with something unsaved is never asked about. */
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
  await page.getByText('1 Änderung an einem Prozess ist noch nicht gespeichert und geht verloren.').waitFor()
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
  /** In the message, which goes along. */
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

  // Also beside what was typed since.
  await discard()
  await type(page, ' und neu')
  await undo.click()
  await surface(page).getByText('Gespeichert und noch nicht', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Einsetzen' }).click()
  await surface(page).getByText('Gespeichert und neu', { exact: true }).waitFor()
})

test('who leaves may save first; what is refused then keeps them there', async () => {
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
  await expectAccessibleInBothSchemes(page)
  await question.getByRole('button', { name: 'Speichern und verlassen' }).click()
  await page.waitForURL('**/show')
  await page.getByText('Anfang von mir!').waitFor()
  assert.equal(textOf((await read(doc_id)).content), 'Anfang von mir!')
})

test('two administrators collide: neither text is lost, whichever of them is saved', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  const conflict = conflictIn(page)
  const insert = page.getByRole('button', { name: 'Einsetzen' })
  await type(page, ' von mir')
  await write(doc_id, process(paragraph('Von der anderen')))
  await page.keyboard.press('Control+s')
  await conflict.getByRole('button', { name: 'Abbrechen' }).click()
  assert.equal(textOf((await read(doc_id)).content), 'Von der anderen')
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
  assert.equal(textOf((await read(doc_id)).content), 'Anfang von mir!')
  // Beside the one that lies there already; the newest stands first.
  await page.getByText('Eine andere Fassung vom').nth(1).waitFor()
  await insert.first().click()
  await surface(page).getByText('Wieder von der anderen').waitFor()
})

test('who collides twice finds both texts, and discards them one by one', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id)
  for (const [mine, theirs] of [
    [' von mir', 'Die erste der anderen'],
    [' und wieder ich', 'Die zweite der anderen'],
  ] as const) {
    await type(page, mine)
    await write(doc_id, process(paragraph(theirs)))
    await page.keyboard.press('Control+s')
    await conflictIn(page).getByRole('button', { name: 'Neu laden' }).click()
    await surface(page).getByText(theirs, { exact: true }).waitFor()
  }
  await page.reload()
  const fetch = page.getByRole('button', { name: 'Einsetzen' })
  await fetch.nth(1).click()
  await surface(page).getByText('Anfang von mir', { exact: true }).waitFor()
  await fetch.nth(0).click()
  await surface(page).getByText('Die erste der anderen und wieder ich', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Verwerfen' }).nth(0).click()
  await fetch.nth(1).waitFor({ state: 'detached' })
  await fetch.click()
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
    // Longer than an editor waits before it writes down.
    await page.waitForTimeout(1_500)
  }
  await typeIn(one, ' und noch nicht')
  // Nothing but the cursor moves.
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

test('whose answer to a save is lost collides with nobody', async () => {
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
    await page.unroute(address)
  }
  await type(page, ' eins')
  await saveAndLose()
  // Before anything else has asked what the server has.
  await type(page, ' zwei')
  await save(page)
  assert.equal(textOf((await read(doc_id)).content), 'Anfang eins zwei')

  await type(page, ' drei')
  await saveAndLose()
  await page.getByText('Gespeichert', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('Dieser Prozess wurde inzwischen').count(), 0)

  // The page goes before the answer comes.
  await type(page, ' vier')
  const page2 = await page.context().newPage()
  await saveAndLose()
  await page.close()
  await page2.goto(`/ui/docs/${doc_id}/edit`)
  await surface(page2).getByText('Anfang eins zwei drei vier', { exact: true }).waitFor()
  await page2.getByText('Gespeichert', { exact: true }).first().waitFor()
  await page2.getByRole('link', { name: 'Frühere Fassungen' }).waitFor()
  await page2.waitForTimeout(1_500)
  assert.equal(await page2.getByText('Dieser Prozess wurde inzwischen').count(), 0)
  assert.equal(await page2.getByText('Ihre ungespeicherten Änderungen').count(), 0)
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
  assert.equal(textOf((await read(doc_id)).content), 'Anfang')
  await logIn(page.request, cast.clara)
  await page.reload()
  await surface(page).getByText('Anfang von Clara', { exact: true }).waitFor()
})

test('an editor asks every five seconds what is new; where nothing is, nothing is sent and nothing moves', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id, { prepare: (context) => context.clock.install() })
  /** The answer that comes within five seconds by the page’s own clock. */
  const asked = async () => {
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === `/docs/${doc_id}/`)
    await page.clock.runFor(5_000)
    return answer
  }
  await asked()
  await page.evaluate(`(() => {
    window.moved = []
    new MutationObserver((changes) => window.moved.push(...changes.map(({ target }) => target.nodeName))).observe(
      document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true })
  })()`)
  for (let turn = 0; turn < 2; turn++) {
    const answer = await asked()
    assert.equal(answer.status(), 304)
    assert.ok(answer.request().headers()['if-none-match'])
  }
  assert.deepEqual(await page.evaluate('window.moved'), [])
  await call(cast.clara, 'PUT', `/docs/${doc_id}/name/`, { name: 'Ganz anders' })
  assert.equal((await asked()).status(), 200)
  await page.getByRole('heading', { name: 'Ganz anders' }).waitFor()
})
