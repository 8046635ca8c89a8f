import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page, Response } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { tinyPng } from '#server/testing/images.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'

const kontor = await startKontor()
const { db } = kontor.kontor
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
})

async function as(
  { username }: Person,
  path: string,
  options: Parameters<typeof browser.newContext>[0] = {},
) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await signIn(page, username)
  await page.goto(path)
  return page
}

/** By the page's own session, past its screens. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        ...(body !== null && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return answer.status
    },
    [method, path, body ?? null] as const,
  )

const idOf = async ({ username }: Person) =>
  (await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id
const groupNamed = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id

const clara = await as(cast.clara, '/ui/profile')
let number = 0
/** A group of its own, with a chat. */
async function roomOf(...people: Person[]) {
  const name = `Runde ${++number}`
  await call(clara, 'PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const person of people)
    await call(clara, 'PUT', `/users/${await idOf(person)}/groups/${encodeURIComponent(name)}/`)
  const id = await groupNamed(name)
  return { name, id, path: `/ui/chat/groups/${id}` }
}

const area = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' })
const texts = (page: Page) => page.getByRole('log').locator('article p[dir=auto]').allInnerTexts()
async function say(page: Page, text: string) {
  await area(page).fill(text)
  await area(page).press('Enter')
}
const heard = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true }).waitFor()
/** Nothing is under way any more. */
const allSent = (page: Page) => page.getByText('wird gesendet').first().waitFor({ state: 'detached' })
const lost = 'Verbindung unterbrochen – wird wieder aufgebaut'
const offline = (page: Page) => page.getByRole('status').filter({ hasText: 'Sie sind offline.' })
const roomLink = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

test('two people talk; one goes offline and comes back: nothing is missing, nothing is there twice', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await say(anna, 'Der Bus steht hinten.')
  await heard(bruno, 'Der Bus steht hinten.')
  await say(bruno, 'Danke')
  await heard(anna, 'Danke')

  await bruno.context().setOffline(true)
  await offline(bruno).waitFor()
  for (const text of ['Nr. 1', 'Nr. 2', 'Nr. 3']) await say(anna, text)
  await allSent(anna)
  await say(bruno, 'Aus dem Keller')
  await bruno.getByText('wartet auf Verbindung').waitFor()
  assert.equal(await bruno.getByText(lost).count(), 0, 'one bar says it')
  await bruno.context().setOffline(false)
  await offline(bruno).waitFor({ state: 'detached' })
  await heard(anna, 'Aus dem Keller')
  await heard(bruno, 'Nr. 3')
  await allSent(bruno)
  const expected = ['Der Bus steht hinten.', 'Danke', 'Nr. 1', 'Nr. 2', 'Nr. 3', 'Aus dem Keller']
  assert.deepEqual(await texts(anna), expected)
  assert.deepEqual(await texts(bruno), expected)
  for (const page of [anna, bruno]) await page.context().close()
})

test('where only the live connection is away, the room says so', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, '/ui/docs')
  let cut = () => {}
  let isCut = false
  await anna.routeWebSocket(/\/chat\/groups\//, (web) => {
    if (isCut) void web.close()
    else web.connectToServer()
    cut = () => void web.close()
  })
  await anna.goto(path)
  await say(anna, 'Eins')
  await allSent(anna)
  isCut = true
  cut()
  await anna.getByText(lost).waitFor()
  assert.equal(await offline(anna).count(), 0)
  isCut = false
  await anna.getByText(lost).waitFor({ state: 'detached', timeout: 20_000 })
  await anna.context().close()
})

test('one room too many of a person is not live, is read all the same, and finds its place when there is one', async () => {
  const { path, id } = await roomOf(cast.elif)
  const other = await as(cast.elif, '/ui/docs')
  const ten = await other.evaluateHandle(async (path) => {
    const all = Array.from({ length: 10 }, () => new WebSocket(path))
    await Promise.all(all.map((web) => new Promise((open) => web.addEventListener('open', open))))
    return all
  }, `/chat/groups/${id}/`)
  const elif = await other.context().newPage()
  let tried = 0
  elif.on('websocket', () => tried++)
  await elif.goto(new URL(path, other.url()).href)
  await elif.getByText(lost).waitFor()
  await say(elif, 'Auch so')
  await heard(elif, 'Auch so')
  await elif.waitForTimeout(4_000)
  assert.ok(tried < 6, `${tried} tries`)
  await ten.evaluate(([first]) => first?.close())
  await elif.getByText(lost).waitFor({ state: 'detached', timeout: 20_000 })
  await elif.context().close()
})

test('what waits is counted in the list, and goes out wherever the app is opened', async () => {
  const { path, name } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await area(anna).waitFor()
  await anna.context().route('**/send_message/', (route) => route.abort())
  await say(anna, 'Aus dem Zug')
  await roomLink(anna, name).getByText('1 Nachricht noch nicht gesendet').waitFor()
  await say(anna, 'Noch etwas')
  await roomLink(anna, name).getByText('2 Nachrichten noch nicht gesendet').waitFor()
  await anna.goto('/ui/profile')
  await anna.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await anna.context().unroute('**/send_message/')
  await anna.reload()
  await heard(bruno, 'Noch etwas')
  assert.deepEqual(await texts(bruno), ['Aus dem Zug', 'Noch etwas'])
  await anna.getByRole('link', { name: 'Chat', exact: true }).click()
  await roomLink(anna, name).getByText('Noch etwas').waitFor()
  for (const page of [anna, bruno]) await page.context().close()
})

test('what could not be sent survives a reload; what is begun waits in its room', async () => {
  const { path, name } = await roomOf(cast.anna, cast.bruno)
  const other = await roomOf(cast.anna)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  await anna.route('**/send_message/', (route) => route.abort())
  await say(anna, 'Trotzdem')
  await anna.getByRole('button', { name: 'erneut versuchen' }).waitFor()
  await area(anna).fill('Angefangen')
  await roomLink(anna, other.name).click()
  await anna.getByRole('heading', { name: other.name }).waitFor()
  assert.equal(await area(anna).inputValue(), '')
  await anna.unroute('**/send_message/')
  await anna.reload()
  await roomLink(anna, name).click()
  await heard(anna, 'Trotzdem')
  await allSent(anna)
  await anna.waitForFunction(() => document.querySelector('textarea')?.value === 'Angefangen')
  await area(anna).fill('Eben noch')
  await anna.reload()
  await anna.waitForFunction(() => document.querySelector('textarea')?.value === 'Eben noch')
  await heard(anna, 'Trotzdem')
  assert.deepEqual(await texts(anna), ['Trotzdem'])
  await anna.context().close()
})

test('whoever is renamed while a room is open still finds their own messages as theirs', async () => {
  const { path } = await roomOf(cast.lena)
  const lena = await as(cast.lena, path)
  await say(lena, 'Als Lena')
  await allSent(lena)
  const id = await idOf(cast.lena)
  const rename = (username: string) => call(clara, 'PATCH', `/users/${id}/username/`, { username })
  assert.equal(await rename('magdalena'), 200)
  const known = (response: Response) => response.url().endsWith('/users/current/')
  await lena.waitForResponse(
    async (response) => known(response) && (await response.text()).includes('magdalena'),
    {
      timeout: 20_000,
    },
  )
  await say(lena, 'Als Magdalena')
  await heard(lena, 'Als Magdalena')
  await allSent(lena)
  const labels = await lena
    .getByRole('log')
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice(0, 4)))
  assert.deepEqual(labels, ['Ich,', 'Ich,'])
  assert.equal(await rename(cast.lena.username), 200)
  await lena.context().close()
})

test('an image is chosen, seen by the other, shown large, and deleted for both', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await area(anna).waitFor()
  await anna
    .getByLabel('Bild wählen')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: tinyPng })
  await anna.getByText('Das ist kein Bild, das hier gezeigt werden kann').waitFor()
  await anna
    .getByLabel('Bild wählen')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: tinyPng })
  await anna.getByAltText('Bild, das mitgesendet wird').waitFor()
  await anna.getByRole('button', { name: 'Bild entfernen' }).click()
  await anna.getByAltText('Bild, das mitgesendet wird').waitFor({ state: 'detached' })
  await anna
    .getByLabel('Bild wählen')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: tinyPng })
  await anna.getByAltText('Bild, das mitgesendet wird').waitFor()
  await anna.getByRole('button', { name: 'Senden' }).click()
  await bruno.getByRole('button', { name: 'Bild groß zeigen' }).click()
  const large = bruno.getByRole('dialog', { name: 'Bild von Anna Berger' })
  await large.waitFor()
  await bruno.waitForFunction(
    () => (document.querySelector<HTMLImageElement>('dialog img')?.naturalWidth ?? 0) > 0,
  )
  await bruno.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  assert.ok(bruno.url().includes(path), 'Escape has closed the image, not the room')
  await area(bruno).press('Escape')
  await bruno.getByRole('log').press('Escape')
  await bruno.getByRole('article', { name: /^Anna Berger, / }).waitFor()
  assert.ok(bruno.url().includes(path), 'Escape leaves no room')

  await anna.getByRole('article').hover()
  await anna.getByRole('button', { name: 'Nachricht löschen' }).click()
  const question = anna.getByRole('alertdialog', { name: 'Soll diese Nachricht gelöscht werden?' })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await anna.locator('[role=log]:focus').waitFor()
  for (const page of [anna, bruno]) await page.getByText('Noch keine Nachrichten').last().waitFor()
  for (const page of [anna, bruno]) assert.equal(await page.getByRole('article').count(), 0)
  for (const page of [anna, bruno]) await page.context().close()
})

test('an image can be pasted and dropped', async () => {
  const { path } = await roomOf(cast.anna)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  for (const how of ['paste', 'drop'] as const) {
    await area(anna).evaluate(
      (target, [how, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], 'bild.png', { type: 'image/png' }))
        const kind = { bubbles: true, cancelable: true }
        target.dispatchEvent(
          how === 'paste'
            ? new ClipboardEvent(how, { ...kind, clipboardData: data })
            : new DragEvent(how, { ...kind, dataTransfer: data }),
        )
      },
      [how, tinyPng.toString('base64')] as const,
    )
    await anna.getByAltText('Bild, das mitgesendet wird').waitFor()
    await say(anna, how)
    await heard(anna, how)
  }
  await allSent(anna)
  assert.equal(await anna.getByRole('button', { name: 'Bild groß zeigen' }).count(), 2)
  await anna.context().close()
})

test('only what is an address can be followed, and no text becomes a page', async () => {
  const { path } = await roomOf(cast.anna)
  const anna = await as(cast.anna, path)
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
    '<img src=x onerror=alert(1)> javascript:alert(1)\nSiehe https://nordlicht.example/plan.',
  ])
  await area(anna).fill('x'.repeat(4_001))
  await anna.getByText('Die Nachricht ist um 1 Zeichen zu lang.').waitFor()
  await area(anna).press('Enter')
  assert.equal((await texts(anna)).length, 1)
  await anna.context().close()
})

test('when an administrator hides the room, its members are led out of it', async () => {
  const { path, id, name } = await roomOf(cast.anna)
  const anna = await as(cast.anna, path)
  await say(anna, 'Das bleibt')
  await allSent(anna)
  const admin = await as(cast.clara, '/ui/chat')
  await admin.getByRole('button', { name: `Benachrichtigung für ${name}` }).click()
  await admin.getByRole('menuitem', { name: 'Gruppe verbergen' }).click()
  await anna.getByText('Diesen Chat gibt es nicht, oder Sie gehören nicht mehr dazu.').waitFor()
  await anna.waitForURL(/\/ui\/chat\?/)
  await roomLink(anna, name).waitFor({ state: 'detached' })
  await roomLink(admin, name).waitFor({ state: 'detached' })
  await admin.getByRole('switch', { name: 'Verborgene Gruppen zeigen' }).click()
  await admin.waitForURL('**show_hidden=true**')
  await roomLink(admin, name).getByText('Verborgen').waitFor()
  await anna.goto(`/ui/chat/groups/${id}`)
  await anna.getByText('Diesen Chat gibt es nicht, oder Sie gehören nicht mehr dazu.').waitFor()

  // When the group goes, what was said stays for administrators to read.
  await call(admin, 'DELETE', `/groups/custom/${encodeURIComponent(name)}/`)
  await roomLink(admin, name).getByText('Gelöschte Gruppe').waitFor()
  await roomLink(admin, name).click()
  await heard(admin, 'Das bleibt')
  await admin.getByText('Diese Gruppe gibt es nicht mehr.').waitFor()
  assert.equal(await area(admin).count(), 0)
  for (const page of [anna, admin]) await page.context().close()
})

test('the head of an open room follows what an administrator does to it', async () => {
  const { name, path } = await roomOf(cast.anna)
  const [anna, admin] = [await as(cast.anna, path), await as(cast.clara, path)]
  await say(anna, 'Wir ziehen um')
  await allSent(anna)
  const head = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title })
  const group = (title: string) => `/groups/custom/${encodeURIComponent(title)}/`
  await call(clara, 'PATCH', `${group(name)}rename/${encodeURIComponent(`${name} (neu)`)}/`)
  for (const page of [anna, admin]) {
    await head(page, `${name} (neu)`).waitFor()
    await page.waitForFunction((title) => document.title.includes(title), `${name} (neu)`)
  }
  const region = admin.getByRole('region', { name: `${name} (neu)` })
  const act = async (action: string) => {
    await region.getByRole('button', { name: /^Benachrichtigung für/ }).click()
    await admin.getByRole('menuitem', { name: action }).click()
  }
  await act('Gruppe verbergen')
  await region.getByText('Verborgen', { exact: true }).waitFor()
  await act('Gruppe zeigen')
  await region.getByText('Verborgen', { exact: true }).waitFor({ state: 'detached' })

  await call(clara, 'DELETE', group(`${name} (neu)`))
  await admin.getByText('Diese Gruppe gibt es nicht mehr.').waitFor()
  assert.equal(await area(admin).count(), 0)
  for (const page of [anna, admin]) await page.context().close()
})

test('with one other nobody’s name stands above what they say; in a group it does', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  const bruno = await as(cast.bruno, path)
  await say(bruno, 'In der Gruppe')
  await heard(anna, 'In der Gruppe')
  await anna.getByRole('log').getByText('Bruno Castell', { exact: true }).waitFor()
  const found = await bruno.request.post('/chat/direct/', { data: { user_id: await idOf(cast.anna) } })
  const { direct_chat_id } = (await found.json()) as { direct_chat_id: number }
  for (const page of [anna, bruno]) await page.goto(`/ui/chat/direct/${direct_chat_id}`)
  await anna.getByRole('heading', { level: 2, name: 'Bruno Castell' }).waitFor()
  await say(bruno, 'Zu zweit')
  await heard(anna, 'Zu zweit')
  assert.equal(await anna.getByRole('log').getByText('Bruno Castell', { exact: true }).count(), 0)
  for (const page of [anna, bruno]) await page.context().close()
})

test('somebody is found by name and talked with; the other sees that there is something to read', async () => {
  const [elif, david] = [await as(cast.elif, '/ui/chat'), await as(cast.david, '/ui/docs')]
  await elif.getByText('Noch kein Gespräch zu zweit.').waitFor()
  await elif.getByRole('combobox', { name: 'Person suchen' }).fill('ünal')
  await elif.getByRole('option', { name: 'Ünal, David' }).click()
  await elif.waitForURL('**/ui/chat/direct/**')
  await say(elif, 'Haben Sie den Schlüssel?')
  const dot = david.getByRole('link', { name: 'Chat ungelesene Nachrichten' })
  await dot.waitFor({ timeout: 15_000 })
  await david.waitForFunction(() => document.title.startsWith('●'))
  await dot.click()
  await roomLink(david, 'Elif Yıldız').getByText('ungelesen').waitFor({ state: 'attached' })
  await roomLink(david, 'Elif Yıldız').click()
  await heard(david, 'Haben Sie den Schlüssel?')
  await dot.waitFor({ state: 'detached' })
  await david.waitForFunction(() => !document.title.startsWith('●'))
  await david.getByRole('button', { name: 'Benachrichtigung für Elif Yıldız: Alarm' }).first().click()
  await david.getByRole('menuitemradio', { name: 'Stumm' }).click()
  await david.getByRole('button', { name: 'Benachrichtigung für Elif Yıldız: Stumm' }).first().waitFor()
  for (const page of [elif, david]) await page.context().close()
})

test('two of the same name are told apart', async () => {
  for (const username of ['dana.maier', 'dana.maier2']) {
    await call(clara, 'POST', '/users/', { username })
    await db
      .updateTable('users')
      .set({ persplan_vorname: 'Dana', persplan_nachname: 'Maier-Namensvetter' })
      .where('username', '=', username)
      .execute()
  }
  const elif = await as(cast.elif, '/ui/chat')
  await elif.getByRole('combobox', { name: 'Person suchen' }).fill('namensvetter')
  await elif.getByRole('option', { name: 'Maier-Namensvetter, Dana (dana.maier2)' }).click()
  await elif.waitForURL('**/ui/chat/direct/**')
  await area(elif).waitFor()
  await elif.getByRole('combobox', { name: 'Person suchen' }).fill('ünal')
  await elif.getByRole('option', { name: 'Ünal, David', exact: true }).waitFor()
  await elif.context().close()
})

test('who writes too much is told so, and tries again later; who is signed out elsewhere is led to the login', async () => {
  const { path, id } = await roomOf(cast.georg)
  const georg = await as(cast.georg, path)
  await area(georg).waitFor()
  for (let nr = 0; nr < 30; nr++)
    await call(georg, 'POST', `/chat/groups/${id}/send_message/`, { message: `Nr. ${nr}` })
  await say(georg, 'Zu viel')
  await georg.getByText('Sie schreiben gerade sehr viel. Bitte warten Sie einen Augenblick.').waitFor()
  await georg.getByRole('button', { name: 'verwerfen' }).click()
  await georg.getByText('Zu viel').waitFor({ state: 'detached' })
  assert.equal(await call(georg, 'POST', '/auth/logout/'), 200)
  await georg.waitForURL('**/ui/login')
  await georg.context().close()
})

/** Said by bruno yesterday, past the limit of how much somebody may say in a minute. */
async function saidBefore(room_id: number, many: number) {
  const kind = 'groups' as const
  await db
    .insertInto('chat_rooms')
    .values({ kind, id: room_id })
    .onConflict((on) => on.doNothing())
    .execute()
  const user_id = await idOf(cast.bruno)
  const said = Array.from({ length: many }, (_, nr) => ({
    kind,
    room_id,
    user_id,
    created_at: new Date(Date.now() - 86_400_000),
    content: `Nr. ${nr + 1}${nr % 7 === 0 ? '\nmit\nmehr\nZeilen' : ''}`,
  }))
  const ids = await db.insertInto('chat_messages').values(said).returning('id').execute()
  const last_message_id = ids.at(-1)?.id ?? null
  await db
    .updateTable('chat_rooms')
    .set({ last_message_id })
    .where('id', '=', room_id)
    .where('kind', '=', kind)
    .execute()
  return ids
}

test('older messages come while scrolling up, and what is read stays where it is', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  await saidBefore(id, 700)
  const anna = await as(cast.anna, path)
  await heard(anna, 'Nr. 700')
  const log = anna.getByRole('log')
  await log.focus()
  await anna.keyboard.press('PageUp')
  const bruno = await as(cast.bruno, path)
  await say(bruno, 'Unten')
  await anna.getByRole('button', { name: '1 neue Nachricht' }).waitFor()
  for (let tries = 0; (await anna.getByText('Hier beginnt der Chat.').count()) === 0; tries++) {
    assert.ok(tries < 100)
    const moved = await log.evaluate(scrollUpAndWatch)
    assert.ok(moved <= 1.5, `what was read has moved by ${moved} px`)
  }
  await anna.getByText('Nr. 1', { exact: false }).first().waitFor()
  assert.equal((await texts(anna)).length, 701)
  await anna.getByRole('button', { name: '1 neue Nachricht' }).click()
  await anna.getByRole('button', { name: 'neue Nachricht' }).waitFor({ state: 'detached' })
  for (const page of [anna, bruno]) await page.context().close()
})

test('who leaps to the beginning gets one page more, and stays with what was there', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  await saidBefore(id, 1_000)
  const anna = await as(cast.anna, path)
  await heard(anna, 'Nr. 1000')
  assert.equal(await anna.getByRole('article').count(), 200)
  const log = anna.getByRole('log')
  const first = log.getByRole('article').first()
  const text = await first.innerText()
  const moved = await log.evaluate(async (log) => {
    log.scrollTop = 0
    const first = log.querySelector('article')
    const before = first?.getBoundingClientRect().top ?? 0
    const grown = log.scrollHeight
    for (let frames = 0; log.scrollHeight === grown && frames < 600; frames++)
      await new Promise(requestAnimationFrame)
    for (let frames = 0; frames < 30; frames++) await new Promise(requestAnimationFrame)
    return Math.abs((first?.getBoundingClientRect().top ?? 0) - before)
  })
  assert.ok(moved <= 1.5, `${text} has moved by ${moved} px`)
  assert.equal(await anna.getByRole('article').count(), 400)
  await anna.context().close()
})

test('who has missed more than a page begins where they left off', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  const said = await saidBefore(id, 700)
  const anna = await as(cast.anna, '/ui/docs')
  await call(anna, 'POST', `/chat/groups/${id}/read/`, { message_id: Number(said[199]?.id) })
  await anna.goto(path)
  await anna.getByRole('heading', { name: 'Neue Nachrichten' }).waitFor()
  const log = anna.getByRole('log')
  await log.getByText('Nr. 201', { exact: true }).waitFor()
  const isInSight = await log.evaluate((log) => {
    const line = log.querySelector('[data-new]')?.getBoundingClientRect()
    const { top, bottom } = log.getBoundingClientRect()
    return line !== undefined && line.top >= top && line.bottom <= bottom
  })
  assert.ok(isInSight)
  await anna.context().close()
})

/** Scrolls by a page, then watches how far the message in the middle moves by itself in the following frames. */
async function scrollUpAndWatch(log: Element): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame)
  log.scrollTop -= 700
  await frame()
  await frame()
  const { top, height } = log.getBoundingClientRect()
  const middle = [...log.querySelectorAll('article')].find(
    (one) => one.getBoundingClientRect().bottom > top + height / 2,
  )
  const before = middle?.getBoundingClientRect().top ?? 0
  let most = 0
  for (let frames = 0; frames < 12; frames++) {
    await frame()
    most = Math.max(most, Math.abs((middle?.getBoundingClientRect().top ?? 0) - before))
  }
  return most
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the chat is accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const { path } = await roomOf(cast.anna, cast.bruno)
      const anna = await as(cast.anna, '/ui/chat', options)
      await anna.getByRole('heading', { name: 'Gruppen' }).waitFor()
      await expectAccessible(anna)
      await anna.goto(path)
      await say(anna, `Unteilbar: ${'x'.repeat(200)} https://nordlicht.example/${'y'.repeat(200)}`)
      await call(anna, 'POST', `/chat/groups/${path.split('/').at(-1)}/send_message/`, {
        message: '',
        image: `data:image/png;base64,${tinyPng.toString('base64')}`,
      })
      await anna.getByRole('button', { name: 'Bild groß zeigen' }).waitFor()
      await anna.getByText('2 Teilnehmer').click()
      await expectAccessible(anna)
      await anna.context().setOffline(true)
      await say(anna, 'Ohne Netz')
      await anna.getByText('wartet auf Verbindung').waitFor()
      await expectAccessible(anna)
      await anna.context().close()
    })
  }
}

test('a logout says how many messages it would lose', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await anna.route('**/send_message/', (route) => route.abort())
  await say(anna, 'Kommt nicht an')
  await anna.getByText('wartet auf Verbindung').waitFor()
  await anna.getByRole('link', { name: 'Logout' }).click()
  await anna.getByText('1 Nachricht ist noch nicht gesendet und geht verloren.').waitFor()
  await anna.context().close()
})

test('on a phone on its side nothing lies under the notch, and most of the height is for what is said', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, '/ui/chat', {
    viewport: { width: 844, height: 390 },
    isMobile: true,
    hasTouch: true,
  })
  const devtools = await anna.context().newCDPSession(anna)
  const notch = 59
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: notch, right: notch, bottom: 21 },
  })
  await expectClear(anna.locator('main'), notch)
  await anna.goto(path)
  await say(anna, 'x'.repeat(300))
  await area(anna).fill('')
  await anna.getByText('2 Teilnehmer').waitFor()
  await expectClear(anna.locator('main'), notch)
  const log = await anna.getByRole('log').boundingBox()
  assert.ok((log?.height ?? 0) > 200, `${log?.height} px`)
  await anna.context().setOffline(true)
  await offline(anna).waitFor()
  await expectClear(anna.locator('main'), notch)
  await anna.context().close()
})

/** Whatever is read or pressed is at least so far from both sides. */
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
