import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'
import { newsBroker } from '#server/config-kinds.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { startStandIn } from '#server/testing/stand-in-broker.ts'
import { until } from '#server/testing/until.ts'
import { News } from './news.ts'
import { publicationOf } from './payloads.ts'
import type { SaidMessage, Told } from './told.ts'

const database = await freshDatabase()
const broker = await startStandIn()
const news = new News(database.connection, undefined, newsBroker.read(broker.url))
after(async () => {
  await other.close()
  await client.end()
  await news.stop()
  await broker.stop()
  await database.drop()
})
/** What was heard, in its order. */
const heard: string[] = []
let misses = 0
news.listen({
  changed: (fact, told) => heard.push(told?.said?.messages[0]?.content ?? fact),
  lost: () => {},
  missed: () => misses++,
})
await news.start()
await until(() => news.isHearing === true)
const client = new pg.Client(database.connection)
await client.connect()

const { rows } = await client.query<{ subject: string }>(
  `select 'kontor.' || system_identifier || '.' || oid || '.said' as subject
  from pg_control_system(), pg_database where datname = current_database()`,
)
const subject = rows[0]?.subject as string
const other: NatsConnection = await connect({
  servers: broker.url.replace(/.*@/, ''),
  user: 'kontor',
  pass: 'geheim',
})

const message: SaidMessage = {
  id: 1,
  user_id: 1,
  username: 'anna',
  display_name: 'Anna',
  created_at: '2026-11-24T10:00:00Z',
  content: '',
  image_id: null,
  client_key: null,
}
const said = (content: string, rights: string): Map<string, Told> =>
  new Map([
    ['room:groups:5', { said: { revision: 0, before: null, rights, messages: [{ ...message, content }] } }],
  ])

test('what was said after a change of rights is not heard before the change itself', async () => {
  const by = randomUUID()
  let n = 0
  for (let round = 0; round < 50; round++) {
    heard.length = 0
    // Told by the database with its commit, and only then published.
    await client.query('select pg_notify($1, $2)', [
      'kontor_changed',
      JSON.stringify({ v: 1, by, facts: ['assignments'] }),
    ])
    other.publish(subject, publicationOf({ by, n: ++n, told: said('Danach', `rechte/${round}`) }))
    other.publish(subject, publicationOf({ by, n: ++n, told: said('Und dann', `rechte/${round}`) }))
    await until(() => heard.length === 3)
    assert.deepEqual(heard, ['assignments', 'Danach', 'Und dann'])
  }
})

test('news that nobody can read, and a form to come, are taken for anything', async () => {
  const before = misses
  other.publish(subject, 'hallo')
  await until(() => misses > before)
  let losses = 0
  news.listen({ changed: () => {}, lost: () => losses++ })
  other.publish(subject, JSON.stringify({ v: 2, by: randomUUID(), n: 1, news: [] }))
  await until(() => losses > 0)
})
