import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { cast } from '#demo/cast.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessibleInBothSchemes, tooWide } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'
import { holdFingerOn, offline, tapWhereItIs } from '../steps.ts'
import { allSent, area, roomLink, say, texts, waitForMessage } from './chat-steps.ts'

const { as, call, idOf, roomOf } = await setStage()

test('an image is chosen, pasted or dropped, but not taken from a copied table; the other sees it, also large, and it is deleted for both', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await area(anna).waitFor()
  await anna
    .getByLabel('Bild wählen')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: tinyPng })
  await anna.getByText('Das ist kein Bild, das hier gezeigt werden kann').waitFor()
  // Word and Excel add a picture of the copied text.
  const isTextPasted = await area(anna).evaluate(
    (field, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Zelle')
      clipboardData.setData('text/html', '<td>Zelle</td>')
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return field.dispatchEvent(paste)
    },
    [...tinyPng],
  )
  assert.equal(isTextPasted, true)
  const picture = anna.getByAltText('Bild, das mitgesendet wird')
  await area(anna).evaluate(
    (target, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...tinyPng],
  )
  await picture.waitFor()
  await anna.getByRole('button', { name: 'Bild entfernen' }).click()
  await picture.waitFor({ state: 'detached' })
  assert.equal(await area(anna).evaluate((field) => field === document.activeElement), true)
  await anna.getByRole('log').evaluate(
    (log, bytes) => {
      const dataTransfer = new DataTransfer()
      for (const name of ['a.png', 'b.png'])
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      log.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [...tinyPng],
  )
  await anna.getByRole('button', { name: 'Bild entfernen' }).nth(1).click()
  await anna.getByRole('button', { name: 'Bild entfernen' }).click()
  await picture.waitFor({ state: 'detached' })
  await anna
    .getByLabel('Bild wählen')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: tinyPng })
  await picture.waitFor()
  await anna.getByRole('button', { name: 'Senden' }).click()
  await bruno.getByRole('button', { name: 'Bild groß zeigen' }).click()
  const large = bruno.getByRole('dialog', { name: 'Bild von Anna Berger' })
  await large.waitFor()
  // Reads the width as soon as the image has loaded.
  const widthOf = () => document.querySelector<HTMLImageElement>('dialog img')?.naturalWidth ?? 0
  assert.equal(await (await bruno.waitForFunction(widthOf)).jsonValue(), 1)
  await bruno.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  assert.ok(bruno.url().includes(path), 'Escape has closed the image, not the room')
  await area(bruno).press('Escape')
  await bruno.getByRole('log').press('Escape')
  await bruno.getByRole('article', { name: /^Anna Berger, / }).waitFor()
  assert.ok(bruno.url().includes(path), 'Escape leaves no room')
  await bruno.getByRole('button', { name: 'Bild groß zeigen' }).click()
  await large.waitFor()

  const actions = anna.getByRole('button', { name: 'Aktionen für diese Nachricht' })
  const opacity = () => actions.evaluate((button) => getComputedStyle(button).opacity)
  await area(anna).hover()
  assert.equal(await opacity(), '0', 'nothing stands beside a message')
  await anna.getByRole('article').hover()
  assert.equal(await opacity(), '1')
  const menu = anna.getByRole('menu')
  await actions.click()
  await menu.waitFor()
  await actions.click()
  await menu.waitFor({ state: 'detached' })
  await actions.click()
  await anna.getByRole('menuitem', { name: 'Nachricht löschen' }).click()
  const question = anna.getByRole('alertdialog', { name: 'Soll diese Nachricht gelöscht werden?' })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await anna.locator('[role=log]:focus').waitFor()
  await large.waitFor({ state: 'detached' })
  for (const page of [anna, bruno]) await page.getByText('Noch keine Nachrichten').last().waitFor()
  for (const page of [anna, bruno]) assert.equal(await page.getByRole('article').count(), 0)
})

test('with one other nobody’s name stands above what is said, in a group it does; only what is an address can be followed, and no text becomes a page', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'In der Gruppe' })
  await waitForMessage(anna, 'In der Gruppe')
  await anna.getByRole('log').getByText('Bruno Castell', { exact: true }).waitFor()
  const found = await call(cast.bruno, 'POST', '/chat/direct/', { user_id: await idOf(cast.anna) })
  const { direct_chat_id } = found as { direct_chat_id: number }
  await anna.goto(`/ui/chat/direct/${direct_chat_id}`)
  await anna.getByRole('heading', { level: 2, name: 'Bruno Castell' }).waitFor()
  await call(cast.bruno, 'POST', `/chat/direct/${direct_chat_id}/send_message/`, { message: 'Zu zweit' })
  await waitForMessage(anna, 'Zu zweit')
  assert.equal(await anna.getByRole('log').getByText('Bruno Castell', { exact: true }).count(), 0)

  await area(anna).fill('<img src=x onerror=alert(1)> javascript:alert(1)')
  await area(anna).press('Shift+Enter')
  await area(anna).pressSequentially('Siehe https://nordlicht.example/plan.')
  await area(anna).press('Enter')
  const link = anna.getByRole('log').getByRole('link')
  await link.waitFor()
  assert.equal(await link.count(), 1)
  assert.equal(await link.getAttribute('href'), 'https://nordlicht.example/plan')
  assert.match((await link.getAttribute('rel')) ?? '', /noopener/)
  assert.deepEqual(await texts(anna), [
    'Zu zweit',
    '<img src=x onerror=alert(1)> javascript:alert(1)\nSiehe https://nordlicht.example/plan.',
  ])
  // An emoji counts as one character, as on the server.
  await area(anna).fill(`${'x'.repeat(3_999)}😀😀`)
  await anna.getByText('Die Nachricht ist um 1 Zeichen zu lang.').waitFor()
  await area(anna).press('Enter')
  assert.equal((await texts(anna)).length, 2)
})

test('who writes too much is told so, and tries again later; signed out elsewhere they are led from the room to the login', async () => {
  const { path, id } = await roomOf(cast.georg)
  const georg = await as(cast.georg, path)
  await area(georg).waitFor()
  for (let nr = 0; nr < 30; nr++)
    await call(georg, 'POST', `/chat/groups/${id}/send_message/`, { message: `Nr. ${nr}` })
  await say(georg, 'Zu viel')
  await georg.getByText('Sie schreiben gerade sehr viel. Bitte warten Sie einen Augenblick.').waitFor()
  await georg.getByRole('button', { name: 'verwerfen' }).click()
  const refused = georg.getByText('Zu viel', { exact: true })
  await refused.waitFor({ state: 'detached' })
  // The discarded message comes back by „Rückgängig“.
  await georg.getByRole('button', { name: 'Meldung schließen' }).waitFor({ state: 'detached' })
  await georg.getByRole('button', { name: 'Rückgängig' }).click()
  await refused.waitFor()
  await call(georg, 'POST', '/auth/logout/')
  await georg.waitForURL('**/ui/login')
})

/** Sends by the button, because Enter on a phone starts a new line. */
const tell = async (page: Page, text: string) => {
  await area(page).fill(text)
  await page.getByRole('button', { name: 'Senden' }).click()
}

test('a room is accessible and never too wide on a phone, with words that do not break, an image and no network', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path, phone)
  await tell(anna, `Unteilbar: ${'x'.repeat(200)} https://nordlicht.example/${'y'.repeat(200)}`)
  await call(anna, 'POST', `/chat/groups/${path.split('/').at(-1)}/send_message/`, {
    message: '',
    image: `data:image/png;base64,${tinyPng.toString('base64')}`,
  })
  await anna.getByRole('button', { name: 'Bild groß zeigen' }).waitFor()
  await anna.getByRole('button', { name: '2 Mitglieder' }).tap()
  const members = anna.getByRole('dialog', { name: '2 Mitglieder' })
  await members.getByText('Bruno Castell').waitFor()
  await expectAccessibleInBothSchemes(anna, 'dialog[open]')
  await members.getByRole('button', { name: 'Schließen' }).tap()
  await members.waitFor({ state: 'detached' })
  await holdFingerOn(anna.getByRole('button', { name: 'Bild groß zeigen' }))
  const remove = anna.getByRole('menuitem', { name: 'Nachricht löschen' })
  await remove.waitFor()
  assert.equal(await anna.getByRole('dialog').count(), 0, 'the picture under the finger stays small')
  await expectAccessibleInBothSchemes(anna, '[role=menu]')
  await anna.keyboard.press('Escape')
  await remove.waitFor({ state: 'detached' })
  await anna.context().setOffline(true)
  await tell(anna, 'Ohne Netz')
  await anna.getByText('wartet auf Verbindung').waitFor()
  await expectAccessibleInBothSchemes(anna)
})

test('on a phone the areas give way to the keyboard, from the first press on, and to a room; one tap sends while the keyboard is open; on its side nothing lies under the notch, and most of the height is for what is said', async () => {
  const { name } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, '/ui/chat', phone)
  const areas = anna.getByRole('navigation', { name: 'Bereiche' })
  await areas.waitFor()
  const openKeyboard = () => anna.setViewportSize({ width: 390, height: 500 })
  await anna.getByRole('combobox', { name: 'Person suchen' }).tap()
  await openKeyboard()
  await areas.waitFor({ state: 'hidden' })
  await anna.setViewportSize(phone.viewport)
  await areas.waitFor()
  await anna.keyboard.press('Escape')
  await roomLink(anna, name).tap()
  await areas.waitFor({ state: 'hidden' })
  const { y, height } = (await area(anna).boundingBox())!
  assert.ok(y + height > phone.viewport.height - 16, 'the room has the whole height')
  await area(anna).tap()
  await openKeyboard()
  await area(anna).fill('Mit einem Tipp')
  // Nothing that the keyboard has hidden may come back under the finger before the tap has ended.
  await tapWhereItIs(anna, anna.getByRole('button', { name: 'Senden' }))
  await waitForMessage(anna, 'Mit einem Tipp')
  await allSent(anna)

  await anna.setViewportSize({ width: 844, height: 390 })
  const devtools = await anna.context().newCDPSession(anna)
  const notch = 59
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: notch, right: notch, bottom: 21 },
  })
  await expectClear(anna.locator('main'), notch)
  await anna.getByRole('button', { name: 'Zu den Chats' }).tap()
  await roomLink(anna, name).waitFor()
  await expectClear(anna.locator('main'), notch)
  await roomLink(anna, name).tap()
  await say(anna, 'x'.repeat(300))
  await area(anna).fill('')
  await anna.getByText('2 Mitglieder').waitFor()
  await expectClear(anna.locator('main'), notch)
  const log = await anna.getByRole('log').boundingBox()
  assert.ok((log?.height ?? 0) > 200, `${log?.height} px`)
  await anna.context().setOffline(true)
  await offline(anna).waitFor()
  await expectClear(anna.locator('main'), notch)
})

/** Expects that everything to read or to press keeps at least this distance (px) from both sides. */
async function expectClear(where: Locator, notch: number) {
  const under = await where.evaluate((root, notch) => {
    const parts = root.querySelectorAll(
      'button, a, input, textarea, h1, h2, h3, p, summary, article > div > div',
    )
    return [...parts]
      .map((part) => [part.getBoundingClientRect(), part.outerHTML.slice(0, 120)] as const)
      .filter(([{ left, right, width }]) => width > 1 && (left < notch || right > innerWidth - notch))
      .map(([, html]) => html)
  }, notch)
  assert.deepEqual(under, [])
}

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

  await bruno.getByRole('button', { name: 'Bild 1 von 2 groß zeigen' }).tap()
  await large(bruno, '1 von 2').waitFor()
  await until(async () => (await largeWidth(bruno)) === 1_600)
  await expectAccessibleInBothSchemes(bruno, 'dialog[open]')
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
  assert.deepEqual(await tooWide(anna), [])
  await anna.getByRole('button', { name: 'Senden' }).tap()
  await anna.getByRole('button', { name: 'Bild 10 von 10 groß zeigen' }).tap()
  await large(anna, '10 von 10').waitFor()
  await until(async () => (await largeWidth(anna)) === 108)
  await anna.getByRole('button', { name: 'Nächstes Bild' }).tap()
  await until(async () => (await largeWidth(anna)) === 2_048)
})
