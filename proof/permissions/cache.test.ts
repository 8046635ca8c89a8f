// The cached caller is never used after it has become wrong.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cast, demoPassword } from '#demo/cast.ts'
import { type Ask, json } from '#measure/ask.ts'
import { serve, wholeServer } from '#measure/whole-server.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { startNode } from '#server/testing/app.ts'
import { change, openSession } from '../calls/callers.ts'

const whole = await wholeServer()
const node = await startNode(whole.database.connection)
const second = await serve(node.kontor)
after(async () => {
  await second.stop()
  await node.stop()
  await whole[Symbol.asyncDispose]()
})

type Seen = { status: number; username?: string; is_admin?: boolean; groups?: { name: string }[] }

async function current(ask: Ask, cookie: string): Promise<Seen> {
  const { status, text } = await ask({ method: 'GET', path: '/users/current/', cookie })
  return { ...(JSON.parse(text) as object), status }
}

/** Right at once where the change was made, and soon on the other node. */
async function assertSeen(cookie: string, isRight: (seen: Seen) => boolean) {
  const here = await current(whole.ask, cookie)
  assert.ok(isRight(here), `this node says ${JSON.stringify(here)}`)
  for (let waited = 0; waited < 5_000; waited += 5) {
    if (isRight(await current(second.ask, cookie))) return
    await sleep(5)
  }
  assert.fail('the other node never heard of it')
}

/** A session that both nodes have remembered. */
async function knownSession(username: string): Promise<string> {
  const cookie = await openSession(whole.kontor, username)
  for (const ask of [whole.ask, whole.ask, second.ask, second.ask]) await current(ask, cookie)
  return cookie
}

test('a promotion and a demotion are seen by the next question', async () => {
  const cookie = await knownSession('david')
  for (const is_admin of [true, false, true, false]) {
    await change(whole.kontor, 'david', { is_admin })
    await assertSeen(cookie, (seen) => seen.is_admin === is_admin)
  }
})

test('a new name is seen by the next question', async () => {
  const cookie = await knownSession('jana')
  await change(whole.kontor, 'jana', { username: 'johanna' })
  await assertSeen(cookie, ({ username }) => username === 'johanna')
})

test('a lost membership is seen by the next question', async () => {
  const cookie = await knownSession('elif')
  const user_id = await whole.userId(cast.elif)
  await inTransaction(whole.kontor, async (tx) => {
    await tx.updateTable('memberships').set({ override: 'revoke' }).where('user_id', '=', user_id).execute()
    changed(tx, aboutUser(user_id))
  })
  await assertSeen(cookie, ({ groups }) => groups?.length === 0)
})

test('a deactivated user is refused by the next question', async () => {
  const cookie = await knownSession('georg')
  await change(whole.kontor, 'georg', { is_active: false })
  await assertSeen(cookie, ({ status }) => status === 401)
})

test('a changed password ends the other sessions with the next question, and keeps its own', async () => {
  const [own, other] = [await knownSession('ibrahim'), await knownSession('ibrahim')]
  const body = JSON.stringify({ password: 'neue-kulisse-7', current_password: demoPassword })
  const path = '/users/current/password/'
  const { status } = await whole.ask({ method: 'PATCH', path, cookie: own, headers: json, body })
  assert.equal(status, 200)
  await assertSeen(other, ({ status }) => status === 401)
  await assertSeen(own, ({ status }) => status === 200)
})

test('a session that was logged out is refused by the next question', async () => {
  const cookie = await knownSession('kai')
  await whole.ask({ method: 'POST', path: '/auth/logout/', cookie })
  await assertSeen(cookie, ({ status }) => status === 401)
})

test('a node that cannot hear the others asks the database each time', async () => {
  const cookie = await knownSession('lena')
  await node.kontor.news.stop()
  await change(whole.kontor, 'lena', { is_admin: true })
  assert.equal((await current(second.ask, cookie)).is_admin, true)
})
