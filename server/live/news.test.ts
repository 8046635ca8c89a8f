import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '#server/testing/database.ts'
import { News } from './news.ts'

/** Until everything has happened that waits for no clock. */
const settled = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((soon) => setImmediate(soon))
}

test('a connection that answers a question with an error is given up, and a new one is made', async (t) => {
  const database = await freshDatabase()
  t.after(() => database.drop())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const news = new News(database.connection)
  t.after(() => news.stop())
  let losses = 0
  news.listen({ changed: () => {}, lost: () => losses++ })
  await news.start()
  assert.deepEqual([news.heard, losses], [true, 1])
  const query = t.mock.method(pg.Client.prototype, 'query', () => Promise.reject(new Error('not now')))
  t.mock.timers.tick(5_000)
  await settled(() => !news.heard)
  assert.equal(losses, 2)
  query.mock.restore()
  t.mock.timers.tick(500)
  await settled(() => news.heard)
})
