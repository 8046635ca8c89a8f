import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

type Means = 'pg_cancel_backend' | 'pg_terminate_backend'
const rename = (id: number, username: string) => clara.send('PATCH', `/users/${id}/username/`, { username })
const nameOf = async (id: number) => (await clara.get(`/users/${id}/`)).body['username']

/** Renames somebody whom another transaction holds, and ends the waiting request in the database. */
function renameInterrupted(id: number, username: string, means: Means) {
  return db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${id} for update`.execute(tx)
    const asked = rename(id, username)
    for (let ended = 0; ended === 0; await sleep(20)) {
      const { rows } = await sql`
        select ${sql.raw(means)}(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ended = rows.length
    }
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
