import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, type Person } from '#demo/cast.ts'
import type { Tx } from '#server/db/connect.ts'
import { type TestAnswer, testApp } from '#server/testing/app.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

/** Sends a request whose body pauses after the first bytes, and runs `meanwhile` during the pause. */
async function slowly(
  person: Person,
  { method, path, body }: { method: 'PATCH' | 'POST'; path: string; body: object },
  meanwhile: (cookie: string) => Promise<unknown>,
) {
  const { cookie = '' } = await kontor.as(person)
  const text = JSON.stringify(body)
  async function* pieces() {
    yield text.slice(0, 5)
    await meanwhile(cookie)
    yield text.slice(5)
  }
  const answer = await kontor.app.inject({
    method,
    url: path,
    headers: { cookie, 'content-type': 'application/json' },
    payload: Readable.from(pieces()),
  })
  return answer.statusCode
}

test('an administrator who is demoted while a body is on its way cannot use it to become one again', async () => {
  const id = await kontor.userId(cast.david)
  const make = (is_admin: boolean) => clara.send('PATCH', `/users/${id}/privileges/`, { is_admin })
  await make(true)
  const own = { method: 'PATCH', path: `/users/${id}/privileges/`, body: { is_admin: true } } as const
  assert.equal(await slowly(cast.david, own, () => make(false)), 403)
  const david = await db.selectFrom('users').where('id', '=', id).select('is_admin').executeTakeFirstOrThrow()
  assert.equal(david.is_admin, false)
})

test('who is signed out while a body is on its way has sent it in vain', async () => {
  const change = {
    method: 'PATCH',
    path: '/users/current/password/',
    body: { password: 'ein-neuer-vorhang' },
  } as const
  const signOut = (cookie: string) => kontor.client(cookie).send('POST', '/auth/logout/')
  assert.equal(await slowly(cast.elif, change, signOut), 401)
  const reset = async () => {
    const id = await kontor.userId(cast.frieda)
    await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-anderer-vorhang' })
  }
  assert.equal(await slowly(cast.frieda, change, reset), 401)
})

/**
 * Sends a request while another transaction is uncommitted, and commits that once the request waits for its lock.
 */
async function meanwhile(change: (tx: Tx) => Promise<unknown>, ask: () => Promise<TestAnswer>) {
  const asked = await db.transaction().execute(async (tx) => {
    await change(tx)
    const answer = ask()
    await untilBlockedByLock(db)
    return { answer }
  })
  return asked.answer
}

const groupIds = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').execute()).map(({ id }) => id)
const createGroup = (name: string) => clara.send('PUT', `/groups/custom/${name}/`)

test('a name that somebody else takes in the same moment is taken', async () => {
  await createGroup('Spielleitung')
  const { status, body } = await meanwhile(
    (tx) => tx.insertInto('groups').values({ name: 'Regie' }).execute(),
    () => clara.send('PATCH', '/groups/custom/Spielleitung/rename/Regie/'),
  )
  assert.equal(status, 409)
  assert.equal(body['details'], 'Diesen Namen gibt es schon.')
  assert.equal((await groupIds('Spielleitung')).length, 1)
})

test('what somebody else deletes in the same moment is not there', async () => {
  await createGroup('Statisterie')
  const [id] = await groupIds('Statisterie')
  const anna = await kontor.userId(cast.anna)
  const { status } = await meanwhile(
    (tx) => tx.deleteFrom('groups').where('id', '=', Number(id)).execute(),
    () => clara.send('PUT', `/users/${anna}/groups/Statisterie/`),
  )
  assert.equal(status, 404)
})

test('who is deleted in the same moment is signed out', async () => {
  const elif = await kontor.as(cast.elif)
  const id = await kontor.userId(cast.elif)
  const anna = await kontor.userId(cast.anna)
  const { status } = await meanwhile(
    (tx) => tx.deleteFrom('users').where('id', '=', id).execute(),
    () => elif.send('POST', '/chat/direct/', { user_id: anna }),
  )
  assert.equal(status, 401)
})

test('of two who rename the same group, the second is told that it is gone', async () => {
  await createGroup('Kasse')
  const [id] = await groupIds('Kasse')
  const { status } = await meanwhile(
    (tx) => tx.updateTable('groups').set({ name: 'Abendkasse' }).where('id', '=', Number(id)).execute(),
    () => clara.send('PATCH', '/groups/custom/Kasse/rename/Vorverkauf/'),
  )
  assert.equal(status, 404)
  assert.deepEqual(await groupIds('Abendkasse'), [id])
})

type Means = 'pg_cancel_backend' | 'pg_terminate_backend'
const rename = (id: number, username: string) => clara.send('PATCH', `/users/${id}/username/`, { username })
const nameOf = async (id: number) => (await clara.get(`/users/${id}/`)).body['username']

/** Renames a user whose row is locked, and interrupts the waiting request in the database. */
function renameInterrupted(id: number, username: string, means: Means) {
  return db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${id} for update`.execute(tx)
    const asked = rename(id, username)
    await untilBlockedByLock(db)
    await sql`select ${sql.raw(means)}(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return asked
  })
}

const interruptions = [
  {
    what: 'a request that waited too long in the database',
    means: 'pg_cancel_backend',
    person: cast.anna,
    details: 'Gerade ist zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.',
  },
  {
    what: 'a request whose connection to the database broke',
    means: 'pg_terminate_backend',
    person: cast.bruno,
    details: 'Die Datenbank antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
  },
] as const

for (const { what, means, person, details } of interruptions) {
  test(`${what} has written nothing, and may be tried again`, async () => {
    const id = await kontor.userId(person)
    const { status, body, headers } = await renameInterrupted(id, 'neuer-name', means)
    assert.equal(status, 503)
    assert.deepEqual(body, { success: false, details, detail: 'Service Unavailable' })
    assert.equal(headers['retry-after'], '2')
    assert.equal(await nameOf(id), person.username)
    assert.equal((await rename(id, `${person.username}-neu`)).status, 200)
  })
}
