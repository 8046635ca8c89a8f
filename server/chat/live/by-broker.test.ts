import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { ChatFrame } from '#contract/chat.ts'
import { cast, type Person } from '#demo/cast.ts'
import { limits } from '#server/http/limits/limits.ts'
import { CHANNEL } from '#server/live/news.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { natsServer, startNats } from '#server/testing/real-broker.ts'
import { startStandIn } from '#server/testing/stand-in-broker.ts'
import { until } from '#server/testing/until.ts'
import { sayMessages } from '../said-store.ts'

const broker = await startStandIn()
const settings = { NEWS_URL: broker.url }
/** More is said here than people say. */
const { stored } = limits
const plenty = {
  limits: { ...limits, stored: { ...stored, messages: { ...stored.messages, most: 100_000 } } },
}
const here = await testApp(settings, plenty)
const { connection } = here.database
const there = await startNode(connection, settings, plenty)
for (const { app } of [here, there]) await app.listen({ port: 0, host: '127.0.0.1' })
const clara = await here.as(cast.clara)
const watcher = new pg.Client(connection)
await watcher.connect()
/** What the database has told of what was said and read. */
const notified: string[] = []
watcher.on('notification', ({ payload = '' }) => payload.includes('"told"') && notified.push(payload))
await watcher.query(`listen ${CHANNEL}`)
after(async () => {
  await watcher.end()
  await there.stop()
  await here[Symbol.asyncDispose]()
  await broker.stop()
})

type Node = Pick<Awaited<ReturnType<typeof startNode>>, 'app' | 'kontor'>

const hears = (...nodes: Node[]) => until(() => nodes.every(({ kontor }) => kontor.news.isHearing === true))
const isDeaf = (...nodes: Node[]) =>
  until(() => nodes.every(({ kontor: { news } }) => news.isHearing === false && news.isListening))

let number = 0
async function roomOf(...people: Person[]) {
  const name = `Funk ${++number}`
  await clara.send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const person of people)
    await clara.send('PUT', `/users/${await here.userId(person)}/groups/${encodeURIComponent(name)}/`)
  const { rows } = await watcher.query<{ id: number }>('select id from groups where name = $1', [name])
  const id = rows[0]?.id as number
  return { id, name, path: `/chat/groups/${id}/` }
}

async function listen(
  person: Person,
  path: string,
  { app }: Pick<Node, 'app'>,
  by?: { cookie: string | undefined },
) {
  const { cookie = '' } = by ?? (await here.as(person))
  const { port } = app.server.address() as AddressInfo
  const web = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { cookie } })
  const frames: ChatFrame[] = []
  web.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as ChatFrame))
  const closed = new Promise<number>((resolve) => web.once('close', resolve))
  const heard = () => frames.flatMap((frame) => (frame.type === 'new_message' ? [frame.message.content] : []))
  await until(() => frames.some(({ type }) => type === 'meta'))
  return {
    closed,
    heard,
    hears: (...words: string[]) => until(() => words.every((one) => heard().includes(one))),
    end: () => web.terminate(),
  }
}

async function say(
  person: Person,
  path: string,
  message: string,
  { app }: Pick<Node, 'app'> = here,
  by?: { cookie: string | undefined },
) {
  const { cookie = '' } = by ?? (await here.as(person))
  const answer = await app.inject({
    method: 'POST',
    url: `${path}send_message/`,
    headers: { cookie },
    payload: { message },
  })
  assert.equal(answer.statusCode, 200, answer.payload)
  return (JSON.parse(answer.payload) as { message_id: number }).message_id
}

test('what is said and read reaches the other node over the broker, and the database notifies nobody', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  await hears(here, there)
  const bruno = await listen(cast.bruno, path, there)
  const list = async (node: Node) => {
    const { cookie = '' } = await here.as(cast.bruno)
    const { payload } = await node.app.inject({ url: '/chat/groups/?show_hidden=false', headers: { cookie } })
    const rooms = JSON.parse(payload) as { id: number; last_message: string; unread: boolean }[]
    return rooms.find((room) => room.id === id)
  }
  await list(there)
  notified.length = 0
  const before = broker.published()
  const words = Array.from({ length: 20 }, (_, nr) => `Nachricht ${nr}`)
  for (const [nr, word] of words.entries()) await say(cast.anna, path, word, nr % 2 === 0 ? here : there)
  await bruno.hears(...words)
  assert.deepEqual(bruno.heard(), words)
  await until(async () => (await list(there))?.last_message === words.at(-1))
  assert.equal((await list(there))?.unread, true)

  // Who looks at them has read them.
  await (await here.as(cast.bruno)).get(path)
  await until(async () => (await list(there))?.unread === false)
  assert.ok(broker.published() - before >= words.length)
  await watcher.query('select 1')
  assert.deepEqual(notified, [])
  bruno.end()
})

test('a broker that is away, and comes back, loses nothing: meanwhile the database notifies', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  await hears(here, there)
  const bruno = await listen(cast.bruno, path, there)
  const words = ['Vorher', 'Währenddessen', 'Danach']
  await say(cast.anna, path, 'Vorher')
  await broker.stop()
  await say(cast.anna, path, 'Währenddessen')
  await bruno.hears('Vorher', 'Währenddessen')
  await isDeaf(here, there)
  await broker.start()
  await hears(here, there)
  await say(cast.anna, path, 'Danach')
  await bruno.hears('Danach')
  assert.deepEqual(bruno.heard(), words)
  bruno.end()
})

test('a broker that takes everything and says nothing is noticed, and what it took is told by the database', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  await hears(here, there)
  const bruno = await listen(cast.bruno, path, there)
  broker.silence(true)
  await say(cast.anna, path, 'Ins Leere')
  await bruno.hears('Ins Leere')
  await isDeaf(here, there)
  await say(cast.anna, path, 'Gehört')
  await bruno.hears('Gehört')
  broker.silence(false)
  await hears(here, there)
  assert.deepEqual(bruno.heard(), ['Ins Leere', 'Gehört'])
  bruno.end()
})

test('news that get lost on their way are missed at the next heartbeat, and read', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  await hears(here, there)
  const bruno = await listen(cast.bruno, path, there)
  broker.swallow(1)
  await say(cast.anna, path, 'Verschluckt')
  await bruno.hears('Verschluckt')
  broker.swallow(1)
  await say(cast.anna, path, 'Auch verschluckt')
  await say(cast.anna, path, 'Angekommen')
  await bruno.hears('Auch verschluckt', 'Angekommen')
  assert.deepEqual(bruno.heard(), ['Verschluckt', 'Auch verschluckt', 'Angekommen'])
  bruno.end()
})

test('a node that ends between its commit and its publication is missed, and the others read what it said', async () => {
  const { id, path } = await roomOf(cast.anna, cast.bruno)
  const bruno = await listen(cast.bruno, path, there)
  // With a role of its own, so that it does not come back.
  const role = `sterbend_${process.pid}`
  await watcher.query(`create role ${role} superuser login`)
  const own = new URL(connection.connectionString)
  own.username = role
  const dying = await startNode({ connectionString: own.href }, settings, plenty)
  await hears(here, there, dying)
  const { name, publishesAs } = dying.kontor.news
  assert.ok(publishesAs !== null)
  const user_id = await here.userId(cast.anna)
  const message = {
    kind: 'groups' as const,
    id,
    user_id,
    content: 'Letzte Worte',
    image_id: null,
    client_key: null,
  }
  const limit = { most: 1_000, seconds: 60 }
  const { notified: wasNotified } = await sayMessages(dying.kontor.db, [message], {
    node: name,
    number: publishesAs,
    limit,
    waits: true,
  })
  assert.equal(wasNotified, false)
  // As its session ends when it is killed.
  await watcher.query(`alter role ${role} nologin`)
  await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kontor news' and usename = $1`,
    [role],
  )
  await bruno.hears('Letzte Worte')
  bruno.end()
  await dying.stop()
  await watcher.query(`drop role ${role}`)
})

test('a node whose news of the database are cut publishes nothing until it is listed again, and nothing is lost', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [bruno, anna] = [await listen(cast.bruno, path, there), await listen(cast.anna, path, here)]
  const words = Array.from({ length: 30 }, (_, nr) => `Trotzdem ${nr}`)
  for (const [nr, word] of words.entries()) {
    if (nr % 6 === 3) {
      await hears(here, there)
      await watcher.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'kontor news' and datname = current_database()`,
      )
    }
    if (nr % 6 === 5) broker.cut()
    await say(cast.anna, path, word, nr % 2 === 0 ? here : there)
  }
  for (const listener of [bruno, anna]) {
    await listener.hears(...words)
    assert.deepEqual(listener.heard(), words)
    listener.end()
  }
  await hears(here, there)
})

test('who has been taken out hears nothing that is said afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const { name, path } = await roomOf(cast.anna, cast.bruno)
    await hears(here, there)
    const bruno = await listen(cast.bruno, path, there)
    await say(cast.anna, path, 'Noch')
    await bruno.hears('Noch')
    await clara.send('DELETE', `/users/${await here.userId(cast.bruno)}/groups/${encodeURIComponent(name)}/`)
    await say(cast.anna, path, 'Nicht mehr')
    assert.equal(await bruno.closed, 4403)
    assert.deepEqual(bruno.heard(), ['Noch'])
  }
})

test('beside a server without the setting, or of the release before, commits notify', async () => {
  const { path } = await roomOf(cast.anna, cast.bruno)
  await hears(here, there)
  const before = await startNode(connection)
  await before.app.listen({ port: 0, host: '127.0.0.1' })
  // As such a server makes itself known.
  await sql`insert into nodes (id, host, version, build) values ('alt', 'rechner', '1.0.0', 'abc')`.execute(
    here.kontor.db,
  )
  const bruno = await listen(cast.bruno, path, before)
  await say(cast.anna, path, 'Für alle', there)
  await bruno.hears('Für alle')
  bruno.end()
  await sql`delete from nodes where id = 'alt'`.execute(here.kontor.db)
  await before.stop()
})

test('servers that were given different brokers hear each other by the database', async () => {
  const wrong = await startStandIn()
  const apart = await startNode(connection, { NEWS_URL: wrong.url })
  await apart.app.listen({ port: 0, host: '127.0.0.1' })
  await isDeaf(here, there, apart)
  const { path } = await roomOf(cast.anna, cast.bruno)
  const [bruno, anna] = [await listen(cast.bruno, path, apart), await listen(cast.anna, path, here)]
  await say(cast.anna, path, 'Hinüber')
  await say(cast.bruno, path, 'Herüber', apart)
  for (const listener of [bruno, anna]) {
    await listener.hears('Hinüber', 'Herüber')
    listener.end()
  }
  await apart.stop()
  await wrong.stop()
  await hears(here, there)
})

test('a broker that does not let us in is no broker: the database notifies', async () => {
  const closed = await startStandIn({ password: 'anderes' })
  const refused = await startNode(connection, { NEWS_URL: closed.url.replace('anderes', 'falsch') })
  await isDeaf(refused)
  assert.equal(refused.kontor.news.publishesAs, null)
  await refused.stop()
  await closed.stop()
})

test('the NATS of this machine carries the same, also restarted, where it is installed', async (t) => {
  if (!natsServer) return t.diagnostic('NATS is not installed here: the stand-in alone was asked')
  const nats = await startNats(natsServer)
  const setting = { NEWS_URL: nats.url }
  const one = await testApp(setting, plenty)
  const two = await startNode(one.database.connection, setting, plenty)
  for (const { app } of [one, two]) await app.listen({ port: 0, host: '127.0.0.1' })
  const { id } = await one.kontor.db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', 'Leitung')
    .executeTakeFirstOrThrow()
  const path = `/chat/groups/${id}/`
  const by = await one.as(cast.clara)
  const bruno = await listen(cast.clara, path, two, by)
  await hears(one, two)
  const words = Array.from({ length: 12 }, (_, nr) => `Über NATS ${nr}`)
  for (const [nr, word] of words.entries()) {
    if (nr === 4) await nats.stop()
    if (nr === 8) {
      await nats.start()
      await hears(one, two)
    }
    await say(cast.clara, path, word, nr % 2 === 0 ? one : two, by)
  }
  await bruno.hears(...words)
  assert.deepEqual(bruno.heard(), words)
  bruno.end()
  await two.stop()
  await one[Symbol.asyncDispose]()
  await nats.stop()
})
