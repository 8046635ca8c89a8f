import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { cast } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())

test('a live connection ends with its session, also where that only runs out', {
  timeout: 60_000,
}, async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const node = await startNode(kontor.database.connection)
  t.after(() => node.stop())
  const { port } = await node.listen()
  const { cookie = '' } = await kontor.as(cast.clara)
  const { db } = kontor.kontor
  const room = await db.selectFrom('groups').select('id').limit(1).executeTakeFirstOrThrow()
  const web = new WebSocket(`ws://127.0.0.1:${port}/chat/groups/${room.id}/`, { headers: { cookie } })
  const closed = once(web, 'close')
  await once(web, 'message')
  const user_id = await kontor.userId(cast.clara)
  await db.updateTable('sessions').set({ expires_at: sql`now()` }).where('user_id', '=', user_id).execute()
  const inAMonth = performance.now() + 31 * 86_400_000
  t.mock.method(performance, 'now', () => inAMonth)
  t.mock.timers.tick(30_000)
  const [code] = await closed
  assert.equal(code, 4401)
})
