import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberField, paragraph, processOf } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { logIn } from '../log-in.ts'
import { endRoute } from '../steps.ts'
import { content, refuseAnswers, saved, setReadingStage, show, untilKept } from './reading-stage.ts'

const { as, call, idOf, doc, answersOf, untilStored } = await setReadingStage()

test('fields are filled in by keyboard, saved by themselves, also right after the last key, and seen by another device', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const other = await as(cast.anna, show(id))
  await other.getByText('0 von 4').waitFor()
  await page.getByLabel('Stühle').focus()
  await page.keyboard.type('1234,5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByLabel('Vorkommnisse').focus()
  await page.keyboard.type('Alles ruhig.\nLicht aus.')
  await saved(page)
  assert.equal(await page.getByLabel('Stühle').inputValue(), '1.234,5')
  assert.deepEqual(await answersOf(page, id), {
    Stühle: 1234.5,
    'Garderobe leer': 'Bestätigt',
    Vorkommnisse: 'Alles ruhig.\nLicht aus.',
  })
  await page.getByText('3 von 4').waitFor()
  // A window focus refetches answers at once.
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await other.getByText('3 von 4').waitFor()
  assert.equal(await other.getByLabel('Stühle').inputValue(), '1.234,5')

  await page.getByLabel('Stühle').fill('8')
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await untilStored(page, id, 'Stühle', 8)
  await page.goto(show(id))
  await page.getByLabel('Stühle').fill('9')
  await page.goto('/ui/profile')
  await untilStored(page, id, 'Stühle', 9)
})

test('what is no number stays as it was typed, and says so; one with a point is read as thousands, and is the other one with one press; Enter leads to the next field, and a pasted text keeps its lines', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').fill('zwölf')
  await page.getByLabel('Vorkommnisse').fill('x')
  await page.getByText('Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.').waitFor()
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await untilKept(page, id)
  await page.reload()
  await page.getByText('Bitte geben Sie eine Zahl ein').waitFor()
  assert.equal(await page.getByLabel('Stühle').inputValue(), 'zwölf')
  await page.getByLabel('Stühle').fill('12')
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 12, Vorkommnisse: 'x' })
  assert.equal(await page.getByText('Gespeichert bleibt').count(), 0)
  // If the typed text cannot be stored, the field says which number is stored.
  await page.getByLabel('Stühle').fill('12000')
  await page.getByLabel('Vorkommnisse').focus()
  await untilStored(page, id, 'Stühle', 12_000)
  await page.getByLabel('Stühle').fill('circa 9')
  await page.getByLabel('Vorkommnisse').focus()
  await page.getByText('Gespeichert bleibt 12.000.').waitFor()
  assert.equal(await page.getByLabel('Stühle').inputValue(), 'circa 9')
  await page.getByLabel('Stühle').fill('')
  await page.getByText('Gespeichert bleibt').waitFor({ state: 'detached' })

  await page.getByLabel('Vorkommnisse').fill('')
  await page.getByLabel('Garderobe leer').check()
  await page.getByLabel('Stühle').fill('abc')
  await page.keyboard.press('Enter')
  const next = page.locator('textarea:focus')
  await next.waitFor()
  assert.equal(await next.inputValue(), '')
  await page.getByRole('button', { name: 'Nächstes Feld' }).click()
  while (!(await page.getByLabel('Stühle').evaluate((field) => field === document.activeElement)))
    await page.getByRole('button', { name: 'Nächstes Feld' }).click()
  await page.keyboard.type('12')
  assert.equal(await page.getByLabel('Stühle').inputValue(), '12')

  const chairs = page.getByLabel('Stühle')
  const reading = page.getByText('Gelesen als 1500')
  const other = page.getByRole('button', { name: 'Ich meine 1,5' })
  await chairs.fill('1.500')
  await reading.waitFor()
  await page.getByLabel('Vorkommnisse').fill('x')
  await untilStored(page, id, 'Stühle', 1_500)
  assert.equal(await chairs.inputValue(), '1.500')
  await reading.waitFor()
  await other.click()
  await untilStored(page, id, 'Stühle', 1.5)
  assert.equal(await chairs.inputValue(), '1,5')
  assert.equal(await chairs.evaluate((field) => field === document.activeElement), true)
  await other.waitFor({ state: 'hidden' })
  // By keyboard alone.
  await chairs.fill('12.345')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilStored(page, id, 'Stühle', 12.345)
  assert.equal(await chairs.inputValue(), '12,345')

  const paste = (label: string, text: string) =>
    page.getByLabel(label).evaluate((field: HTMLInputElement | HTMLTextAreaElement, text) => {
      field.focus()
      field.select()
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // The browser’s own way of pasting, unless it was prevented.
      if (field.dispatchEvent(event)) document.execCommand('insertText', false, text)
    }, text)
  await paste('Stühle', '12\r\n345\r\n')
  assert.equal(await page.getByLabel('Stühle').inputValue(), '12 | 345')
  await page.getByLabel('Stühle').blur()
  await page.getByText('Bitte geben Sie eine Zahl ein').waitFor()
  await paste('Stühle', '1.234,5\r\n')
  await untilStored(page, id, 'Stühle', 1_234.5)
  await paste('Vorkommnisse', 'a\tb\r\nc\u00a0d')
  await untilStored(page, id, 'Vorkommnisse', 'a\tb\nc\u00a0d')
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'a\tb\nc\u00a0d')
  await page.getByText('3 von 4').waitFor()
  await page.getByLabel('Vorkommnisse').fill(' \n ')
  await untilStored(page, id, 'Vorkommnisse', ' \n ')
  await page.getByText('2 von 4').waitFor()
})

test('another device’s answer is not overwritten without a word, and can be taken', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const chairs = page.getByLabel('Stühle')
  await chairs.waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Vorkommnisse').fill('Am Rechner, ohne Netz.')
  await chairs.fill('5')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Vorkommnisse: 'Am Telefon.' } })
  await page.context().setOffline(false)
  const asked = page.getByRole('alert').filter({ hasText: 'Am Telefon.' })
  await asked.waitFor()
  await untilStored(page, id, 'Stühle', 5)
  assert.equal((await answersOf(page, id))['Vorkommnisse'], 'Am Telefon.')
  await asked.getByRole('button', { name: 'Andere Angabe übernehmen' }).click()
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'Am Telefon.')
  await saved(page)
})

test('what was filled in without a network lands in no later round unasked, from wherever it goes out', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const chairs = page.getByLabel('Stühle')
  await chairs.waitFor()
  await page.context().setOffline(true)
  await chairs.fill('5')
  await page.getByLabel('Vorkommnisse').fill('Alles ruhig.')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await untilKept(page, id)
  await call(cast.clara, 'POST', `/docs/${id}/userdata/reset/`)
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await page.context().setOffline(false)
  // The list loads once the network is back. Then the page is loaded anew.
  await page.getByRole('link', { name: 'Abbau' }).first().waitFor()
  await page.goto(show(id))
  const asked = page.getByRole('alert').filter({ hasText: 'Inzwischen hat eine neue Runde begonnen' })
  await asked.nth(1).waitFor()
  await page.getByRole('status').getByText('Bitte entscheiden Sie an den Feldern.').waitFor()
  assert.deepEqual(await answersOf(page, id), {})
  await asked.first().getByRole('button', { name: 'Meine Angabe behalten' }).click()
  await untilStored(page, id, 'Stühle', 5)
  await asked.getByRole('button', { name: 'Leer lassen' }).click()
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 5 })
})

test('answers typed offline survive a reload and go out later', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Stühle').fill('44')
  await page.getByLabel('Vorkommnisse').fill('offline getippt')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  // Until somebody presses, answers cannot be sent, although the app itself loads.
  let isPressed = false
  await page.exposeFunction('press', () => {
    isPressed = true
  })
  await page.addInitScript("addEventListener('pointerdown', () => press())")
  await page.route('**/currentuserdata/', (route) =>
    route.request().method() === 'PATCH' && !isPressed ? route.abort() : route.continue(),
  )
  // Leaves the page while offline: a page that notices the network sends as it closes, past the route.
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(show(id))
  assert.deepEqual(await answersOf(page, id), {})
  const typed = page.getByLabel('Vorkommnisse')
  await until(async () => (await typed.inputValue()) === 'offline getippt', 'it is there again')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 44, Vorkommnisse: 'offline getippt' })
})

test('a process whose last answer is not stored is not called done, and a logout says how many it would lose', async () => {
  const id = await doc(processOf(paragraph('Stühle: ', numberField('Stühle'))))
  const page = await as(cast.anna, show(id))
  const done = page.getByText('Fertig – es ist nichts weiter zu tun.')
  await page.getByLabel('Stühle').fill('6')
  await saved(page)
  await done.waitFor()
  await refuseAnswers(page)
  await page.getByLabel('Stühle').fill('7')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await done.waitFor({ state: 'detached' })
  // The press comes first: once the route ends, the answer could go by itself before.
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await endRoute(page, '**/currentuserdata/')
  await saved(page)
  await done.waitFor()

  await refuseAnswers(page)
  await page.getByLabel('Stühle').fill('8')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('region', { name: 'Geht verloren' }).getByText('Eine Angabe ·').waitFor()
})

test('what one window saves the other has at once, and what both could not send at the same time goes out, of both', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const other = await page.context().newPage()
  await other.goto(show(id))
  const windows = [
    [page, page.getByLabel('Stühle')],
    [other, other.getByLabel('Lager')],
  ] as const
  for (const [, field] of windows) await field.waitFor()
  // Input saved in one window shows in the other at once, without a request.
  let requests = 0
  await other.route('**/currentuserdata/', async (route) => {
    requests++
    await route.abort()
  })
  await page.getByLabel('Stühle').fill('11')
  await page.getByLabel('Stühle').blur()
  await other.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === '11'),
  )
  assert.equal(requests, 0)
  await endRoute(other, '**/currentuserdata/')

  await page.context().setOffline(true)
  for (const [one, field] of windows) {
    await field.fill('7')
    await one.getByRole('status').getByText('auf diesem Gerät').waitFor()
  }
  const later = await page.context().newPage()
  for (const [one] of windows) await one.close()
  await later.context().setOffline(false)
  await later.goto('/ui/profile')
  for (const name of ['Stühle', 'Lager']) await untilStored(later, id, name, 7)
})

test('what one person typed waits for them, under whatever name; nobody else on the device sees, sends or ends it', async () => {
  const id = await doc(content)
  const anna = await idOf(cast.anna)
  const rename = (username: string) => call(cast.clara, 'PATCH', `/users/${anna}/username/`, { username })
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  // Bruno signs in in another window: this one has not noticed yet.
  await logIn(page.request, cast.bruno)
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByLabel('Stühle').fill('17')
  assert.equal((await refused).status(), 412)
  const chairs = page.getByLabel('Stühle')
  await until(async () => (await chairs.inputValue()) === '', 'what she typed is not shown to him')
  await page.reload()
  await chairs.waitFor()
  assert.equal(await chairs.inputValue(), '')
  assert.deepEqual(await answersOf(page, id), {})
  // His logout removes his data from the device, but not hers.
  await page.goto('/ui/logout')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await rename('anna-neu')
  await logIn(page.request, { username: 'anna-neu' })
  await page.goto('/ui/profile')
  await untilStored(page, id, 'Stühle', 17)
  await rename(cast.anna.username)
})
