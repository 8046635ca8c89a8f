import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { News } from './news.ts'

/** Waits without a timer, since timers are mocked here. */
const settled = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((soon) => setImmediate(soon))
}

test('a connection that answers a question with an error is given up, and a new one is made', async (t) => {
  const database = await createMigratedDatabase()
  t.after(() => database.drop())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const news = new News(database.connection)
  t.after(() => news.stop())
  let losses = 0
  news.listen({ changed: () => {}, lost: () => losses++ })
  await news.start()
  assert.deepEqual([news.isListening, losses], [true, 1])
  const query = t.mock.method(pg.Client.prototype, 'query', () => Promise.reject(new Error('not now')))
  t.mock.timers.tick(5_000)
  await settled(() => !news.isListening)
  assert.equal(losses, 2)
  query.mock.restore()
  t.mock.timers.tick(500)
  await settled(() => news.isListening)
})

test('news that nobody can read end no node: everything counts as changed, and the next ones are received', async (t) => {
  const database = await createMigratedDatabase()
  t.after(() => database.drop())
  const news = new News(database.connection)
  t.after(() => news.stop())
  const heard: string[] = []
  let losses = 0
  news.listen({ changed: (fact) => heard.push(fact), lost: () => losses++ })
  await news.start()
  const { count } = news
  const version = news.versionOf('user:7')

  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query("notify kontor_changed, 'hallo'")
  await settled(() => losses === 2)
  assert.ok(news.isListening)
  assert.notEqual(news.versionOf('user:7'), version)
  // A read in progress may have seen the state before the change, so it must count as outdated.
  assert.ok(news.versionOf('user:8') > count)

  await client.query(`notify kontor_changed, '{"v":1,"by":"ein anderer","facts":["user:7"]}'`)
  await settled(() => heard.length > 0)
  assert.deepEqual([heard, losses], [['user:7'], 2])
  await client.end()
})
