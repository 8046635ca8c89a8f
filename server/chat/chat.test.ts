import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { ChatMessage, ChatMeta, ChatRoom } from '#contract/chat.ts'
import { paragraph, processOf } from '#contract/document/build.ts'
import { maxImageMessagesPerAnswer } from '#contract/words/limits.ts'
import { cast, type Person } from '#demo/cast.ts'
import { transaction } from '#server/db/connect.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { type Client, startNode, testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { tinyPng } from '#server/testing/images.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'
import { deleteOldClientKeys, lockRooms } from './messages-store.ts'
import { setGroupRoom } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno, elif] = (await Promise.all(
  [cast.clara, cast.anna, cast.bruno, cast.elif].map((person) => kontor.as(person)),
)) as [Client, Client, Client, Client]

const roomWith = (...people: Person[]) => newRoom(kontor, ...people)
const say = (who: Client, path: string, message: string, more: object = {}) =>
  who.send('POST', `${path}send_message/`, { message, ...more })
const messages = async (who: Client, path: string, query: Record<string, string> = {}) =>
  (await who.get(path, { query })).body as unknown as ChatMessage[]
const rooms = async (who: Client, kind = 'groups', query: Record<string, string> = {}) =>
  (await who.get(`/chat/${kind}/`, { query })).body as unknown as ChatRoom[]
const hasUnread = async (who: Client) => (await who.get('/users/current/')).body['unread_chats']
const direct = async (who: Client, person: Person) =>
  (await who.send('POST', '/chat/direct/', { user_id: await kontor.userId(person) })).body[
    'direct_chat_id'
  ] as number

test('members read and write what is said in the room of their group; others do not know of it', async () => {
  const { id, path, name } = await roomWith(cast.anna, cast.bruno)
  assert.equal((await say(anna, path, 'Der Bus steht hinten.')).status, 200)
  const [message] = await messages(bruno, path)
  assert.equal(message?.content, 'Der Bus steht hinten.')
  assert.equal(message?.username, 'anna')
  assert.match(message?.created_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
  assert.deepEqual((await rooms(bruno)).find((room) => room.id === id)?.name, name)
  assert.equal((await elif.get(path)).status, 404)
  assert.equal((await say(elif, path, 'Hallo')).status, 404)
  assert.ok(!(await rooms(elif)).some((room) => room.id === id))
})

test('what is said where no room is leaves no room behind', async () => {
  const id = 987_654
  assert.equal((await say(anna, `/chat/groups/${id}/`, 'Ist hier jemand?')).status, 404)
  assert.equal((await clara.get(`/chat/groups/${id}/`)).status, 404)
})

test('what many say at once is written down in the order of its numbers, each under its author; a key counts once', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const people = [anna, bruno, elif, anna, bruno, anna]
  const answers = await Promise.all(people.map((who, at) => say(who, path, `Nummer ${at}`)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 404, 200, 200, 200],
  )
  const same = { client_key: '6f1c7f3e-6f0c-4a6c-9a53-0d3c5f8f4a11' }
  const twice = await Promise.all([1, 2, 3].map(() => say(bruno, path, 'Einmal', same)))
  assert.equal(new Set(twice.map(({ body }) => body['message_id'])).size, 1)
  const shown = await messages(anna, path)
  const numbers = answers.map(({ body }) => body['message_id'])
  for (const { id, username, content } of shown.filter(({ content }) => content !== 'Einmal')) {
    const at = numbers.indexOf(id)
    assert.equal(content, `Nummer ${at}`)
    assert.equal(username, people[at] === anna ? 'anna' : 'bruno')
  }
  assert.equal(shown.length, 6)
})

test('rooms of custom groups are shown from the start, those of the planner’s when an administrator shows them', async () => {
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Technik')
    .select('id')
    .executeTakeFirstOrThrow()
  const isListed = async (who: Client, query = {}) =>
    (await rooms(who, 'groups', query)).some((room) => room.id === id)
  assert.equal(await isListed(anna), false)
  assert.equal(await isListed(clara), false)
  assert.equal(await isListed(clara, { show_hidden: 'true' }), true)
  assert.equal(await isListed(anna, { show_hidden: 'true' }), false)
  assert.equal((await anna.get(`/chat/groups/${id}/`)).status, 404)
  assert.equal(
    (await clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible: true })).status,
    200,
  )
  assert.equal(await isListed(anna), true)
  assert.equal(
    (await anna.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible: false })).status,
    403,
  )
})

test('of two who show and hide a room at once the later one has their way', async () => {
  const { id } = await roomWith(cast.anna)
  const isVisible = async () => (await rooms(clara)).some((room) => room.id === id)
  assert.equal(await isVisible(), true)
  const { waiting } = await transaction(db, async (tx) => {
    await lockRooms(tx, [{ kind: 'groups', id }])
    await setGroupRoom(tx, id, { visible: false })
    const showing = clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible: true })
    await untilBlockedByLock(db)
    return { waiting: showing }
  })
  assert.equal((await waiting).status, 200)
  assert.equal(await isVisible(), true)
})

test('whoever leaves the group loses its room at once', async () => {
  const { path, name } = await roomWith(cast.anna)
  assert.equal((await anna.get(path)).status, 200)
  await clara.send('DELETE', `/users/${await kontor.userId(cast.anna)}/groups/${encodeURIComponent(name)}/`)
  assert.equal((await anna.get(path)).status, 404)
  assert.equal((await say(anna, path, 'Noch da?')).status, 404)
})

test('a direct chat is for its two people only, also not for administrators; opening it again finds it', async () => {
  const id = await direct(anna, cast.bruno)
  assert.equal(await direct(bruno, cast.anna), id)
  const path = `/chat/direct/${id}/`
  await say(anna, path, 'Kaffee?')
  assert.deepEqual(
    (await messages(bruno, path)).map(({ content }) => content),
    ['Kaffee?'],
  )
  assert.equal((await clara.get(path)).status, 404)
  const [room] = await rooms(bruno, 'direct')
  assert.deepEqual([room?.name, room?.last_message, room?.noise_level], ['Anna Berger', 'Kaffee?', 'alert'])
  const alone = await anna.send('POST', '/chat/direct/', { user_id: await kontor.userId(cast.anna) })
  assert.equal(alone.body['details'], 'Ein Chat mit sich selbst ist nicht möglich.')
})

test('the list says who spoke last in a group, by today’s name, and whom a direct chat is with', async () => {
  const { id, path } = await roomWith(cast.anna, cast.bruno)
  const user_id = await kontor.userId(cast.anna)
  const spoken = async () => (await rooms(bruno)).find((room) => room.id === id)?.last_message_by
  assert.equal(await spoken(), null)
  await say(anna, path, 'Mit Käse bitte!')
  assert.deepEqual(await spoken(), { user_id, display_name: 'Anna Berger' })
  const nameAnna = (persplan_vorname: string) =>
    inTransaction(kontor.kontor, async (tx) => {
      await tx.updateTable('users').set({ persplan_vorname }).where('id', '=', user_id).execute()
      changed(tx, aboutUsers)
    })
  await nameAnna('Annegret')
  assert.deepEqual(await spoken(), { user_id, display_name: 'Annegret Berger' })
  await nameAnna('Anna')
  const chat = await direct(bruno, cast.anna)
  const room = (await rooms(bruno, 'direct')).find((one) => one.id === chat)
  assert.deepEqual([room?.user_id, room?.last_message_by], [user_id, null])
})

test('two people of the same name are told apart in the list of direct chats by their usernames', async () => {
  const people = await db
    .insertInto('users')
    .values(
      ['m.kern', 'kern2'].map((username) => ({
        username,
        persplan_vorname: 'Mia',
        persplan_nachname: 'Kern',
      })),
    )
    .returning('id')
    .execute()
  for (const { id } of people) await elif.send('POST', '/chat/direct/', { user_id: id })
  await direct(elif, cast.georg)
  assert.deepEqual(
    (await rooms(elif, 'direct')).map(({ name }) => name),
    ['Georg Müller-Lüdenscheidt', 'Mia Kern (kern2)', 'Mia Kern (m.kern)'],
  )
})

test('what others said is unread until it is read; one’s own is not, and neither is what is muted', async () => {
  const { id, path } = await roomWith(cast.elif, cast.frieda)
  const frieda = await kontor.as(cast.frieda)
  assert.equal(await hasUnread(elif), false)
  await say(frieda, path, 'Schlüssel gefunden')
  assert.equal(await hasUnread(elif), true)
  assert.equal(await hasUnread(frieda), false)
  assert.equal((await rooms(elif)).find((room) => room.id === id)?.unread, true)
  await messages(elif, path)
  assert.equal(await hasUnread(elif), false)
  await elif.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  await say(frieda, path, 'Noch einer')
  assert.equal(await hasUnread(elif), false)
  await elif.send('PATCH', `${path}settings/`, { noise_level: 'show' })
  assert.equal(await hasUnread(elif), true)
})

test('each chat counts what others said and is not read yet: not one’s own, not what is deleted, nothing where it is mute', async () => {
  const { id, path } = await roomWith(cast.elif, cast.frieda)
  const frieda = await kontor.as(cast.frieda)
  const unread = async (who: Client) => {
    const room = (await rooms(who)).find((room) => room.id === id)
    return [room?.unread, room?.unread_messages]
  }
  assert.deepEqual(await unread(elif), [false, 0])
  const said: number[] = []
  for (const text of ['Eins', 'Zwei', 'Drei'])
    said.push((await say(frieda, path, text)).body['message_id'] as number)
  await say(elif, path, 'Ohne Netz geschrieben')
  assert.deepEqual(await unread(elif), [true, 3])
  assert.deepEqual(await unread(frieda), [true, 1])
  await frieda.send('DELETE', `${path}messages/${said[1]}/`)
  assert.deepEqual(await unread(elif), [true, 2])
  await elif.send('POST', `${path}read/`, { message_id: said[0] })
  assert.deepEqual(await unread(elif), [true, 1])
  await elif.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  assert.deepEqual(await unread(elif), [false, 0])
  await elif.send('PATCH', `${path}settings/`, { noise_level: 'show' })
  await messages(elif, path)
  assert.deepEqual(await unread(elif), [false, 0])
})

test('beyond 99 unread messages a chat only says that there are more', async () => {
  const room_id = await direct(bruno, cast.frieda)
  const frieda = await kontor.as(cast.frieda)
  const isCounted = async (expected: number) => {
    const room = (await rooms(frieda, 'direct')).find((room) => room.id === room_id)
    assert.equal(room?.unread_messages, expected)
  }
  const sayMore = async (count: number) => {
    const message = { kind: 'direct' as const, room_id, content: 'Noch eine' }
    await db
      .insertInto('chat_messages')
      .values(Array.from({ length: count }, () => message))
      .execute()
  }
  await say(bruno, `/chat/direct/${room_id}/`, 'Die erste')
  await isCounted(1)
  await sayMore(98)
  await isCounted(99)
  await sayMore(150)
  await isCounted(100)
})

test('who only asks whether there is something to read has not read it', async () => {
  const { id, path } = await roomWith(cast.anna, cast.bruno)
  await say(anna, path, 'Ungelesen')
  const head = await kontor.app.inject({ method: 'HEAD', url: path, headers: { cookie: bruno.cookie ?? '' } })
  assert.equal(head.statusCode, 200)
  const isUnread = async () => (await rooms(bruno)).find((room) => room.id === id)?.unread
  assert.equal(await isUnread(), true)
  await messages(bruno, path)
  assert.equal(await isUnread(), false)
})

test('everybody in a chat is called by their name; two of the same are told apart by their usernames', async () => {
  const { id, path, name } = await roomWith(cast.bruno)
  const people = await db
    .insertInto('users')
    .values(
      ['ida', 'ida.k', 'ohne-namen'].map((username) => ({
        username,
        ...(username.startsWith('ida') && { persplan_vorname: 'Ida', persplan_nachname: 'Kroll' }),
      })),
    )
    .returning('id')
    .execute()
  for (const person of people)
    await clara.send('PUT', `/users/${person.id}/groups/${encodeURIComponent(name)}/`)
  await say(bruno, path, 'Guten Morgen')
  const { users } = (await bruno.get(`/chat/groups/${id}/meta/`)).body as unknown as ChatMeta
  assert.deepEqual(
    users.map(({ display_name }) => display_name),
    ['Bruno Castell', 'Ida Kroll (ida)', 'Ida Kroll (ida.k)', 'ohne-namen'],
  )
  const [message] = await messages(bruno, path)
  assert.deepEqual([message?.username, message?.display_name], ['bruno', 'Bruno Castell'])
})

test('nobody has read what has not been said yet', async () => {
  const { id, path } = await roomWith(cast.elif, cast.frieda)
  const frieda = await kontor.as(cast.frieda)
  await say(frieda, path, 'Eins')
  await elif.send('POST', `${path}read/`, { message_id: 999_999_999 })
  assert.equal((await rooms(elif)).find((room) => room.id === id)?.unread, false)
  await say(frieda, path, 'Zwei')
  assert.equal((await rooms(elif)).find((room) => room.id === id)?.unread, true)
})

test('an administrator hears of a room of others when they have asked for it', async () => {
  const { id, path } = await roomWith(cast.frieda)
  await messages(clara, path)
  await clara.send('PATCH', `${path}settings/`, { noise_level: 'show' })
  assert.equal(await hasUnread(clara), false)
  await say(await kontor.as(cast.frieda), path, 'Ist hier jemand?')
  assert.equal((await rooms(clara)).find((room) => room.id === id)?.unread, true)
  assert.equal(await hasUnread(clara), true)
  await clara.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  assert.equal(await hasUnread(clara), false)
})

test('a message needs a text or an image; what cannot be seen is left out', async () => {
  const { path } = await roomWith(cast.anna)
  for (const message of ['', '  \n ', '\u202e\u200e'.slice(0, 1)])
    assert.equal((await say(anna, path, message)).status, 422)
  assert.equal((await say(anna, path, 'x'.repeat(4_001))).status, 422)
  await say(anna, path, ' Zeile 1\r\nZeile\u0007 2\u202e ')
  assert.equal((await messages(anna, path)).at(-1)?.content, 'Zeile 1\nZeile 2')
})

test('a message is stored as long as it was accepted, also one of signs that count double', async () => {
  const { path } = await roomWith(cast.anna)
  assert.equal((await say(anna, path, '🎺'.repeat(4_001))).status, 422)
  assert.equal((await say(anna, path, '🎺'.repeat(4_000))).status, 200)
  assert.equal((await messages(anna, path)).at(-1)?.content, '🎺'.repeat(4_000))
})

test('what was deleted is not said once more by a device that never heard it had been sent', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const picture = { image: `data:image/png;base64,${tinyPng.toString('base64')}` }
  for (const [key, more] of [
    ['geloescht-1', {}],
    ['geloescht-2', picture],
  ] as const) {
    const first = await say(anna, path, 'Zuviel gesagt', { client_key: key, ...more })
    const id = first.body['message_id'] as number
    assert.equal((await anna.send('DELETE', `${path}messages/${id}/`)).status, 200)
    const again = await say(anna, path, 'Zuviel gesagt', { client_key: key, ...more })
    assert.deepEqual([again.status, again.body['message_id']], [200, id])
    // Another sender may use the same client key.
    assert.notEqual((await say(bruno, path, 'Ich auch', { client_key: key })).body['message_id'], id)
  }
  assert.deepEqual(
    (await messages(anna, path)).map(({ content }) => content),
    ['Ich auch', 'Ich auch'],
  )
  const kept = () => db.selectFrom('deleted_messages').selectAll().execute()
  await deleteOldClientKeys(db)
  assert.equal((await kept()).length, 2)
  await db.updateTable('deleted_messages').set({ deleted_at: sql`now() - interval '91 days'` }).execute()
  await deleteOldClientKeys(db)
  assert.deepEqual(await kept(), [])
})

test('more than thirty messages in a minute are refused', async () => {
  const georg = await kontor.as(cast.georg)
  const { path } = await roomWith(cast.georg)
  for (let said = 0; said < 30; said++) assert.equal((await say(georg, path, `Nr. ${said}`)).status, 200)
  const refused = await say(georg, path, 'Nr. 31')
  assert.equal(refused.status, 429)
  assert.equal(refused.body['details'], 'Sie schreiben gerade sehr viel. Bitte warten Sie einen Augenblick.')
  assert.ok(Number(refused.headers['retry-after']) > 45)
  // Backdates the oldest of the thirty messages by 25 s: it is the next one to fall out of the minute that the limit
  // counts.
  await kontor.kontor.db
    .updateTable('chat_messages')
    .set({ created_at: sql<Date>`now() - interval '25 seconds'` })
    .where('content', '=', 'Nr. 0')
    .execute()
  const sooner = Number((await say(georg, path, 'Nr. 31')).headers['retry-after'])
  assert.ok(sooner > 0 && sooner <= 35, String(sooner))
})

test('messages are counted over all rooms and servers, however many are sent at once; others are not touched', async () => {
  const node = await startNode(kontor.database.connection)
  const { cookie = '' } = await kontor.as(cast.david)
  const rooms = await Promise.all(Array.from({ length: 4 }, () => roomWith(cast.david, cast.anna)))
  const send = async (place: number) => {
    const { app } = place % 2 === 0 ? kontor : node
    const url = `${rooms[place % rooms.length]?.path}send_message/`
    const payload = { message: `Nr. ${place}` }
    return (await app.inject({ method: 'POST', url, headers: { cookie }, payload })).statusCode
  }
  const codes = await Promise.all(Array.from({ length: 60 }, (_, place) => send(place)))
  assert.equal(codes.filter((code) => code === 200).length, 30)
  assert.equal(codes.filter((code) => code === 429).length, 30)
  assert.equal((await say(anna, String(rooms[0]?.path), 'Weiter')).status, 200)
  await node.stop()
})

test('a room’s messages with an image come page by page, the newest first, for whoever may be in it', async () => {
  const { id, path } = await roomWith(cast.anna, cast.bruno)
  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  const oldest = (await say(anna, path, 'Das erste', { image })).body['message_id'] as number
  await say(anna, path, 'Ohne Bild')
  await sql`insert into chat_messages (kind, room_id, user_id, content, image_id, created_at)
    select kind, room_id, user_id, 'Noch eines', image_id, now() - interval '1 hour'
    from chat_messages, generate_series(1, ${maxImageMessagesPerAnswer}) where id = ${oldest}`.execute(db)
  const ask = (who: Client, query = {}) => who.get(`/chat/groups/${id}/images/`, { query })
  const first = (await ask(bruno)).body as unknown as ChatMessage[]
  assert.equal(first.length, maxImageMessagesPerAnswer)
  const ids = first.map((message) => message.id)
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  )
  const rest = (await ask(bruno, { before: String(ids.at(-1)) })).body as unknown as ChatMessage[]
  assert.deepEqual(
    rest.map(({ id, content }) => [id, content]),
    [[oldest, 'Das erste']],
  )
  assert.equal((await bruno.get(String(rest[0]?.image))).status, 200)
  // Listing images does not mark the room as read.
  const meta = (await bruno.get(`${path}meta/`)).body as unknown as ChatMeta
  assert.equal(meta.read_up_to, null)
  assert.equal((await ask(clara)).status, 200, 'an administrator looks into every group')
  assert.equal((await ask(elif)).status, 404)
  const directPath = `/chat/direct/${await direct(anna, cast.bruno)}/images/`
  assert.deepEqual((await anna.get(directPath)).body, [])
  assert.equal((await clara.get(directPath)).status, 404)
  await anna.send('DELETE', `${path}messages/${oldest}/`)
  assert.deepEqual((await ask(bruno, { before: String(ids.at(-1)) })).body, [])
})

test('an image of a chat has no other path: not for administrators, not for its author, not once it is deleted', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  const message_id = (await say(anna, path, '', { image })).body['message_id'] as number
  const [message] = await messages(bruno, path)
  const id = String(message?.image).split('/').at(-2)
  const others = async () => {
    for (const who of [anna, bruno, clara, elif]) {
      assert.equal((await who.get(`/docs/images/${id}/`)).status, 404)
    }
  }
  await others()
  // A document that refers to the image does not give access to it either.
  const doc_id = (await clara.send('POST', '/docs/', { name: 'Fremdes Bild' })).body['doc_id'] as number
  const content = processOf(paragraph({ type: 'image', attrs: { src: `/docs/images/${id}/`, alt: '' } }))
  await clara.send('PATCH', `/docs/${doc_id}/`, { content })
  await others()
  await anna.send('DELETE', `${path}messages/${message_id}/`)
  await others()
})

test('authors delete their own, administrators everything in groups, nobody else’s in direct chats', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const id = (await say(anna, path, 'Weg damit')).body['message_id'] as number
  const refused = await bruno.send('DELETE', `${path}messages/${id}/`)
  assert.equal(refused.body['details'], 'Löschen können Sie nur Ihre eigenen Nachrichten.')
  assert.equal((await anna.send('DELETE', `${path}messages/${id}/`)).status, 200)
  assert.deepEqual(await messages(bruno, path), [])
  const other = (await say(anna, path, 'Auch weg')).body['message_id'] as number
  assert.equal((await clara.send('DELETE', `${path}messages/${other}/`)).status, 200)
  const directPath = `/chat/direct/${await direct(anna, cast.clara)}/`
  const mine = (await say(anna, directPath, 'Bleibt')).body['message_id'] as number
  assert.equal((await clara.send('DELETE', `${directPath}messages/${mine}/`)).status, 403)
})

test('when the newest message is deleted, the room is listed with the one before it', async () => {
  const { id, path } = await roomWith(cast.elif)
  const other = await roomWith(cast.elif)
  const listed = async () => {
    const all = await rooms(elif)
    const mine = all.filter((room) => room.id === id || room.id === other.id)
    return mine.map(({ id, last_message }) => [id, last_message])
  }
  await say(elif, path, 'Erstens')
  await say(elif, other.path, 'Nebenan')
  await say(elif, path, 'Zweitens')
  const [first, second] = await messages(elif, path)
  assert.deepEqual(await listed(), [
    [id, 'Zweitens'],
    [other.id, 'Nebenan'],
  ])
  await elif.send('DELETE', `${path}messages/${second?.id}/`)
  assert.deepEqual(await listed(), [
    [other.id, 'Nebenan'],
    [id, 'Erstens'],
  ])
  await elif.send('DELETE', `${path}messages/${first?.id}/`)
  assert.deepEqual((await listed()).at(-1), [id, null])
})

test('the newest two hundred are shown, older ones before a named one', async () => {
  const { id, path } = await roomWith(cast.anna)
  await say(anna, path, 'Nr. 0')
  await db
    .insertInto('chat_messages')
    .values(
      Array.from({ length: 250 }, (_, nr) => ({
        kind: 'groups' as const,
        room_id: id,
        content: `Nr. ${nr + 1}`,
      })),
    )
    .execute()
  const newest = await messages(anna, path)
  assert.equal(newest.length, 200)
  assert.equal(newest.at(-1)?.content, 'Nr. 250')
  const older = await messages(anna, path, { before: String(newest[0]?.id) })
  assert.deepEqual([older.length, older[0]?.content], [51, 'Nr. 0'])
})

test('what was said in the room of a deleted group stays for administrators to read', async () => {
  const { id, path, name } = await roomWith(cast.anna)
  await say(anna, path, 'Das bleibt')
  await clara.send('DELETE', `/groups/custom/${encodeURIComponent(name)}/`)
  assert.equal((await anna.get(path)).status, 404)
  assert.deepEqual(
    (await messages(clara, path)).map(({ content }) => content),
    ['Das bleibt'],
  )
  const meta = (await clara.get(`${path}meta/`)).body as unknown as ChatMeta
  assert.deepEqual([meta.title, meta.can.post], [name, false])
  const past = (await rooms(clara, 'groups', { show_hidden: 'true' })).find((room) => room.id === id)
  assert.deepEqual([past?.name, past?.is_past], [name, true])
  assert.equal((await say(clara, path, 'Nachruf')).status, 409)
})

test('people are found by name, ten of them, without oneself and the deactivated', async () => {
  const find = async (filter: string) =>
    (await anna.get('/chat/direct/users/', { query: { filter } })).body as {
      more: boolean
      users: { id: number; display_name: string; username: string }[]
    }
  assert.deepEqual(
    (await find('mueller')).users.map(({ display_name, username }) => [display_name, username]),
    [['Müller-Lüdenscheidt, Georg', 'georg']],
  )
  const all = await find('')
  assert.deepEqual([all.users.length, all.more], [10, true])
  assert.ok(!all.users.some(({ display_name }) => display_name === 'Berger, Anna'))
  assert.deepEqual((await find('0405550')).users, [])
})
