// Replies, reactions, edits and mentions: by touch and by keyboard, and what the other people see of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'
import { holdFingerOn, offline, swipeRight } from '../steps.ts'
import { allSent, area, roomLink, say, waitForMessage } from './chat-steps.ts'

const { as, call, db, roomOf } = await setStage()

const send = async (person: typeof cast.anna, id: number, message: string, more: object = {}) => {
  const said = await call(person, 'POST', `/chat/groups/${id}/send_message/`, { message, ...more })
  return (said as { message_id: number }).message_id
}
const messageWith = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ has: page.locator('p').and(page.getByText(text, { exact: true })) })
/** Chooses an action in the menu beside a message. */
async function act(message: Locator, action: string) {
  await message.hover()
  await message.getByRole('button', { name: 'Aktionen' }).click()
  await message.page().getByRole('menuitem', { name: action }).click()
}
const quoteIn = (message: Locator) => message.getByTitle('Zur Nachricht')
/** Inserts 450 messages, which are two and a half pages. */
const sayMuch = (room_id: number) =>
  db
    .insertInto('chat_messages')
    .values(
      Array.from({ length: 450 }, (_, nr) => ({
        kind: 'groups' as const,
        room_id,
        user_id: null,
        content: `Nr. ${nr}`,
      })),
    )
    .execute()

test('a swipe answers, without a network too; the quote leads to the message however far up, and says when it is gone', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  const first = await send(cast.bruno, id, 'Wer hat den Schlüssel?')
  await sayMuch(id)
  await send(cast.bruno, id, 'Er hängt am Brett', { reply_to: first })
  const anna = await as(cast.anna, path, phone)
  await messageWith(anna, 'Er hängt am Brett').waitFor()
  await anna.waitForLoadState('networkidle')
  await swipeRight(messageWith(anna, 'Er hängt am Brett'))
  await anna.getByRole('button', { name: 'Doch keine Antwort' }).waitFor()
  await anna.context().setOffline(true)
  await offline(anna).waitFor()
  await area(anna).fill('Danke')
  await anna.getByRole('button', { name: 'Senden' }).tap()
  await quoteIn(messageWith(anna, 'Danke')).getByText('Er hängt am Brett').waitFor()
  await anna.context().setOffline(false)
  await allSent(anna)
  await anna.route(/before=/, async (route) => {
    await anna.waitForTimeout(300)
    await route.continue()
  })
  await quoteIn(messageWith(anna, 'Er hängt am Brett')).tap()
  await anna.getByText('Die Nachricht wird geholt …').waitFor()
  await messageWith(anna, 'Wer hat den Schlüssel?').and(anna.locator(':focus')).waitFor()
  await call(cast.bruno, 'DELETE', `/chat/groups/${id}/messages/${first}/`)
  await anna.goto(path)
  await messageWith(anna, 'Er hängt am Brett').getByText('Nachricht gelöscht').waitFor()
})

test('two presses react, one joins in or takes it back, two quick ones leave it as it was, and one more says who did', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  const message_id = await send(cast.bruno, id, 'Geschafft!')
  const [anna, bruno] = [await as(cast.anna, path, phone), await as(cast.bruno, path)]
  await holdFingerOn(messageWith(anna, 'Geschafft!'))
  await anna.getByRole('menuitemcheckbox', { name: 'Feiern' }).tap()
  const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  await chip(bruno, 'Feiern: 1').click()
  await chip(anna, 'Feiern: 2').waitFor()
  await anna.getByRole('button', { name: 'Wer reagiert hat' }).tap()
  const who = anna.getByRole('dialog', { name: 'Wer reagiert hat' })
  await who.getByText('Bruno Castell').waitFor()
  await expectAccessibleInBothSchemes(anna)
  await anna.keyboard.press('Escape')
  await chip(anna, 'Feiern: 2').tap()
  await chip(bruno, 'Feiern: 1').click()
  await chip(anna, 'Feiern: 1').waitFor({ state: 'detached' })

  await call(cast.anna, 'PUT', `/chat/groups/${id}/messages/${message_id}/reactions/party/`)
  const theirs = bruno.getByRole('button', { name: 'Feiern' })
  await theirs.waitFor()
  const done: string[] = []
  // A slow server.
  await bruno.route('**/reactions/**', async (route) => {
    await bruno.waitForTimeout(400)
    await route.continue()
  })
  bruno.on('requestfinished', (request) => {
    if (request.url().includes('/reactions/')) done.push(request.method())
  })
  await theirs.dblclick()
  await until(async () => done.join() === 'PUT,DELETE', 'both go, one after the other')
  assert.equal(await theirs.getAttribute('aria-pressed'), 'false')
  await bruno.waitForTimeout(600)
  assert.equal(await theirs.getAttribute('aria-pressed'), 'false')
  const count = await db
    .selectFrom('chat_reactions')
    .where('message_id', '=', message_id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(count.count), 1)
})

test('three presses edit; what is typed survives a reload, everybody sees the new wording and can read the old one', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  await send(cast.anna, id, 'Um acht am Tor')
  const [anna, bruno] = [await as(cast.anna, path, phone), await as(cast.bruno, path)]
  await area(anna).fill('Begonnen')
  await holdFingerOn(messageWith(anna, 'Um acht am Tor'))
  await anna.getByRole('menuitem', { name: 'Bearbeiten' }).tap()
  await area(anna).and(anna.locator(':focus')).fill('Um neun am Tor')
  await anna.reload()
  await anna.getByText('Nachricht bearbeiten').waitFor()
  await anna.getByRole('button', { name: 'Ändern', exact: true }).tap()
  await waitForMessage(bruno, 'Um neun am Tor')
  assert.equal(await area(anna).inputValue(), 'Begonnen')
  await bruno.getByRole('button', { name: 'bearbeitet' }).click()
  const before = bruno.getByRole('dialog', { name: 'Frühere Fassungen' })
  await before.getByText('Um acht am Tor').waitFor()
  await expectAccessibleInBothSchemes(bruno)
})

test('a begun edit gives way to an answer or another edit and can be brought back; what is begun in a room counts once, and only if it would be lost', async () => {
  const { id, path, name } = await roomOf(cast.anna, cast.bruno)
  await send(cast.anna, id, 'Um acht')
  await send(cast.anna, id, 'Am Tor')
  await send(cast.bruno, id, 'Wo genau?')
  const anna = await as(cast.anna, path)
  await area(anna).fill('Bis gleich')
  await act(messageWith(anna, 'Am Tor'), 'Bearbeiten')
  await area(anna).fill('Am Nordtor')
  for (const begin of [
    () => act(messageWith(anna, 'Wo genau?'), 'Antworten'),
    () => act(messageWith(anna, 'Um acht'), 'Bearbeiten'),
  ]) {
    await begin()
    assert.notEqual(await area(anna).inputValue(), 'Am Nordtor')
    await anna.getByRole('button', { name: 'Rückgängig' }).first().click()
    assert.equal(await area(anna).inputValue(), 'Am Nordtor')
  }
  await anna.getByRole('link', { name: 'Logout' }).click()
  const losses = anna.getByRole('region', { name: 'Geht verloren' })
  const lost = losses.getByRole('link', { name: `${name} Eine Nachricht · begonnen` })
  await lost.waitFor()
  assert.equal(await losses.getByRole('link').count(), 1)
  await lost.click()
  // The text box appears shortly before its draft.
  await until(async () => (await area(anna).inputValue()) === 'Am Nordtor', 'the begun edit is there')
  await area(anna).press('Escape')
  assert.equal(await area(anna).inputValue(), 'Bis gleich')
  await area(anna).fill('')
  await act(messageWith(anna, 'Um acht'), 'Bearbeiten')
  await anna.goto('/ui/logout')
  await anna.getByText('Sie melden sich auf diesem Gerät ab.').waitFor()
  await anna.waitForLoadState('networkidle')
  assert.equal(await losses.count(), 0)
})

test('by keys the last message is edited or answered; of one that is deleted meanwhile the words stay with who wrote them', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  const own = await send(cast.anna, id, 'Ich komme spät')
  await send(cast.bruno, id, 'Wie spät?')
  const anna = await as(cast.anna, path)
  await waitForMessage(anna, 'Wie spät?')
  const actions = messageWith(anna, 'Wie spät?').getByRole('button', { name: 'Aktionen' })
  for (const begin of [() => actions.press('a'), () => area(anna).press('Control+ArrowUp')]) {
    await begin()
    await anna.getByRole('button', { name: 'Doch keine Antwort' }).waitFor()
    assert.equal(await area(anna).inputValue(), '')
    await area(anna).and(anna.locator(':focus')).press('Escape')
    await anna.getByRole('button', { name: 'Doch keine Antwort' }).waitFor({ state: 'detached' })
  }
  await area(anna).press('Control+ArrowUp')
  await say(anna, 'Halb neun')
  await quoteIn(messageWith(anna, 'Halb neun')).getByText('Wie spät?').waitFor()
  await allSent(anna)
  await area(anna).press('ArrowUp')
  await anna.getByText('Nachricht bearbeiten').waitFor()
  await area(anna).press('Escape')
  await anna.getByText('Nachricht bearbeiten').waitFor({ state: 'detached' })
  await act(messageWith(anna, 'Ich komme spät'), 'Bearbeiten')
  await area(anna).fill('Ich komme etwas spät')
  await call(cast.anna, 'DELETE', `/chat/groups/${id}/messages/${own}/`)
  await area(anna).press('Enter')
  await anna.getByText('Diese Nachricht gibt es nicht mehr. Ihr Text bleibt').waitFor()
  assert.equal(await area(anna).inputValue(), 'Ich komme etwas spät')
})

test('an edit without a network shows at once and goes when there is one; a refused one stays with its reason until it is tried again or discarded', async () => {
  const { id, path, name } = await roomOf(cast.anna, cast.bruno)
  await send(cast.anna, id, 'Um acht am Tor')
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, path)]
  await waitForMessage(anna, 'Um acht am Tor')
  await waitForMessage(bruno, 'Um acht am Tor')
  await anna.context().setOffline(true)
  await offline(anna).waitFor()
  await area(anna).press('ArrowUp')
  await say(anna, 'Um neun am Tor')
  await messageWith(anna, 'Um neun am Tor').getByText('wartet auf Verbindung').waitFor()
  await roomLink(anna, name).getByText('1 Nachricht noch nicht gesendet').waitFor()
  // A second edit starts from the text of the first, which is not sent yet.
  await area(anna).press('ArrowUp')
  assert.equal(await area(anna).inputValue(), 'Um neun am Tor')
  await say(anna, 'Um zehn am Tor')
  await anna.context().setOffline(false)
  await waitForMessage(bruno, 'Um zehn am Tor')
  await messageWith(anna, 'Um zehn am Tor').getByText('wartet auf Verbindung').waitFor({ state: 'detached' })

  await db
    .updateTable('chat_messages')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('content', '=', 'Um zehn am Tor')
    .execute()
  await area(anna).press('ArrowUp')
  await say(anna, 'Zu spät')
  await messageWith(anna, 'Zu spät').getByText('wurde abgelehnt').waitFor()
  await anna.reload()
  await messageWith(anna, 'Zu spät').getByText('wurde abgelehnt').waitFor()
  await messageWith(anna, 'Zu spät').getByRole('button', { name: 'verwerfen' }).click()
  await waitForMessage(anna, 'Um zehn am Tor')
})

test('a refused edit of a message that is further up names it, and stands in it once a press has led there', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  await send(cast.anna, id, 'Um acht am Tor')
  const anna = await as(cast.anna, path)
  await act(messageWith(anna, 'Um acht am Tor'), 'Bearbeiten')
  await sayMuch(id)
  await send(cast.bruno, id, 'Bis gleich')
  await call(cast.anna, 'GET', `/chat/groups/${id}/`)
  await anna.reload()
  await waitForMessage(anna, 'Bis gleich')
  await anna.route('**/messages/*/', (route) =>
    route.fulfill({ status: 409, json: { success: false, details: 'Zu spät.' } }),
  )
  await say(anna, 'Um neun am Tor')
  const change = anna.getByRole('article', { name: 'Ihre Änderung einer Nachricht' })
  await change.getByText('wurde abgelehnt: Zu spät.').waitFor()
  await change.getByText('Um neun am Tor').waitFor()
  await expectAccessibleInBothSchemes(anna)
  await quoteIn(change).getByText('Um acht am Tor').click()
  await change.waitFor({ state: 'detached' })
  await messageWith(anna, 'Um neun am Tor').getByText('wurde abgelehnt').waitFor()
})

test('who is renamed while a room is open has the new name there, also in quotes, whose words stay', async () => {
  const { name, id, path } = await roomOf(cast.anna)
  await send(cast.anna, id, 'Wer ist da?')
  await call(cast.clara, 'POST', '/users/', { username: 'kim' })
  const { id: kim } = await db
    .selectFrom('users')
    .where('username', '=', 'kim')
    .select('id')
    .executeTakeFirstOrThrow()
  await call(cast.clara, 'PUT', `/users/${kim}/groups/${encodeURIComponent(name)}/`)
  await db
    .insertInto('chat_messages')
    .values({ kind: 'groups', room_id: id, user_id: kim, content: 'Hier ist kim' })
    .execute()
  const anna = await as(cast.anna, path)
  for (const answer of ['Hallo', 'Willkommen']) {
    await act(messageWith(anna, 'Hier ist kim'), 'Antworten')
    await area(anna).fill(answer)
    if (answer === 'Hallo') await area(anna).press('Enter')
  }
  await allSent(anna)
  await call(cast.clara, 'PATCH', `/users/${kim}/username/`, { username: 'kim.neu' })
  await messageWith(anna, 'Hier ist kim').getByText('kim.neu', { exact: true }).waitFor()
  const begun = anna.getByRole('region', { name }).locator('p').filter({ hasText: 'Hier ist kim' }).last()
  for (const quote of [quoteIn(messageWith(anna, 'Hallo')), begun])
    assert.equal(await quote.innerText(), 'kim.neu\nHier ist kim')
})

test('after an @ the members are offered, to a finger and by keys; who is mentioned sees it in the list of chats, and finds it among their mentions; a name in another script turns no paragraph, and is copied as it is today', async () => {
  const { id, path, name } = await roomOf(cast.anna, cast.bruno, cast.hannah)
  await send(cast.bruno, id, '@Hannah Oelkers kommt später')
  await db
    .updateTable('users')
    .set({ persplan_vorname: 'שרה', persplan_nachname: 'כהן' })
    .where('username', '=', cast.hannah.username)
    .execute()
  const [anna, bruno] = [await as(cast.anna, path), await as(cast.bruno, '/ui/chat', phone)]
  const text = anna.getByRole('log').getByText('kommt später')
  assert.equal(await text.evaluate((element) => getComputedStyle(element).direction), 'ltr')
  await anna.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await act(anna.getByRole('article').last(), 'Text kopieren')
  await anna.getByText('Nachricht kopiert').first().waitFor()
  assert.equal(await anna.evaluate(() => navigator.clipboard.readText()), '@שרה כהן kommt später')

  await area(anna).fill('Kommst du, ')
  await area(anna).pressSequentially('@bru')
  await anna.getByRole('option', { name: '@Bruno Castell' }).waitFor()
  await expectAccessibleInBothSchemes(anna)
  await area(anna).press('Enter')
  await area(anna).pressSequentially('heute?')
  assert.equal(await area(anna).inputValue(), 'Kommst du, @Bruno Castell heute?')
  await area(anna).press('Enter')
  await anna.getByRole('log').getByText('@Bruno Castell', { exact: true }).waitFor()
  const row = bruno.getByRole('link', { name })
  await row.getByText('Sie sind erwähnt').waitFor()
  await expectAccessibleInBothSchemes(bruno)
  await bruno.getByLabel('Zeigen').selectOption('Erwähnungen')
  await bruno.getByRole('list', { name: 'Erwähnungen' }).getByRole('link', { name }).tap()
  await bruno.getByRole('log').getByText('@Bruno Castell', { exact: true }).waitFor()
  await area(bruno).fill('@')
  await bruno.getByRole('option', { name: '@Anna Berger' }).tap()
  assert.equal(await area(bruno).inputValue(), '@Anna Berger ')
})

test('the list behind an @ begins at its first name each time, opens after a bracket, offers a longer name behind a shorter one, and lets Enter send', async () => {
  const { path } = await roomOf(cast.clara, cast.bruno, cast.elif, cast.georg)
  // Elif's new name is the beginning of Georg's.
  for (const [{ username }, persplan_nachname] of [
    [cast.elif, 'Lind'],
    [cast.georg, 'Lind Berger'],
  ] as const)
    await db
      .updateTable('users')
      .set({ persplan_vorname: 'Jo', persplan_nachname })
      .where('username', '=', username)
      .execute()
  const clara = await as(cast.clara, path)
  const list = clara.getByRole('listbox', { name: 'Mitglieder erwähnen' })
  const option = list.getByRole('option')
  const chosen = list.getByRole('option', { selected: true })
  const field = area(clara)
  await field.fill('@')
  await clara.getByText('4 Vorschläge', { exact: true }).waitFor()
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  const first = await chosen.innerText()
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await field.press('Backspace')
  await option.first().waitFor({ state: 'detached' })
  assert.equal(await field.getAttribute('aria-expanded'), null)
  await field.press('@')
  assert.equal(await chosen.innerText(), first)
  await field.press('Escape')
  await option.first().waitFor({ state: 'detached' })
  await field.fill('')
  for (const opener of ['@', '(@', '„@']) {
    await field.fill('')
    await field.pressSequentially(opener)
    await option.first().waitFor()
  }
  await field.fill('')
  await field.pressSequentially('@Jo Lind ')
  assert.deepEqual(await option.allInnerTexts(), ['@Jo Lind', '@Jo Lind Berger'])
  await field.press('Enter')
  await option.first().waitFor({ state: 'detached' })
  assert.equal(await field.inputValue(), '@Jo Lind ')
  // One more letter leaves only the longer name. A list that was closed opens again when typing goes on.
  await field.press('Backspace')
  await field.pressSequentially(' B')
  assert.deepEqual(await option.allInnerTexts(), ['@Jo Lind Berger'])
  await field.press('Backspace')
  await field.press('Enter')
  await option.first().waitFor({ state: 'detached' })
  await field.press('Enter')
  await waitForMessage(clara, '@Jo Lind')
  await allSent(clara)
  await field.press('ArrowUp')
  await clara.getByText('Nachricht bearbeiten').waitFor()
  await field.fill('@')
  await option.first().waitFor()
  assert.equal(await list.getByText('@alle').count(), 0)
})
