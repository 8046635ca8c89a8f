import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { choiceField, paragraph, processOf, section, textareaField } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { SearchHits } from '#contract/find.ts'
import { kindsOfHits } from '#contract/words/hits.ts'
import { cast, type Person } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno, elif] = (await Promise.all(
  [cast.clara, cast.anna, cast.bruno, cast.elif].map((person) => kontor.as(person)),
)) as [Client, Client, Client, Client]

const find = async (who: Client, filter: string) => {
  const { status, body } = await who.get('/find/', { query: { filter } })
  assert.equal(status, 200)
  return body as unknown as SearchHits
}
const namesOf = (hits: { name: string }[]) => hits.map(({ name }) => name)

const document = (name: string, content: Tree, shown: object = {}) =>
  publishDoc(clara, content, { name, ...shown })
const say = async (who: Client, path: string, message: string) =>
  (await who.send('POST', `${path}send_message/`, { message })).body['message_id'] as number
const roomWith = (...people: Person[]) => newRoom(kontor, ...people)

test('people are found by their names, those whose surname begins so first, and nobody finds themselves', async () => {
  const { people } = await find(anna, 'mü')
  assert.equal(people.items[0]?.display_name, 'Müller-Lüdenscheidt, Georg')
  assert.deepEqual((await find(anna, 'Berger')).people.items, [])
  const { people: both } = await find(elif, 'be')
  assert.equal(both.items[0]?.display_name, 'Berger, Anna', 'before a name that only has it within')
})

test('a document is found by its name and by a word of its text, with the words around it', async () => {
  const text = 'Links neben der Drehtür hängt ein Feuerlöscher, der jedes Jahr geprüft wird.'
  await document('Rundgang am Abend', processOf(section('Foyer', paragraph(text))))
  const byText = (await find(elif, 'feuerlosch geprueft')).documents.items
  assert.deepEqual(namesOf(byText), ['Rundgang am Abend'])
  assert.match(byText[0]?.excerpt ?? '', /ein Feuerlöscher, der jedes Jahr geprüft/)
  const [byName] = (await find(elif, 'rundgang')).documents.items
  assert.deepEqual([byName?.name, byName?.excerpt], ['Rundgang am Abend', null])
  assert.deepEqual(
    (await find(elif, 'feuerlosch blumen')).documents.items,
    [],
    'each word has to stand in it',
  )
})

test('a document is found by what a field is chosen from, with the choices around it', async () => {
  const field = choiceField('Wagen', 'Sprinter', 'Kastenwagen')
  const id = await document('Mietwagen', processOf(paragraph(field)))
  const [hit] = (await find(elif, 'kastenwagen')).documents.items
  assert.deepEqual([hit?.id, hit?.excerpt], [id, 'Sprinter, Kastenwagen'])
})

test('what a changed text no longer says is not found in it', async () => {
  const id = await document('Wechselnd', processOf(paragraph('Ein Pelikan wartet.')))
  assert.equal((await find(anna, 'pelikan')).documents.items.length, 1)
  await clara.send('PATCH', `/docs/${id}/`, { content: processOf(paragraph('Ein Reiher wartet.')) })
  assert.deepEqual((await find(anna, 'pelikan')).documents.items, [])
})

test('a document that the caller may not see is not found, by name or by text', async () => {
  await document('Geheimsache', processOf(paragraph('Nur der Tresor weiß es.')), onlyForGroups('Leitung'))
  for (const word of ['geheimsache', 'tresor']) {
    assert.deepEqual((await find(anna, word)).documents.items, [], word)
    assert.equal((await find(clara, word)).documents.items.length, 1, word)
  }
})

test('own answers are found, nobody else’s', async () => {
  const id = await document('Rückmeldung', processOf(paragraph(textareaField('Bemerkung'))))
  const data = { Bemerkung: 'Im Keller tropft der Boiler.' }
  assert.equal((await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data })).status, 200)
  assert.deepEqual((await find(anna, 'boiler')).answers.items, [
    { doc_id: id, doc_name: 'Rückmeldung', field: 'Bemerkung', excerpt: 'Im Keller tropft der Boiler.' },
  ])
  for (const other of [bruno, clara]) assert.deepEqual((await find(other, 'boiler')).answers.items, [])
})

test('happenings of all times and their parts are found by whoever sees them, the nearest first', async () => {
  const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
  await insertHappening(db, { name: 'Lampionfest', date: day(-700), part: 'Lampionwerkstatt' })
  await insertHappening(db, { name: 'Lampionumzug', date: day(3) })
  const { happenings } = await find(bruno, 'lampion')
  assert.deepEqual(
    happenings.items.map(({ name, part }) => part?.name ?? name),
    ['Lampionumzug', 'Lampionfest', 'Lampionwerkstatt'],
  )
  assert.deepEqual((await find(anna, 'lampion')).happenings.items, [])
  // The two words match the happening's name and the sub-happening's name together.
  const named = (await find(bruno, 'lampionfest lampionw')).happenings.items
  assert.deepEqual(
    named.map(({ part }) => part?.name),
    ['Lampionwerkstatt'],
  )
})

test('own shifts are found by their team and by what one does there, the nearest first, and nobody else’s', async () => {
  const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
  const plan = (days: number, { username, nachname }: Person, personalnummer: string) =>
    insertHappening(db, {
      name: 'Drachenfest',
      date: day(days),
      part: `Wiese ${username} ${days}`,
      entries: [{ name: nachname, personalnummer, funktion: 'Leinenführung' }],
    })
  await plan(30, cast.anna, 'P1001')
  await plan(-2, cast.anna, 'P1001')
  await plan(1, cast.bruno, 'P1002')
  for (const filter of ['drachenfest', 'wiese drachen', 'leinenfuhrung']) {
    const { items } = (await find(anna, filter)).shifts
    assert.deepEqual(
      items.map(({ date }) => date),
      [day(-2), day(30)],
      filter,
    )
  }
  assert.deepEqual((await find(elif, 'drachenfest')).shifts.items, [])
})

test('messages of one’s own rooms are found, the newest first, and none of others’ rooms', async () => {
  const { path, name } = await roomWith(cast.anna, cast.bruno)
  const first = await say(anna, path, 'Der Flügel wird um acht gestimmt.')
  const second = await say(bruno, path, 'Wo steht der Flügel?')
  const { messages } = await find(anna, 'fluegel')
  assert.deepEqual(
    messages.items.map(({ id, room_name, display_name }) => [id, room_name, display_name]),
    [
      [second, name, 'Bruno Castell'],
      [first, name, 'Anna Berger'],
    ],
  )
  for (const other of [elif, clara]) assert.deepEqual((await find(other, 'flügel')).messages.items, [])
})

test('a deleted message is not found, nor one of a room that was left', async () => {
  const { path, name } = await roomWith(cast.anna, cast.elif)
  const gone = await say(anna, path, 'Das Kennwort des Tresorraums')
  await say(anna, path, 'Die Leiter lehnt am Tresorraum.')
  assert.equal((await anna.send('DELETE', `${path}messages/${gone}/`)).status, 200)
  assert.equal((await find(elif, 'tresorraum')).messages.items.length, 1)
  await clara.send('DELETE', `/users/${await kontor.userId(cast.elif)}/groups/${encodeURIComponent(name)}/`)
  assert.deepEqual((await find(elif, 'tresorraum')).messages.items, [])
})

test('a message is found by what stands inside of its words, after those that have a word beginning so', async () => {
  const { path } = await roomWith(cast.anna, cast.david)
  const whole = await say(anna, path, 'Der Stutzflügel bleibt.')
  const begins = await say(anna, path, 'Stutz ihn bitte.')
  const inside = await say(anna, path, 'Der Großstutz steht.')
  const { items } = (await find(anna, 'stutz')).messages
  assert.deepEqual(
    items.map(({ id }) => id),
    [begins, whole, inside],
  )
  const [hit] = (await find(anna, 'tzfluegel')).messages.items
  assert.deepEqual([hit?.id, hit?.excerpt], [whole, 'Der Stutzflügel bleibt.'])
  assert.deepEqual(
    (await find(anna, 'tz')).messages.items,
    [],
    'two letters stand inside of nearly everything',
  )
  assert.deepEqual((await find(elif, 'tzfluegel')).messages.items, [])
})

test('one kind alone gives more of it, and messages can be those of one room', async () => {
  const rooms = [await roomWith(cast.elif, cast.frieda), await roomWith(cast.elif, cast.georg)]
  for (const { path } of rooms) for (let nr = 0; nr < 5; nr++) await say(elif, path, `Gaffatape ${nr}`)
  const ask = async (query: object) =>
    (await elif.get('/find/', { query: { filter: 'gaffa', ...query } })).body as unknown as SearchHits
  assert.equal((await ask({ kind: 'messages' })).messages.items.length, 10)
  assert.equal((await ask({ kind: 'people' })).messages.items.length, 0)
  const room = `groups/${rooms[0]?.path.split('/')[3]}`
  const { items } = (await ask({ kind: 'messages', room })).messages
  assert.deepEqual([items.length, new Set(items.map(({ room_name }) => room_name)).size], [5, 1])
  const foreign = (await bruno.get('/find/', { query: { filter: 'gaffa', room } }))
    .body as unknown as SearchHits
  assert.deepEqual(foreign.messages.items, [])
})

test('a room alone gives a hundred hits to go through, also to administrators who look into it, and nobody else', async () => {
  const { path, name } = await roomWith(cast.hannah, cast.georg)
  const id = Number(path.split('/')[3])
  await say(await kontor.as(cast.hannah), path, 'Das Drehpodest 0 klemmt.')
  await sql`insert into chat_messages (kind, room_id, user_id, content)
    select kind, room_id, user_id, 'Das Drehpodest ' || n || ' klemmt.'
    from chat_messages, generate_series(1, 100) n where room_id = ${id} and kind = 'groups'`.execute(db)
  const ask = async (who: Client) => {
    const query = { filter: 'drehpodest', kind: 'messages', room: `groups/${id}` }
    return ((await who.get('/find/', { query })).body as unknown as SearchHits).messages
  }
  const { items, more } = await ask(await kontor.as(cast.georg))
  assert.deepEqual([items.length, more, items[0]?.room_name], [100, true, name])
  assert.equal((await ask(clara)).items.length, 100)
  assert.deepEqual((await find(clara, 'drehpodest')).messages.items, [], 'in her own rooms there is none')
  assert.deepEqual((await ask(anna)).items, [])
  await clara.send('DELETE', `/groups/custom/${encodeURIComponent(name)}/`)
  assert.equal((await ask(clara)).items.length, 100, 'of a group that is gone')
  assert.deepEqual((await ask(await kontor.as(cast.georg))).items, [])
})

test('where nothing is found, what is spelt alike is proposed, and only of what the caller may see', async () => {
  const { path } = await roomWith(cast.anna, cast.hannah)
  await say(anna, path, 'Beide Klaviere sind gestimmt.')
  assert.equal((await find(anna, 'klavire')).proposal, 'klaviere')
  assert.equal((await find(elif, 'klavire')).proposal, null)
  assert.equal((await find(anna, 'lüdenscheit')).proposal, 'lüdenscheidt')
  assert.equal((await find(anna, 'xylophonquartett')).proposal, null)
})

test('of many only the first are given, and it is said that there are more', async () => {
  const { path } = await roomWith(cast.elif, cast.bruno)
  for (let nr = 0; nr < 8; nr++) await say(elif, path, `Kabeltrommel ${nr}`)
  const { messages } = await find(bruno, 'kabeltrommel')
  assert.deepEqual([messages.items.length, messages.more], [6, true])
})

test('a single letter, signs alone and nothing at all find nothing', async () => {
  for (const filter of ['a', '…', "'", '%', '']) {
    const found = await find(clara, filter)
    assert.ok(
      kindsOfHits.every((kind) => found[kind].items.length === 0),
      filter,
    )
  }
})

test('whatever somebody types is looked for as it stands', async () => {
  const called = (text: string) => document(text, processOf(paragraph(text)))
  // Documents that would match if special characters had a meaning in tsquery or LIKE.
  for (const other of ["o'brien x", 'a:b', '100 abcx', '100abcx']) await called(other)
  const typed = ["o'brien & (x | !y):*", 'a:b <-> c', '100%_x', '½ µ', '„Zugabe“ \\', 'x'.repeat(100)]
  for (const text of typed) await called(text)
  for (const text of typed) assert.deepEqual(namesOf((await find(clara, text)).documents.items), [text])
})
