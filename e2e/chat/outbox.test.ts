import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { logIn } from '../log-in.ts'
import { moment } from '../patience.ts'
import { setStage } from '../stage.ts'
import { endRoute, offline } from '../steps.ts'
import { allSent, area, holdEveryPlace, lost, roomLink, say, texts, waitForMessage } from './chat-steps.ts'

const { as, call, db, idOf, roomOf } = await setStage()

/** Messages of a room on the server, in order. */
async function said(room_id: number) {
  const messages = db.selectFrom('chat_messages').where('kind', '=', 'groups').where('room_id', '=', room_id)
  return (await messages.select('content').orderBy('id').execute()).map(({ content }) => content)
}

test('two people talk; one signs in once more, goes offline and comes back: nothing is missing, nothing is there twice', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await say(anna, 'Der Bus steht hinten.')
  await waitForMessage(bruno, 'Der Bus steht hinten.')
  // Signs in again, as in another window of the same browser.
  await logIn(anna.request, cast.anna)
  await say(bruno, 'Danke')
  await waitForMessage(anna, 'Danke')

  await bruno.context().setOffline(true)
  await offline(bruno).waitFor()
  for (const text of ['Nr. 1', 'Nr. 2', 'Nr. 3']) await say(anna, text)
  await allSent(anna)
  await say(bruno, 'Aus dem Keller')
  await bruno.getByText('wartet auf Verbindung').waitFor()
  assert.equal(await bruno.getByText(lost).count(), 0, 'one bar says it')
  await bruno.context().setOffline(false)
  await offline(bruno).waitFor({ state: 'detached' })
  await waitForMessage(anna, 'Aus dem Keller')
  await waitForMessage(bruno, 'Nr. 3')
  await allSent(bruno)
  const expected = ['Der Bus steht hinten.', 'Danke', 'Nr. 1', 'Nr. 2', 'Nr. 3', 'Aus dem Keller']
  assert.deepEqual(await texts(anna), expected)
  assert.deepEqual(await texts(bruno), expected)
})

test('where only the live connection is away, the room says so', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  let cut = () => {}
  let isCut = false
  let opened = 0
  const anna = await as(cast.anna, path, {
    prepare: async (context) => {
      await context.clock.install()
      await context.routeWebSocket(/\/chat\/groups\//, (web) => {
        opened++
        if (isCut) void web.close()
        else web.connectToServer()
        cut = () => void web.close()
      })
    },
  })
  await say(anna, 'Eins')
  await allSent(anna)
  isCut = true
  await anna.clock.pauseAt(Date.now() + 1_000)
  const before = opened
  cut()
  await anna.getByText(lost).waitFor()
  await anna.clock.runFor(700)
  assert.equal(opened, before)
  await anna.clock.runFor(600)
  await until(() => opened === before + 1, 'it comes back after a second')
  await anna.clock.resume()
  assert.equal(await offline(anna).count(), 0)
  isCut = false
  await anna.getByText(lost).waitFor({ state: 'detached' })
})

/** In ms, between logout and login in another window. */
const BETWEEN_MS = 200

test('what is asked between the end of a session and the next one leads nobody to the login', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  // The first polls have been answered, so the app has data to show.
  await anna.waitForResponse((response) => response.url().includes('/chat/groups/'))
  const began = moment('nothing was polled')
  let isBetween = true
  // Every poll is refused, as between the end of a session and the new one.
  for (const polled of ['**/users/current/', '**/chat/groups/*', '**/chat/direct/*'])
    await anna.route(polled, (route) => {
      if (!isBetween) return route.continue()
      began.resolve()
      return route.fulfill({ status: 401, json: { detail: 'Unauthorized' } })
    })
  await began.wait()
  await anna.waitForTimeout(BETWEEN_MS)
  isBetween = false
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Nachher' })
  await waitForMessage(anna, 'Nachher')
  assert.ok(anna.url().includes(path), anna.url())
})

test('one room too many of a person is not live, and loses nothing: neither what they say nor, once there is a place, what comes', async () => {
  const { path, id } = await roomOf(cast.elif, cast.hannah)
  const send = (message: string) => call(cast.hannah, 'POST', `/chat/groups/${id}/send_message/`, { message })
  const other = await as(cast.elif, '/ui/docs')
  const ten = await holdEveryPlace(other, id)
  const elif = await other.context().newPage()
  let tried = 0
  elif.on('websocket', () => tried++)
  await elif.goto(path)
  await elif.getByText(lost).waitFor()
  await send('Vorher')
  const deliverEarly = await holdMessages(elif)
  // A message that is sent during this read does not vanish with its answer.
  await say(elif, 'Im selben Moment')
  await allSent(elif)
  await deliverEarly()
  await waitForMessage(elif, 'Vorher')
  assert.deepEqual(await texts(elif), ['Vorher', 'Im selben Moment'])

  // A read that began before the room was live takes away nothing that came since.
  const deliverLate = await holdMessages(elif)
  assert.ok(tried < 6, `${tried} tries`)
  await ten.evaluate(([first]) => first?.close())
  await elif.getByText(lost).waitFor({ state: 'detached' })
  await send('Inzwischen')
  await waitForMessage(elif, 'Inzwischen')
  const answer = elif.waitForResponse(/before=/)
  await deliverLate()
  await (await answer).finished()
  await send('Danach')
  await waitForMessage(elif, 'Danach')
  assert.deepEqual(await texts(elif), ['Vorher', 'Im selben Moment', 'Inzwischen', 'Danach'])
})

/**
 * Fetches the next answer with a room's messages at once. The result delivers it; until then, later reads of the room
 * are not answered.
 */
async function holdMessages(page: Page) {
  const [answered, delivering] = [moment('the room was not read'), moment('the messages were not delivered')]
  let isFirst = true
  const messages = /\/chat\/groups\/\d+\/\?before=/
  const delivered = moment('the route was not ended')
  await page.route(messages, async (route) => {
    if (!isFirst) return
    isFirst = false
    const response = await route.fetch()
    answered.resolve()
    await delivering.wait()
    await route.fulfill({ response })
    delivered.resolve()
  })
  await answered.wait()
  return async () => {
    delivering.resolve()
    await delivered.wait()
    await endRoute(page, messages)
  }
}

test('what could not be sent is counted in the list, named before a logout, and goes out wherever the app is opened; what is begun waits in its room', async () => {
  const { path, name, id } = await roomOf(cast.anna, cast.bruno)
  const other = await roomOf(cast.anna)
  const anna = await as(cast.anna, path)
  await area(anna).waitFor()
  await anna.context().route('**/send_message/', (route) => route.abort())
  await say(anna, 'Trotzdem')
  await anna.getByRole('button', { name: 'erneut versuchen' }).waitFor()
  await roomLink(anna, name).getByText('1 Nachricht noch nicht gesendet').waitFor()
  await say(anna, 'Noch etwas')
  await roomLink(anna, name).getByText('2 Nachrichten noch nicht gesendet').waitFor()
  await area(anna).fill('Angefangen')
  await roomLink(anna, other.name).click()
  await anna.getByRole('heading', { name: other.name }).waitFor()
  assert.equal(await area(anna).inputValue(), '')
  await anna.getByRole('link', { name: 'Logout' }).click()
  const losses = anna.getByRole('region', { name: 'Geht verloren' })
  await losses.getByRole('link', { name: `${name} 2 Nachrichten · wartet auf Verbindung` }).waitFor()
  await losses.getByRole('link', { name: `${name} Eine Nachricht · begonnen` }).waitFor()
  await anna.goto('about:blank')
  await endRoute(anna.context(), '**/send_message/')
  await anna.goto('/ui/profile')
  await until(async () => (await said(id)).length === 2, 'both go out')
  // If chats are unread, the link's name continues after „Chat“.
  await anna.getByRole('link', { name: /^Chat/ }).click()
  await roomLink(anna, name).getByText('Noch etwas').waitFor()
  await roomLink(anna, name).click()
  await anna.waitForFunction(() => document.querySelector('textarea')?.value === 'Angefangen')
  await area(anna).fill('Eben noch')
  await anna.reload()
  await anna.waitForFunction(() => document.querySelector('textarea')?.value === 'Eben noch')
  await waitForMessage(anna, 'Noch etwas')
  assert.deepEqual(await texts(anna), ['Trotzdem', 'Noch etwas'])
})

/** Watches the log. The returned function counts how often the text has disappeared from it since. */
async function watch(page: Page, text: string) {
  const gaps = await page.getByRole('log').evaluateHandle((log, text) => {
    const seen = { at: false, gaps: 0 }
    const look = () => {
      const isThere = log.textContent.includes(text)
      if (seen.at && !isThere) seen.gaps++
      seen.at = isThere
    }
    new MutationObserver(look).observe(log, { childList: true, subtree: true })
    return seen
  }, text)
  return () => gaps.evaluate(({ gaps }) => gaps)
}

test('what one window discards no other sends, what one sends is never gone from another meanwhile, and what was refused waits nowhere once it is discarded or sent', async () => {
  const { path, name, id } = await roomOf(cast.anna, cast.bruno)
  // Live messages are delayed.
  const anna = await as(cast.anna, path, {
    prepare: (context) =>
      context.routeWebSocket(/\/chat\/groups\//, (web) =>
        web.connectToServer().onMessage((frame) => setTimeout(() => web.send(frame), 500)),
      ),
  })
  const sending = '**/send_message/'
  await area(anna).waitFor()
  await anna.context().route(sending, (route) => route.abort())
  await say(anna, 'Doch nicht')
  const waits = 'wartet auf Verbindung'
  await anna.getByText(waits).waitFor()
  const other = await anna.context().newPage()
  await other.goto(path)
  await other.getByText(waits).waitFor()
  await anna.getByRole('button', { name: 'verwerfen' }).click()
  await anna.getByText('Nachricht verworfen').last().waitFor()
  await endRoute(anna.context(), sending)
  await other.evaluate(() => dispatchEvent(new Event('online')))
  await other.getByText(waits).waitFor({ state: 'detached' })
  const gaps = [await watch(anna, 'Sondern so'), await watch(other, 'Sondern so')]
  await say(other, 'Sondern so')
  for (const page of [anna, other]) {
    await waitForMessage(page, 'Sondern so')
    await allSent(page)
  }
  // By then the delayed live message has arrived as well.
  await anna.waitForTimeout(1_000)
  for (const page of [anna, other]) assert.deepEqual(await texts(page), ['Sondern so'])
  assert.deepEqual(await Promise.all(gaps.map((count) => count())), [0, 0])

  const json = { success: false, details: 'Das geht nicht.' }
  await anna.context().route(sending, (route) => route.fulfill({ status: 422, json }))
  for (const text of ['Auch nicht', 'Doch noch']) await say(anna, text)
  await anna.getByText('Das geht nicht.').nth(1).waitFor()
  await other.goto('/ui/chat')
  await roomLink(other, name).getByText('2 Nachrichten noch nicht gesendet').waitFor()
  await anna.getByRole('button', { name: 'verwerfen' }).first().click()
  await roomLink(other, name).getByText('1 Nachricht noch nicht gesendet').waitFor()
  await endRoute(anna.context(), sending)
  await anna.getByRole('button', { name: 'erneut versuchen' }).click()
  await roomLink(other, name).getByText('Doch noch').waitFor()
  assert.deepEqual(await said(id), ['Sondern so', 'Doch noch'])
})

test('what waits or was begun in a room that one has lost can still be read, copied, and discarded', async () => {
  const { name } = await roomOf(cast.anna, cast.bruno)
  const { path: other } = await roomOf(cast.anna)
  const anna = await as(cast.anna, other)
  await area(anna).fill('Hier geht es weiter')
  await roomLink(anna, name).click()
  await anna.getByRole('heading', { name, level: 2 }).waitFor()
  // All of the room is there before the network goes.
  await area(anna).waitFor()
  await anna.waitForLoadState('networkidle')
  await anna.context().setOffline(true)
  await say(anna, 'Aus dem Keller')
  await anna.getByText('wartet auf Verbindung').waitFor()
  await area(anna).fill('Erst begonnen')
  await call(cast.clara, 'DELETE', `/users/${await idOf(cast.anna)}/groups/${encodeURIComponent(name)}/`)
  await anna.context().setOffline(false)
  await anna.waitForURL(/\/ui\/chat\?/)
  const left = anna.getByRole('region', { name: 'Nicht gesendet' })
  await left.getByText('Erst begonnen').waitFor()
  await expectAccessibleInBothSchemes(anna)
  assert.equal(await left.getByText('Hier geht es weiter').count(), 0)
  const discard = (text: string) =>
    left.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'verwerfen' }).click()
  await left.getByText('Diesen Chat gibt es nicht').waitFor()
  await discard('Aus dem Keller')
  await left.getByText('Aus dem Keller').waitFor({ state: 'detached' })
  await anna.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await left.getByRole('button', { name: 'kopieren' }).click()
  assert.equal(await anna.evaluate(() => navigator.clipboard.readText()), 'Erst begonnen')
  await discard('Erst begonnen')
  await left.waitFor({ state: 'detached' })
  await anna.getByRole('button', { name: 'Rückgängig' }).first().click()
  await discard('Erst begonnen')
  await left.waitFor({ state: 'detached' })
  await anna.reload()
  await anna.getByRole('link', { name: 'Logout' }).click()
  const losses = anna.getByRole('region', { name: 'Geht verloren' })
  await losses.waitFor()
  assert.equal(await losses.getByRole('link').count(), 1)
})

test('what was begun in a room that can only be read stands there, to be copied or discarded', async () => {
  const started = await call(cast.anna, 'POST', '/chat/direct/', { user_id: await idOf(cast.jana) })
  const { direct_chat_id: id } = started as { direct_chat_id: number }
  const anna = await as(cast.anna, `/ui/chat/direct/${id}`)
  await say(anna, 'Bis morgen')
  await allSent(anna)
  await area(anna).press('ArrowUp')
  await anna.getByText('Nachricht bearbeiten').waitFor()
  await area(anna).fill('Bis übermorgen')
  await area(anna).press('Escape')
  await area(anna).fill('Liebe Jana')
  await anna.getByRole('button', { name: 'Rückgängig' }).first().click()
  assert.equal(await area(anna).inputValue(), 'Bis übermorgen')
  await anna.goto('/ui/chat')
  await db.updateTable('users').set({ is_active: false }).where('username', '=', 'jana').execute()
  await anna.goto(`/ui/chat/direct/${id}`)
  const left = anna.getByRole('region', { name: 'Nicht gesendet' })
  await left.getByText('Liebe Jana\n\nBis übermorgen').waitFor()
  await left.getByRole('button', { name: 'kopieren' }).waitFor()
  await left.getByRole('button', { name: 'verwerfen' }).click()
  await left.waitFor({ state: 'detached' })
  await anna.getByRole('button', { name: 'Rückgängig' }).first().click()
  await left.getByText('Liebe Jana\n\nBis übermorgen').waitFor()
  await anna.getByText('Diese Person ist nicht mehr dabei.').waitFor()
})

test('where the browser keeps nothing, a message that waits is said to be in this window only, and closing asks', async () => {
  const { path } = await roomOf(cast.anna)
  const anna = await as(cast.anna, path, {
    prepare: (context) =>
      context.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('private', 'InvalidStateError')
        }
      }),
  })
  await say(anna, 'Eins')
  await allSent(anna)
  await anna.context().setOffline(true)
  await say(anna, 'Aus dem Keller')
  await anna.getByText('wartet auf Verbindung').waitFor()
  await anna.getByText('Dieser Browser hebt nichts auf.').waitFor()
  const asked = moment<string>('the browser did not ask whether to leave')
  anna.once('dialog', (dialog) => {
    asked.resolve(dialog.type())
    void dialog.dismiss()
  })
  await anna.evaluate(() => location.reload())
  assert.equal(await asked.wait(), 'beforeunload')
  await anna.context().setOffline(false)
  await allSent(anna)
  await waitForMessage(anna, 'Aus dem Keller')
})
