import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import type { ChatFrame, ChatMessage } from '#contract/chat.ts'
import { cast, type Person } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { listReceivePermissions } from './receive-permissions-store.ts'

const kontor = await testApp()
const other = await startNode(kontor.database.connection)
after(async () => {
  await other.stop()
  await kontor[Symbol.asyncDispose]()
})
const { port } = await kontor.listen()
const { port: otherPort } = await other.listen()
const clara = await kontor.as(cast.clara)

const roomWith = (...people: Person[]) => newRoom(kontor, ...people)

/**
 * Opens a room as `person`. Returns the received frames, and a function that waits until they satisfy a
 * condition.
 */
async function listen(person: Person, path: string, at = port, headers: Record<string, string> = {}) {
  const { cookie } = await kontor.as(person)
  const web = new WebSocket(`ws://127.0.0.1:${at}${path}`, {
    headers: { cookie: cookie ?? '', ...headers },
  })
  const frames: ChatFrame[] = []
  const waiting: (() => void)[] = []
  web.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as ChatFrame)
    for (const wake of waiting.splice(0)) wake()
  })
  const closed = new Promise<number>((resolve) => web.once('close', resolve))
  const until = async (isThere: (frames: ChatFrame[]) => boolean) => {
    while (!isThere(frames)) await new Promise<void>((wake) => waiting.push(wake))
  }
  return { web, cookie, frames, closed, until }
}
const says = (message: string) => (frames: ChatFrame[]) =>
  frames.some((frame) => frame.type === 'new_message' && frame.message.content === message)
const say = async (person: Person, path: string, message: string) =>
  (await kontor.as(person)).send('POST', `${path}send_message/`, { message })

test('who opens a room is given its messages, its people, and then every new one', async () => {
  const { path, name } = await roomWith(cast.anna, cast.bruno)
  await say(cast.anna, path, 'Zuerst')
  const bruno = await listen(cast.bruno, path)
  await bruno.until((frames) => frames.some(({ type }) => type === 'meta'))
  const [list] = bruno.frames
  assert.deepEqual(list?.type === 'messages' && list.messages.map(({ content }) => content), ['Zuerst'])
  const meta = bruno.frames.find((frame) => frame.type === 'meta')
  assert.deepEqual([meta?.title, meta?.users.map(({ username }) => username)], [name, ['anna', 'bruno']])
  await say(cast.anna, path, 'Danach')
  await bruno.until(says('Danach'))
  bruno.web.close()
})

test('who has a room open is told who comes, goes, or bears another name', async () => {
  const { name, path } = await roomWith(cast.anna, cast.bruno)
  const bruno = await listen(cast.bruno, path, otherPort)
  const lastPeople = (frames: ChatFrame[]) =>
    frames.findLast((frame) => frame.type === 'meta')?.users.map(({ username }) => username)
  const sees = (...names: string[]) =>
    bruno.until((frames) => JSON.stringify(lastPeople(frames)) === JSON.stringify(names))
  await sees('anna', 'bruno')
  const elif = await kontor.userId(cast.elif)
  await clara.send('PUT', `/users/${elif}/groups/${encodeURIComponent(name)}/`)
  await sees('anna', 'bruno', 'elif')
  await clara.send('PATCH', `/users/${elif}/username/`, { username: 'aylin' })
  await sees('anna', 'bruno', 'aylin')
  await clara.send('PATCH', `/users/${elif}/username/`, { username: 'elif' })
  await clara.send('DELETE', `/users/${elif}/groups/${encodeURIComponent(name)}/`)
  await sees('anna', 'bruno')
  bruno.web.close()
})

test('another wording and reactions are told to everybody, and answers with what they quote', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const id = (await say(cast.anna, path, 'Um acht')).body['message_id'] as number
  const anna = await kontor.as(cast.anna)
  await anna.send('POST', `${path}send_message/`, { message: 'Oder?', reply_to: id })
  const bruno = await listen(cast.bruno, path, otherPort)
  await bruno.until((frames) => frames.length > 0)
  const changes = () =>
    bruno.frames.flatMap((frame) => (frame.type === 'changed_messages' ? [frame.messages] : []))
  await anna.send('PATCH', `${path}messages/${id}/`, { message: 'Um neun' })
  await bruno.until(() => changes().length > 0)
  const [first] = changes()
  assert.deepEqual(first?.map(({ content, reply_to }) => [content, reply_to?.message?.content]).sort(), [
    ['Oder?', 'Um neun'],
    ['Um neun', undefined],
  ])
  const reactionsOf = (all: ReturnType<typeof changes>) =>
    all.at(-1)?.find((message) => message.id === id)?.reactions.length
  // Reactions in quick succession share a frame. The last one must arrive, too.
  for (const reaction of ['up', 'heart', 'laugh', 'wow', 'sad', 'thanks', 'party', 'done'])
    await anna.send('PUT', `${path}messages/${id}/reactions/${reaction}/`)
  await bruno.until(() => reactionsOf(changes()) === 8)
  bruno.web.close()
})

test('a deletion gives everybody the fresh list', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const id = (await say(cast.anna, path, 'Weg')).body['message_id'] as number
  await say(cast.anna, path, 'Bleibt')
  const bruno = await listen(cast.bruno, path, otherPort)
  await bruno.until((frames) => frames.length > 0)
  await (await kontor.as(cast.anna)).send('DELETE', `${path}messages/${id}/`)
  const contents = (messages: ChatMessage[]) => messages.map(({ content }) => content)
  await bruno.until((frames) => {
    const lists = frames.filter((frame) => frame.type === 'messages')
    return lists.length > 1 && contents(lists.at(-1)?.messages ?? []).join() === 'Bleibt'
  })
  bruno.web.close()
})

test('who loses the room, or their session, is cut off and hears nothing that is said afterwards', async () => {
  const { path, name } = await roomWith(cast.anna, cast.bruno, cast.david)
  const [bruno, david] = [await listen(cast.bruno, path, otherPort), await listen(cast.david, path)]
  for (const { until } of [bruno, david]) await until((frames) => frames.length > 0)
  const brunoId = await kontor.userId(cast.bruno)
  await clara.send('DELETE', `/users/${brunoId}/groups/${encodeURIComponent(name)}/`)
  await kontor.client(david.cookie).send('POST', '/auth/logout/')
  await say(cast.anna, path, 'Unter uns')
  const [why, whyDavid] = [await bruno.closed, await david.closed]
  assert.deepEqual([why, whyDavid], [4403, 4401])
  for (const { frames } of [bruno, david]) assert.ok(!says('Unter uns')(frames))
})

test('who becomes an administrator, or is one no more, may administer the open room from then on, or not', async () => {
  const { path } = await roomWith(cast.elif)
  const elif = await listen(cast.elif, path, otherPort)
  const may = (administer: boolean) =>
    elif.until((frames) => frames.findLast((frame) => frame.type === 'meta')?.can.administer === administer)
  await may(false)
  const privileges = `/users/${await kontor.userId(cast.elif)}/privileges/`
  for (const is_admin of [true, false]) {
    await clara.send('PATCH', privileges, { is_admin })
    await may(is_admin)
  }
  elif.web.close()
})

test('who becomes an administrator without the second factor that those need hears nothing before it is there', async () => {
  const { id, path } = await roomWith(cast.anna, cast.elif)
  const { config, db } = other.kontor
  config.adminSecondFactor = 'required'
  const elif = await listen(cast.elif, path, otherPort)
  await elif.until((frames) => frames.length > 0)
  const elifId = await kontor.userId(cast.elif)
  await clara.send('PATCH', `/users/${elifId}/privileges/`, { is_admin: true })
  assert.equal(await elif.closed, 4401)
  const { id: session } = await db
    .selectFrom('sessions')
    .where('user_id', '=', elifId)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const hearing = (adminsNeedFactor: boolean) =>
    listReceivePermissions(db, { kind: 'groups', id }, [session], { adminsNeedFactor })
  assert.deepEqual(await hearing(true), new Map())
  assert.deepEqual(await hearing(false), new Map([[session, true]]))
  config.adminSecondFactor = 'optional'
  await clara.send('PATCH', `/users/${elifId}/privileges/`, { is_admin: false })
})

test('a hidden room closes for its members and stays open for administrators', async () => {
  const { id, path } = await roomWith(cast.anna)
  const [anna, admin] = [await listen(cast.anna, path), await listen(cast.clara, path)]
  for (const { until } of [anna, admin]) await until((frames) => frames.length > 0)
  await clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible: false })
  assert.equal(await anna.closed, 4403)
  await say(cast.clara, path, 'Nur für Admins')
  await admin.until(says('Nur für Admins'))
  admin.web.close()
})

test('everybody in a room is told at once what it is called, whether it is shown, and that nobody can write any more', async () => {
  const { id, name, path } = await roomWith(cast.anna)
  await say(cast.anna, path, 'Bleibt stehen')
  const anna = await listen(cast.anna, path, otherPort)
  const admin = await listen(cast.clara, path, otherPort)
  const lastMeta = (frames: ChatFrame[]) => frames.findLast((frame) => frame.type === 'meta')
  await anna.until((frames) => lastMeta(frames) !== undefined)
  await admin.until((frames) => lastMeta(frames)?.visible === true)

  const group = `/groups/custom/${encodeURIComponent(name)}/`
  await clara.send('PATCH', `${group}rename/${encodeURIComponent(`${name} neu`)}/`)
  for (const { until } of [anna, admin]) await until((frames) => lastMeta(frames)?.title === `${name} neu`)

  for (const visible of [false, true]) {
    await clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible })
    await admin.until((frames) => lastMeta(frames)?.visible === visible)
  }
  assert.equal(await anna.closed, 4403)

  await clara.send('DELETE', `/groups/custom/${encodeURIComponent(`${name} neu`)}/`)
  await admin.until((frames) => lastMeta(frames)?.can.post === false)
  assert.equal(lastMeta(admin.frames)?.title, `${name} neu`)
  admin.web.close()
})

test('of a group that is deleted before anything was said nothing is left: everybody is shown out', async () => {
  const { name, path } = await roomWith(cast.anna)
  const listeners = [await listen(cast.anna, path), await listen(cast.clara, path, otherPort)]
  for (const { until } of listeners) await until((frames) => frames.some(({ type }) => type === 'meta'))
  await clara.send('DELETE', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const { closed } of listeners) assert.equal(await closed, 4403)
})

test('nobody gets in without a session, from another page, or to a room that is not theirs', async () => {
  const { path } = await roomWith(cast.anna)
  const refusal = async (person: Person, where: string, headers = {}) => {
    const { web } = await listen(person, where, port, headers)
    const [error] = (await once(web, 'error')) as [Error]
    return Number(/(\d{3})$/.exec(error.message)?.[1])
  }
  assert.equal(await refusal(cast.anna, path, { cookie: '' }), 401)
  assert.equal(await refusal(cast.bruno, path), 404)
  assert.equal(await refusal(cast.anna, '/chat/groups/999999/'), 404)
  assert.equal(await refusal(cast.anna, '/users/current/'), 404)
  const host = `127.0.0.1:${port}`
  for (const origin of ['null', `https://${host}`])
    assert.equal(await refusal(cast.anna, path, { origin }), 403, origin)
  const { web, until } = await listen(cast.anna, path, port, { origin: `http://${host}` })
  await until((frames) => frames.length > 0)
  web.close()
})

test('whoever talks into the connection is cut off, and whoever floods it with pings or pongs', async () => {
  const { path } = await roomWith(cast.anna)
  const talks: [what: (web: WebSocket) => void, code: number][] = [
    [(web) => web.send('x'.repeat(2_000)), 1009],
    [(web) => web.send('Hallo'), 1003],
    [(web) => web.send(Buffer.alloc(1)), 1003],
    [(web) => Array.from({ length: 50 }, () => web.ping()), 1008],
    [(web) => Array.from({ length: 50 }, () => web.pong()), 1008],
  ]
  const codes = talks.map(async ([talk]) => {
    const { web, closed, until } = await listen(cast.anna, path)
    await until((frames) => frames.length > 0)
    talk(web)
    return closed
  })
  assert.deepEqual(
    await Promise.all(codes),
    talks.map(([, code]) => code),
  )
})

test('a person has ten live connections, counted before any is opened; the next person is not touched', async () => {
  const { path } = await roomWith(cast.elif, cast.bruno)
  const ten = await Promise.all(Array.from({ length: 10 }, () => listen(cast.elif, path)))
  for (const { until } of ten) await until((frames) => frames.length > 0)
  const { cookie = '' } = await kontor.as(cast.elif)
  for (let times = 0; times < 3; times++) {
    const eleventh = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { cookie } })
    const [, answer] = (await once(eleventh, 'unexpected-response')) as [unknown, IncomingMessage]
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '2'])
    assert.match(await text(answer), /"details":"Sie haben schon zehn Chats zugleich geöffnet/)
  }
  for (const { web } of ten) assert.equal(web.readyState, WebSocket.OPEN)
  const bruno = await listen(cast.bruno, path)
  await bruno.until((frames) => frames.length > 0)
  ten[0]?.web.close()
  await ten[0]?.closed
  while (kontor.kontor.budgets.running('live_connections') > 10) await new Promise(setImmediate)
  const next = await listen(cast.elif, path)
  await next.until((frames) => frames.length > 0)
  for (const { web } of [...ten, bruno, next]) web.close()
  for (const { closed } of [...ten, bruno, next]) await closed
})
