import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Tree } from '#contract/document/tree.ts'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import {
  cell,
  checkbox,
  head,
  heading,
  link,
  number,
  paragraph,
  processOf,
  section,
  table,
  textarea,
} from '#demo/documents/build.ts'
import { showHostile } from '#proof/hostile-documents.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'

const kontor = await startKontor()
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
})

type Options = Parameters<typeof browser.newContext>[0]

async function as({ username }: Person, path: string, options: Options = {}) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  await context.request.post('/auth/login/', { data: { username, password: demoPassword } })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(path)
  return page
}

const clara = await as(cast.clara, '/ui/profile')
const asClara = async (method: 'post' | 'put' | 'patch', path: string, data: object) => {
  const answer = await clara.request[method](path, { data })
  assert.ok(answer.ok(), await answer.text())
  return (await answer.json()) as { doc_id: number }
}
const setStatus = (id: number, status: string) => asClara('put', `/docs/${id}/status/`, { status })
const write = (id: number, content: Tree) => asClara('patch', `/docs/${id}/`, { content })

async function doc(content: Tree, status = 'Aktiv') {
  const { doc_id } = await asClara('post', '/docs/', { name: 'Abbau' })
  await write(doc_id, content)
  await asClara('put', `/docs/${doc_id}/visibility/public/`, { public: true })
  await setStatus(doc_id, status)
  return doc_id
}
const show = (id: number) => `/ui/docs/${id}/show`

const content = processOf(
  paragraph(
    'Bitte alles ausfüllen, Fragen an ',
    link('die Leitung', 'mailto:leitung@nordlicht.example'),
    '.',
  ),
  section(
    'Foyer',
    paragraph('Stühle: ', number('Stühle')),
    section('Garderobe', paragraph(checkbox('Garderobe leer'))),
  ),
  section('Rundgang', heading(1, 'Ablauf'), paragraph(textarea('Vorkommnisse'))),
  section('Schlüssel', table([head('Schlüssel'), head('Anzahl')], ['Lager', cell(number('Lager'))])),
)

const fold = (page: Page, name: string) => page.locator('[aria-expanded]').filter({ hasText: name }).first()
const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^\s*gespeichert$/ })
    .waitFor()
const answersOf = async (page: Page, id: number) =>
  (
    (await (await page.request.get(`/docs/${id}/currentuserdata/`)).json()) as {
      data: Record<string, unknown>
    }
  ).data

/** Until the server has what somebody typed. */
async function untilStored(page: Page, id: number, name: string, value: unknown) {
  for (let tries = 0; tries < 100; tries++) {
    if ((await answersOf(page, id))[name] === value) return
    await page.waitForTimeout(100)
  }
  assert.fail(`${name} is ${String((await answersOf(page, id))[name])}`)
}

test('what is folded stays folded for this person and this document', async () => {
  const [id, other] = [await doc(content), await doc(content)]
  const page = await as(cast.anna, show(id))
  await fold(page, 'Foyer').click()
  await page.getByLabel('Stühle').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByLabel('Vorkommnisse').waitFor()
  assert.equal(await fold(page, 'Foyer').getAttribute('aria-expanded'), 'false')
  await page.goto(show(other))
  await page.getByLabel('Stühle').waitFor()

  await page.getByRole('button', { name: 'Alle zuklappen' }).click()
  await page.getByLabel('Vorkommnisse').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Alle aufklappen' }).click()
  await page.getByLabel('Garderobe leer').waitFor()
  await page.context().close()
})

test('on a phone one section can be read at a time', async () => {
  const page = await as(cast.anna, show(await doc(content)), {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await page.getByRole('button', { name: 'Einzeln lesen' }).tap()
  await page.getByLabel('Vorkommnisse').waitFor({ state: 'detached' })
  await page.getByLabel('Garderobe leer').waitFor()
  await fold(page, 'Rundgang').tap()
  await page.getByLabel('Vorkommnisse').waitFor()
  await page.getByLabel('Stühle').waitFor({ state: 'detached' })
  await page.context().close()
})

test('fields are filled in by keyboard, saved by themselves, and seen by another device', async () => {
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
  await other.getByText('3 von 4').waitFor({ timeout: 15_000 })
  assert.equal(await other.getByLabel('Stühle').inputValue(), '1.234,5')

  // Whoever tabs into a number and types replaces it.
  await page.getByLabel('Stühle').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await untilStored(page, id, 'Stühle', 7)
  for (const one of [page, other]) await one.context().close()
})

test('what is no number stays as it was typed, and says so', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').fill('zwölf')
  await page.getByLabel('Vorkommnisse').fill('x')
  await page.getByText('Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.').waitFor()
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await page.reload()
  await page.getByText('Bitte geben Sie eine Zahl ein').waitFor()
  assert.equal(await page.getByLabel('Stühle').inputValue(), 'zwölf')
  await page.getByLabel('Stühle').fill('12')
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 12, Vorkommnisse: 'x' })
  await page.context().close()
})

test('a number with a point is read as thousands, says so, and is the other one with one press', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
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
  // By the keyboard alone, and after a reload nothing is asked any more: the field says what is stored.
  await chairs.fill('12.345')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilStored(page, id, 'Stühle', 12.345)
  await page.reload()
  await chairs.waitFor()
  assert.equal(await chairs.inputValue(), '12,345')
  assert.equal(await page.getByText('Gelesen als').count(), 0)
  await page.context().close()
})

test('what is typed in another way than it is read is shown as it is read, and stored as it is shown', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const chairs = page.getByLabel('Stühle')
  for (const [typed, value, shown] of [
    ['1.234.567', 1_234_567, '1.234.567'],
    ['12.345,6', 12_345.6, '12.345,6'],
    ['1\u202f500', 1_500, '1.500'],
    ["1'500,5", 1_500.5, '1.500,5'],
    ['3 €', 3, '3'],
    ['10 %', 10, '10'],
    ['12.5', 12.5, '12,5'],
    ['0,000000000012345', 0.000000000012345, '0,000000000012345'],
    ['123456789012345', 123_456_789_012_345, '123.456.789.012.345'],
  ] as const) {
    await chairs.fill(typed)
    await chairs.blur()
    await untilStored(page, id, 'Stühle', value)
    assert.equal(await chairs.inputValue(), shown, typed)
  }
  // What a number cannot hold stays as it was typed.
  await chairs.fill('9007199254740993')
  await chairs.blur()
  await page.getByText('Eine Zahl hat hier höchstens 15 Ziffern.').waitFor()
  assert.equal(await chairs.inputValue(), '9007199254740993')
  await page.context().close()
})

test('two cells of a sheet are no number, one cell is; a text keeps its lines, tabs and blanks', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const paste = (label: string, text: string) =>
    page.getByLabel(label).evaluate((field: HTMLInputElement | HTMLTextAreaElement, text) => {
      field.focus()
      field.select()
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // What the browser does by itself, where nobody keeps it from doing so.
      if (field.dispatchEvent(event)) document.execCommand('insertText', false, text)
    }, text)
  for (const cells of ['12\n345', '12\t345', '12\r\n345\r\n']) {
    await paste('Stühle', cells)
    assert.equal(await page.getByLabel('Stühle').inputValue(), '12 | 345')
    await page.getByLabel('Stühle').blur()
    await page.getByText('Bitte geben Sie eine Zahl ein').waitFor()
  }
  await paste('Stühle', '1.234,5\r\n')
  await untilStored(page, id, 'Stühle', 1_234.5)
  await paste('Vorkommnisse', 'a\tb\r\nc\u00a0d')
  await untilStored(page, id, 'Vorkommnisse', 'a\tb\nc\u00a0d')
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'a\tb\nc\u00a0d')
  await page.getByText('2 von 4').waitFor()
  await page.getByLabel('Vorkommnisse').fill(' \n ')
  await untilStored(page, id, 'Vorkommnisse', ' \n ')
  await page.getByText('1 von 4').waitFor()
  await page.context().close()
})

test('what one window saves the other has at once; of two that fill in the same field one is asked', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const other = await page.context().newPage()
  other.setDefaultTimeout(10_000)
  await other.goto(show(id))
  const [mine, theirs] = [page.getByLabel('Stühle'), other.getByLabel('Stühle')]
  await theirs.waitFor()
  await mine.fill('11')
  await mine.blur()
  // Sooner than anybody asks the server.
  await other.waitForFunction(
    () => [...document.querySelectorAll('input')].some(({ value }) => value === '11'),
    undefined,
    {
      timeout: 5_000,
    },
  )
  // Nobody may save before both have typed.
  await page.route('**/currentuserdata/', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await mine.fill('22')
  await mine.blur()
  await theirs.fill('33')
  await theirs.blur()
  await untilStored(page, id, 'Stühle', 33)
  const asked = page.getByRole('alert').filter({ hasText: 'Auf einem anderen Gerät steht jetzt' })
  await asked.getByText('33').waitFor()
  assert.equal(await mine.inputValue(), '22')
  await page.getByRole('status').getByText('eine Angabe wurde inzwischen woanders geändert').waitFor()
  assert.equal((await answersOf(page, id))['Stühle'], 33)
  await page.reload()
  await asked.getByText('33').waitFor()
  await asked.getByRole('button', { name: 'Meine Angabe behalten' }).click()
  assert.equal(await mine.evaluate((field) => field === document.activeElement), true)
  await untilStored(page, id, 'Stühle', 22)
  await asked.waitFor({ state: 'hidden' })
  await page.context().close()
})

test('another device’s answer is not overwritten without a word, and can be taken', async () => {
  const id = await doc(content)
  const [page, phone] = [await as(cast.anna, show(id)), await as(cast.anna, show(id))]
  for (const one of [page, phone]) await one.getByLabel('Vorkommnisse').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Vorkommnisse').fill('Am Rechner, ohne Netz.')
  await page.getByLabel('Stühle').fill('5')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await phone.getByLabel('Vorkommnisse').fill('Am Telefon.')
  await phone.getByLabel('Vorkommnisse').blur()
  await untilStored(phone, id, 'Vorkommnisse', 'Am Telefon.')
  await page.context().setOffline(false)
  const asked = page.getByRole('alert').filter({ hasText: 'Am Telefon.' })
  await asked.waitFor()
  await untilStored(phone, id, 'Stühle', 5)
  assert.equal((await answersOf(phone, id))['Vorkommnisse'], 'Am Telefon.')
  await asked.getByRole('button', { name: 'Andere Angabe übernehmen' }).click()
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'Am Telefon.')
  await saved(page)
  for (const one of [page, phone]) await one.context().close()
})

test('what an older app left in the browser still goes out', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  const users = (await clara.request.get('/users/?filter=anna&per_page=200')).json()
  const { items } = (await users) as { items: { id: number; username: string }[] }
  const user_id = items.find(({ username }) => username === cast.anna.username)?.id ?? assert.fail()
  await page.goto('/sw.js')
  await page.evaluate(
    ([user_id, doc_id]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('kontor', 1)
        request.addEventListener('success', () => {
          const transaction = request.result.transaction('kept', 'readwrite')
          const store = transaction.objectStore('kept')
          store.put(new Set([doc_id]), `${user_id}/answers`)
          store.put(new Map([['Stühle', { value: 6 }]]), `${user_id}/answers/${doc_id}`)
          transaction.addEventListener('complete', () => resolve())
          transaction.addEventListener('error', () => reject(transaction.error ?? new Error('kept nothing')))
        })
      }),
    [user_id, id] as const,
  )
  await page.goto('/ui/profile')
  await untilStored(page, id, 'Stühle', 6)
  await page.context().close()
})

test('on a phone the bar at the lower edge covers nothing that the keyboard comes to', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id), { viewport: { width: 390, height: 420 } })
  await page.getByLabel('Stühle').waitFor()
  const bar = page.getByRole('complementary', { name: 'Überblick' })
  for (let stops = 0; stops < 20; stops++) {
    await page.keyboard.press('Tab')
    const here = page.locator('article :focus')
    if ((await here.count()) === 0) continue
    const [end, begin] = [await here.boundingBox(), await bar.boundingBox()]
    assert.ok(end && begin && Math.round(end.y + end.height) <= begin.y, await here.innerHTML())
  }
  await page.context().close()
})

test('answers typed offline survive a reload and go out later', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Stühle').fill('44')
  await page.getByLabel('Vorkommnisse').fill('offline getippt')
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  // The server stays out of reach for answers, while the app itself comes back.
  const answers = '**/currentuserdata/'
  await page.route(answers, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.context().setOffline(false)
  await page.reload()
  assert.deepEqual(await answersOf(page, id), {})
  await page.getByLabel('Stühle').waitFor()
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'offline getippt')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await page.unroute(answers)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 44, Vorkommnisse: 'offline getippt' })
  await page.context().close()
})

test('when the network returns, unsaved answers go out by themselves', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Stühle').fill('5')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await page.context().setOffline(false)
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 5 })
  await page.context().close()
})

test('a logout says how many answers it would lose', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.route('**/currentuserdata/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Stühle').fill('6')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByText('1 Angabe ist noch nicht gespeichert und geht verloren.').waitFor()
  await page.context().close()
})

test('what an earlier visit could not send goes out wherever the app is opened', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Stühle').fill('6')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  await page.close()
  const later = await page.context().newPage()
  await page.context().setOffline(false)
  await later.goto('/ui/profile')
  await untilStored(later, id, 'Stühle', 6)
  await later.context().close()
})

test('what two windows could not send at the same time goes out, of both documents', async () => {
  const ids = [await doc(content), await doc(content)] as const
  const page = await as(cast.anna, show(ids[0]))
  const other = await page.context().newPage()
  await other.goto(show(ids[1]))
  const fields = [page, other].map((one) => one.getByLabel('Stühle'))
  for (const field of fields) await field.waitFor()
  await page.context().setOffline(true)
  await Promise.all(fields.map((field) => field.fill('7')))
  for (const one of [page, other]) await one.getByRole('status').getByText('nicht gespeichert').waitFor()
  const later = await page.context().newPage()
  for (const one of [page, other]) await one.close()
  await later.context().setOffline(false)
  await later.goto('/ui/profile')
  for (const id of ids) await untilStored(later, id, 'Stühle', 7)
  await later.context().close()
})

test('what one person typed waits for them, under whatever name; nobody else on the device sees or sends it', async () => {
  const id = await doc(content)
  const login = (page: Page, username: string) =>
    page.context().request.post('/auth/login/', { data: { username, password: demoPassword } })
  const users = (await clara.request.get('/users/?filter=anna&per_page=200')).json()
  const anna =
    ((await users) as { items: { id: number; username: string }[] }).items.find(
      ({ username }) => username === cast.anna.username,
    ) ?? assert.fail()
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  // Bruno signs in in another window: this one has not noticed yet.
  await login(page, cast.bruno.username)
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByLabel('Stühle').fill('17')
  assert.equal((await refused).status(), 412)
  const chairs = page.getByLabel('Stühle')
  for (let tries = 0; tries < 50 && (await chairs.inputValue()) !== ''; tries++)
    await page.waitForTimeout(100)
  assert.equal(await chairs.inputValue(), '')
  await page.reload()
  await chairs.waitFor()
  assert.equal(await chairs.inputValue(), '')
  assert.deepEqual(await answersOf(page, id), {})
  const renamed = await asClara('patch', `/users/${anna.id}/username/`, { username: 'anna-neu' })
  assert.ok(renamed)
  await login(page, 'anna-neu')
  await page.goto('/ui/profile')
  await untilStored(page, id, 'Stühle', 17)
  await asClara('patch', `/users/${anna.id}/username/`, { username: cast.anna.username })
  await page.context().close()
})

test('leaving the page right after the last key loses nothing', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').fill('8')
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await untilStored(page, id, 'Stühle', 8)
  await page.goto(show(id))
  await page.getByLabel('Stühle').fill('9')
  await page.goto('/ui/profile')
  await untilStored(page, id, 'Stühle', 9)
  await page.context().close()
})

test('the way leads to the next empty field, also into a folded section', async () => {
  const page = await as(cast.david, show(await doc(content)))
  await page.getByRole('button', { name: 'Alle zuklappen' }).click()
  const next = page.getByRole('button', { name: 'Zum nächsten leeren Feld' })
  for (const [name, text] of [
    ['Stühle', '1'],
    ['Garderobe leer', 'Space'],
    ['Vorkommnisse', 'a'],
    ['Lager', '2'],
  ] as const) {
    await next.click()
    assert.equal(
      await page.getByLabel(name).evaluate((field) => field === document.activeElement),
      true,
      name,
    )
    await page.keyboard.press(text)
  }
  await page.getByText('Alles ausgefüllt', { exact: true }).waitFor()
  await page.context().close()
})

test('a field that is gone is said with what was typed into it; the document is drawn anew', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Vorkommnisse').waitFor()
  await write(id, processOf(paragraph('Stühle: ', number('Stühle'))))
  await page.getByLabel('Vorkommnisse').fill('Viel Text, der nicht verloren gehen soll.')
  await page.getByText('Für diese Eingaben gibt es kein Feld mehr').waitFor()
  await page.getByText('Viel Text, der nicht verloren gehen soll.').waitFor()
  await page.getByLabel('Stühle').waitFor()
  await page.getByRole('button', { name: 'Verstanden' }).click()
  await page.getByText('Viel Text').waitFor({ state: 'detached' })
  await page.context().close()
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
  assert.equal(await page.getByLabel('Stühle').isEditable(), false)
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), '')
  assert.equal(await page.getByLabel('Stühle').inputValue(), '3')
  await page.context().close()
})

test('a draft says why it cannot be filled in; an empty document what is missing', async () => {
  const page = await as(cast.clara, show(await doc(content, 'Entwurf')))
  await page.getByText('Dieser Prozess ist ein Entwurf.').waitFor()
  assert.equal(await page.getByLabel('Stühle').isDisabled(), true)
  await page.goto(show(await doc(processOf(), 'Entwurf')))
  await page.getByText('Hier steht noch nichts.').waitFor()
  await page.context().close()
})

test('300 hostile trees run nothing', () => showHostile(300, 1).then(() => undefined))

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`a document is accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const page = await as(cast.anna, show(await doc(content)), {
        colorScheme,
        // As high as the document: what scrolls under a bar is measured as if it were cut off.
        viewport: { width, height: 1_600 },
        isMobile: width < 500,
      })
      await page.getByLabel('Stühle').fill('viele')
      await page.getByLabel('Lager').fill('2')
      await page.getByText('Bitte geben Sie eine Zahl ein').waitFor()
      await expectAccessible(page)
      await page.context().close()
    })
  }
}

test('what is taken away while somebody types stays until they give up what is not saved', async () => {
  const id = await doc(content)
  const [page, idle] = [await as(cast.anna, show(id)), await as(cast.bruno, show(id))]
  /** As whoever comes back to the window, which asks anew what is not fresh any more. */
  const findOut = async (one: Page) => {
    await one.waitForTimeout(2_100)
    const refused = one.waitForResponse((answer) => answer.url().endsWith(`/docs/${id}/`))
    await one.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    assert.equal((await refused).status(), 404)
  }
  const notFound = (one: Page) => one.getByRole('heading', { name: 'Not Found' }).waitFor()
  await idle.getByLabel('Stühle').waitFor()
  await page.getByLabel('Stühle').fill('zwölf')
  assert.ok((await clara.request.delete(`/docs/${id}/`)).ok())
  await Promise.all([findOut(page), findOut(idle)])
  await notFound(idle)
  await page.getByText('Diesen Prozess gibt es nicht mehr').waitFor()
  await page.getByText('Ihre letzten Eingaben sind nicht gespeichert.').waitFor()
  await page.getByLabel('Vorkommnisse').fill('zu spät')
  await page.getByRole('status').getByText('nicht gespeichert').waitFor()
  assert.equal(await page.getByLabel('Stühle').inputValue(), 'zwölf')
  assert.equal(await page.getByLabel('Vorkommnisse').inputValue(), 'zu spät')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await notFound(page)
  for (const one of [page, idle]) await one.context().close()
})
