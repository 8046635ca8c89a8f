import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { logIn } from '../log-in.ts'
import { moment } from '../patience.ts'
import { offline } from '../steps.ts'
import {
  allSent,
  area,
  heard,
  holdEveryPlace,
  lost,
  roomLink,
  say,
  setChatStage,
  texts,
} from './chat-stage.ts'

const { as, call, db, idOf, roomOf } = await setChatStage()

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
})

test('where only the live connection is away, the room says so', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  let cut = () => {}
  let isCut = false
  const anna = await as(cast.anna, path, {
    prepare: (context) =>
      context.routeWebSocket(/\/chat\/groups\//, (web) => {
        if (isCut) void web.close()
        else web.connectToServer()
        cut = () => void web.close()
      }),
  })
  await say(anna, 'Eins')
  await allSent(anna)
  isCut = true
  cut()
  await anna.getByText(lost).waitFor()
  assert.equal(await offline(anna).count(), 0)
  isCut = false
  await anna.getByText(lost).waitFor({ state: 'detached' })
})

test('whoever signs in once more in another window goes on hearing the room in this one', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await say(anna, 'Vorher')
  await heard(bruno, 'Vorher')
  await logIn(anna.request, cast.anna)
  await say(bruno, 'Nachher')
  await heard(anna, 'Nachher')
})

/** As long as the answer to a login is on its way. */
const BETWEEN_MS = 200

test('what is asked between the end of a session and the next one leads nobody to the login', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await area(anna).waitFor()
  // The window knows something, as it does since its first polls.
  await anna.waitForResponse((response) => response.url().endsWith('/users/current/'))
  const began = moment('nothing was polled')
  let isBetween = true
  // As the server answers from the first of them on, until the new session has come.
  for (const polled of ['**/users/current/', '**/chat/groups/*', '**/chat/direct/*'])
    await anna.route(polled, (route) => {
      if (!isBetween) return route.continue()
      began.resolve()
      return route.fulfill({ status: 401, json: { detail: 'Unauthorized' } })
    })
  await began.wait()
  await anna.waitForTimeout(BETWEEN_MS)
  isBetween = false
  await say(bruno, 'Nachher')
  await heard(anna, 'Nachher')
  assert.ok(anna.url().includes(path), anna.url())
})

test('one room too many of a person is not live, is read all the same, and finds its place when there is one', async () => {
  const { path, id } = await roomOf(cast.elif)
  const other = await as(cast.elif, '/ui/docs')
  const ten = await holdEveryPlace(other, id)
  const elif = await other.context().newPage()
  let tried = 0
  elif.on('websocket', () => tried++)
  await elif.goto(path)
  await elif.getByText(lost).waitFor()
  await say(elif, 'Auch so')
  await heard(elif, 'Auch so')
  await elif.waitForTimeout(4_000)
  assert.ok(tried < 6, `${tried} tries`)
  await ten.evaluate(([first]) => first?.close())
  await elif.getByText(lost).waitFor({ state: 'detached' })
})

test('what is sent while a room that is not live asks for its messages does not vanish with the answer', async () => {
  const { path, id } = await roomOf(cast.elif, cast.hannah)
  const other = await as(cast.elif, '/ui/docs')
  await holdEveryPlace(other, id)
  const elif = await other.context().newPage()
  await elif.goto(path)
  await elif.getByText(lost).waitFor()
  await call(cast.hannah, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Vorher' })
  const [answered, given] = [moment('the room was not read'), Promise.withResolvers<void>()]
  await elif.context().route(/\/chat\/groups\/\d+\/\?before=/, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Im selben Moment')) return
    answered.resolve()
    await given.promise
    await route.fulfill({ response })
  })
  await answered.wait()
  await say(elif, 'Im selben Moment')
  await allSent(elif)
  given.resolve()
  await heard(elif, 'Vorher')
  assert.deepEqual(await texts(elif), ['Vorher', 'Im selben Moment'])
})

test('a list that was asked for before a room was live again takes nothing away that came since', async () => {
  const { path, id } = await roomOf(cast.elif, cast.hannah)
  const send = (message: string) => call(cast.hannah, 'POST', `/chat/groups/${id}/send_message/`, { message })
  const other = await as(cast.elif, '/ui/docs')
  const ten = await holdEveryPlace(other, id)
  const elif = await other.context().newPage()
  await elif.goto(path)
  await elif.getByText(lost).waitFor()
  const [answered, given] = [moment('the room was not read'), Promise.withResolvers<void>()]
  await elif.context().route(/\/chat\/groups\/\d+\/\?before=/, async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await given.promise
    await route.fulfill({ response })
  })
  await answered.wait()
  await ten.evaluate(([first]) => first?.close())
  await elif.getByText(lost).waitFor({ state: 'detached' })
  await send('Inzwischen')
  await heard(elif, 'Inzwischen')
  const late = elif.waitForResponse(/before=/)
  given.resolve()
  await (await late).finished()
  await send('Danach')
  await heard(elif, 'Danach')
  assert.deepEqual(await texts(elif), ['Inzwischen', 'Danach'])
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
})

test('what one window discards no other sends', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await area(anna).waitFor()
  await anna.context().route('**/send_message/', (route) => route.abort())
  await say(anna, 'Doch nicht')
  await anna.getByText('wartet auf Verbindung').waitFor()
  const other = await anna.context().newPage()
  await other.goto(path)
  await other.getByText('wartet auf Verbindung').waitFor()
  await anna.getByRole('button', { name: 'verwerfen' }).click()
  await anna.getByText('Nachricht verworfen').last().waitFor()
  await anna.context().unroute('**/send_message/')
  await other.evaluate(() => dispatchEvent(new Event('online')))
  await other.getByText('wartet auf Verbindung').waitFor({ state: 'detached' })
  await say(other, 'Sondern so')
  await heard(bruno, 'Sondern so')
  assert.deepEqual(await texts(bruno), ['Sondern so'])
  assert.deepEqual(await texts(other), ['Sondern so'])
})

test('what was refused waits in no other window any more once one has discarded or sent it', async () => {
  const { path, name } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  await anna
    .context()
    .route('**/send_message/', (route) =>
      route.fulfill({ status: 422, json: { success: false, details: 'Das geht nicht.' } }),
    )
  for (const text of ['Doch nicht', 'Doch noch']) await say(anna, text)
  await anna.getByText('Das geht nicht.').nth(1).waitFor()
  const other = await anna.context().newPage()
  await other.goto('/ui/chat')
  await roomLink(other, name).getByText('2 Nachrichten noch nicht gesendet').waitFor()
  await anna.getByRole('button', { name: 'verwerfen' }).first().click()
  await roomLink(other, name).getByText('1 Nachricht noch nicht gesendet').waitFor()
  await anna.context().unroute('**/send_message/')
  await anna.getByRole('button', { name: 'erneut versuchen' }).click()
  await roomLink(other, name).getByText('Doch noch').waitFor()
})

test('what can be said in a room no more can still be read, and discarded', async () => {
  const { path, name } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  await anna.context().setOffline(true)
  await say(anna, 'Aus dem Keller')
  await anna.getByText('wartet auf Verbindung').waitFor()
  await call(cast.clara, 'DELETE', `/users/${await idOf(cast.anna)}/groups/${encodeURIComponent(name)}/`)
  await anna.context().setOffline(false)
  await anna.waitForURL(/\/ui\/chat\?/)
  const left = anna.getByRole('region', { name: 'Nicht gesendet' })
  await left.getByText('Aus dem Keller').waitFor()
  await left.getByText('Diesen Chat gibt es nicht').waitFor()
  await left.getByRole('button', { name: 'verwerfen' }).click()
  await left.waitFor({ state: 'detached' })
})

test('what was begun in a room that one has lost can still be read, copied, and discarded', async () => {
  const { path, name } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  const { path: other } = await roomOf(cast.anna)
  await area(anna).fill('Erst begonnen')
  await anna.goto(other)
  await area(anna).fill('Hier geht es weiter')
  const left = anna.getByRole('region', { name: 'Nicht gesendet' })
  await call(cast.clara, 'DELETE', `/users/${await idOf(cast.anna)}/groups/${encodeURIComponent(name)}/`)
  await left.getByText('Erst begonnen').waitFor()
  await expectAccessibleInBothSchemes(anna)
  assert.equal(await left.getByText('Hier geht es weiter').count(), 0)
  await anna.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await left.getByRole('button', { name: 'kopieren' }).click()
  assert.equal(await anna.evaluate(() => navigator.clipboard.readText()), 'Erst begonnen')
  await left.getByRole('button', { name: 'verwerfen' }).click()
  await left.waitFor({ state: 'detached' })
  await anna.getByRole('button', { name: 'Rückgängig' }).first().click()
  await left.getByRole('button', { name: 'verwerfen' }).click()
  await left.waitFor({ state: 'detached' })
  await anna.reload()
  await anna.getByRole('link', { name: 'Logout' }).click()
  await anna.getByText('1 Nachricht ist noch nicht gesendet und geht verloren.').waitFor()
})

test('what was begun in a room that can only be read stands there, to be copied or discarded', async () => {
  const started = await call(cast.anna, 'POST', '/chat/direct/', { user_id: await idOf(cast.jana) })
  const { direct_chat_id: id } = started as { direct_chat_id: number }
  const anna = await as(cast.anna, `/ui/chat/direct/${id}`)
  await area(anna).fill('Liebe Jana')
  await anna.goto('/ui/chat')
  await db.updateTable('users').set({ is_active: false }).where('username', '=', 'jana').execute()
  await anna.goto(`/ui/chat/direct/${id}`)
  const left = anna.getByRole('region', { name: 'Nicht gesendet' })
  await left.getByText('Liebe Jana').waitFor()
  await left.getByRole('button', { name: 'kopieren' }).waitFor()
  await left.getByRole('button', { name: 'verwerfen' }).click()
  await left.waitFor({ state: 'detached' })
  await anna.getByRole('button', { name: 'Rückgängig' }).first().click()
  await left.getByText('Liebe Jana').waitFor()
  await anna.getByText('Diese Person ist nicht mehr dabei.').waitFor()
})

test('a logout says how many messages it would lose, also of begun ones', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await anna.route('**/send_message/', (route) => route.abort())
  await say(anna, 'Kommt nicht an')
  await anna.getByText('wartet auf Verbindung').waitFor()
  await area(anna).fill('Und erst begonnen')
  await anna.getByRole('link', { name: 'Logout' }).click()
  await anna.getByText('2 Nachrichten sind noch nicht gesendet und gehen verloren.').waitFor()
})
