import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { otherDocuments } from '#demo/documents/all.ts'
import { insertDocument } from '#demo/documents/insert.ts'
import { inTransaction } from '#server/live/news.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { until } from '#server/testing/until.ts'
import { doubleText } from './accessible.ts'
import { phone, setStage } from './stage.ts'
import { endRoute } from './steps.ts'

const { kontor, db, as, call, idOf } = await setStage()
await inTransaction(kontor.kontor, async (tx) => {
  for (const document of otherDocuments) await insertDocument(tx, document)
})
/** Highlighted texts. */
const marked = () => [...(CSS.highlights.get('found') ?? [])].map((range) => (range as Range).toString())
const idOfGroup = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id
const isInSight = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

test('a word leads to a message of last month, which is marked', async () => {
  const id = await idOfGroup('Bühne')
  const path = `/chat/groups/${id}/send_message/`
  await db
    .insertInto('chat_rooms')
    .values({ kind: 'groups', id, visible: true })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ visible: true }))
    .execute()
  const user_id = await idOf(cast.bruno)
  const created_at = new Date(Date.now() - 30 * 86_400_000)
  const say = (content: string) => ({ kind: 'groups' as const, room_id: id, user_id, content, created_at })
  await db.insertInto('chat_messages').values(say('Der Konzertflügel wird am Dienstag gestimmt.')).execute()
  await db
    .insertInto('chat_messages')
    .values(Array.from({ length: 250 }, (_, nr) => say(`Zeile ${nr}`)))
    .execute()
  await call(cast.bruno, 'POST', path, { message: 'Bis gleich' })

  const page = await as(cast.anna, '/ui/docs')
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await page.keyboard.press('Control+k')
  // Types at once, since the field appears before the rest of the search has loaded.
  await page.keyboard.insertText('konzertfluegel')
  await page.getByRole('region', { name: 'Nachrichten' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const message = page
    .getByRole('article')
    .filter({ hasText: 'Der Konzertflügel wird am Dienstag gestimmt.' })
  // The keys are on it.
  await message.and(page.locator(':focus')).waitFor()
  await page.waitForFunction(() => CSS.highlights.has('found'))
  assert.deepEqual(await page.evaluate(marked), ['Konzertflügel'])
  assert.ok(await message.evaluate(isInSight))

  // The search opens over any screen, which stays as it is. Escape first empties the field.
  await page.getByRole('link', { name: 'Suche' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suche' })
  const field = dialog.getByLabel('Alles durchsuchen')
  await page.keyboard.type('bruno')
  await dialog.getByRole('region', { name: 'Personen' }).waitFor()
  await dialog.getByLabel('Wo').selectOption('Nachrichten')
  await dialog
    .getByText('Nichts gefunden')
    .or(dialog.getByRole('region', { name: 'Nachrichten' }))
    .waitFor()
  await field.press('Escape')
  await dialog.getByText('Wonach suchen Sie?').waitFor()
  await field.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await message.waitFor()

  // It closes with a hit, does not come back with the screen beneath, and still has its hits when it is opened again.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('castell')
  await dialog.getByRole('region', { name: 'Personen' }).getByRole('button').click()
  await page.getByRole('region', { name: /Castell/ }).waitFor()
  assert.equal(await dialog.count(), 0)
  await page.goBack()
  await message.waitFor()
  assert.equal(await dialog.count(), 0)
  await page.keyboard.press('Control+k')
  await dialog.getByRole('region', { name: 'Personen' }).getByText('Castell').waitFor()
})

test('a chat is found by its name, an own shift by its team and by what one does there, a person is found and written to; from a found message the arrow of a phone leads back to the hits', async () => {
  const id = await idOfGroup('Bühne')
  await call(cast.clara, 'PATCH', `/chat/groups/${id}/admin_settings/`, { visible: true })
  await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, {
    message: 'Der Tanzboden kommt am Freitag.',
    image: null,
  })
  const page = await as(cast.anna, '/ui/find?filter=tanzboden', phone)
  const messages = page.getByRole('region', { name: 'Nachrichten' })
  await doubleText(page)
  // Beside the date, the name would be only a letter wide.
  await until(async () => {
    const { width = 0 } = (await messages.locator('bdi').first().boundingBox()) ?? {}
    return width >= 150
  }, 'the name has the room of a line')
  await messages.getByRole('link').first().tap()
  await page.getByRole('button', { name: 'Zurück' }).tap()
  await messages.waitFor()
  await page.getByLabel('Alles durchsuchen').fill('bueh')
  await page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: 'Bühne' }).tap()
  await page.getByRole('heading', { name: 'Bühne', level: 2 }).waitFor()
  await page.getByRole('button', { name: 'Zu den Chats' }).tap()
  await page.waitForURL(/\/ui\/chat(\?|$)/)

  const date = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 9 }).toString()
  await insertHappening(db, {
    name: 'Drachenfest',
    date,
    part: 'Wiese',
    entries: [{ name: 'Berger', personalnummer: 'P1001', funktion: 'Leinenführung' }],
  })
  await page.goto('/ui/find?filter=leinen')
  const hits = page.getByRole('region', { name: 'Ihre Einsätze' })
  await hits.getByText(`${date.split('-').toReversed().join('.')} · Leinenführung`).waitFor()
  await hits.getByRole('link', { name: 'Drachenfest · Wiese' }).tap()
  await page.getByRole('dialog', { name: 'Drachenfest' }).getByText('Leinenführung').waitFor()
  await page.goto('/ui/find?filter=hohenst')
  await page.getByRole('region', { name: 'Personen' }).getByRole('button').tap()
  await page.getByRole('region', { name: /Hohenstein/ }).waitFor()
})

test('a word of a text leads to its place, also in a section that was folded', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.getByRole('link', { name: 'Sicherheitsunterweisung 2026', exact: true }).click()
  await page.getByRole('button', { name: 'Alle zuklappen' }).click()
  await page.goto('/ui/find')
  await page.getByLabel('Alles durchsuchen').fill('feuerloescher')
  await page.getByRole('region', { name: 'Prozesse' }).getByRole('link', { name: /2026/ }).click()
  await page.waitForFunction(() => CSS.highlights.has('found'))
  const words = await page.evaluate(marked)
  assert.ok(words.length > 0 && words.every((word) => /^feuerlöscher/i.test(word)), words.join())
})

test('screens of administrators are found by them alone; what is done in the profile or with the own shifts by the words that people use, and it leads to its place; „Dunkel“ holds in this browser', async () => {
  const page = await as(cast.anna, '/ui/find?filter=zuweis', { ...phone, colorScheme: 'light' })
  const link = page
    .getByRole('region', { name: 'Seiten' })
    .getByRole('link', { name: 'Zuweisungen', exact: true })
  await page.getByText('Nichts gefunden').waitFor()
  assert.equal(await link.count(), 0)

  const field = page.getByLabel('Alles durchsuchen')
  const hit = (name: string) => page.getByRole('region', { name: 'Seiten' }).getByRole('link', { name })
  for (const [words, name] of [
    ['kennwort', 'Passwort ändern'],
    ['mitteilungen', 'Benachrichtigungen'],
    ['geräte', 'Angemeldete Geräte'],
    ['abo', 'Kalender abonnieren'],
  ] as const) {
    await field.fill(words)
    await hit(name).tap()
    const heading = page.getByRole('heading', { name, level: 2 })
    await page.waitForFunction((name) => document.activeElement?.textContent?.startsWith(name), name)
    assert.ok(await heading.evaluate(isInSight), name)
    await page.goBack()
    await hit(name).waitFor()
  }
  await field.fill('dunkel')
  await hit('Darstellung').tap()
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Darstellung'))
  const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
  assert.equal(await page.evaluate(isDark), false)
  await page.getByLabel('Hell oder dunkel').selectOption('Dunkel')
  assert.equal(await page.evaluate(isDark), true)
  await page.reload()
  await page.getByLabel('Hell oder dunkel').waitFor()
  assert.equal(await page.evaluate(isDark), true)
  await page.getByLabel('Hell oder dunkel').selectOption('Wie das Gerät')
  assert.equal(await page.evaluate(isDark), false)
  await page.goBack()

  await field.fill('schnittstelle')
  await page.getByText('Nichts gefunden').waitFor()
  await field.fill('installieren')
  await page.getByRole('link', { name: 'App installieren' }).tap()
  await page.getByRole('heading', { name: 'App installieren', level: 2 }).waitFor()
  // The profile starts with the notifications; every other section is one press away.
  await page.goto('/ui/profile')
  assert.equal(await page.getByRole('heading', { level: 2 }).first().innerText(), 'Benachrichtigungen')
  await page.getByRole('heading', { name: 'Angemeldete Geräte' }).tap()
  await page.getByRole('list', { name: 'Sitzungen' }).getByText('dieses Gerät').waitFor()
})

test('an administrator is led to the person, and writes to them with the button beside; finds screens by their names; and two dialogs of one name say which screen they belong to', async () => {
  const page = await as(cast.clara, '/ui/find?filter=hohenst', phone)
  const people = page.getByRole('region', { name: 'Personen' })
  await people.getByRole('link', { name: /Hohenstein/ }).tap()
  await page.getByRole('heading', { name: /Hohenstein/, level: 1 }).waitFor()
  // The arrow leads back to the hits.
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link').last().tap()
  await people.getByRole('button', { name: /^Nachricht an .*Hohenstein.* schreiben$/ }).tap()
  await page.getByRole('region', { name: /Hohenstein/ }).waitFor()

  await page.goto('/ui/find?filter=grupp')
  // Matches in the title come before related screens.
  const kinds = page.locator('#inhalt').getByRole('heading', { level: 2 })
  await kinds.nth(1).waitFor()
  const all = await kinds.allInnerTexts()
  assert.deepEqual([all[0], all.at(-1)], ['Seiten', 'Passende Seiten'])
  const assignments = (region: string) =>
    page.getByRole('region', { name: region, exact: true }).getByRole('link', { name: /^Zuweisungen/ })
  await assignments('Passende Seiten').waitFor()
  await page.getByLabel('Alles durchsuchen').fill('zuweis')
  await assignments('Seiten').tap()
  await page.getByRole('heading', { name: 'Zuweisungen', level: 1 }).waitFor()

  await page.goto('/ui/find?filter=abgleich')
  const screens = page.getByRole('region', { name: 'Seiten' }).getByRole('link')
  await screens.nth(1).waitFor()
  const said = (await screens.allInnerTexts()).map((text) => text.replace(/\n+/, ', '))
  assert.deepEqual(new Set(said), new Set(['Abgleich, Benutzer', 'Abgleich, Veranstaltungen']))
})

test('without a network the search says what it needs, and goes on by itself; after a restore it says that older messages follow', async () => {
  const page = await as(cast.bruno, '/ui/find')
  const field = page.getByLabel('Alles durchsuchen')
  await field.waitFor()
  await page.context().setOffline(true)
  await field.fill('Gala')
  await page.getByText('Die Suche braucht eine Verbindung.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Nordlicht-Gala' }).first().waitFor()
  await page.getByText('Die Suche braucht eine Verbindung.').waitFor({ state: 'detached' })

  // After a restore, older messages become searchable only later. The screen says so even without hits.
  await page.route('**/find/?*', async (route) => {
    const response = await route.fetch()
    const found = await response.json()
    await route.fulfill({ response, json: { ...found, messages: { ...found.messages, only_newest: true } } })
  })
  await field.fill('nirgends')
  await page.getByText('Nichts gefunden').waitFor()
  await page.getByText('Von den Nachrichten sind zuerst die neuesten zu finden').waitFor()
  await endRoute(page, '**/find/?*')
})
