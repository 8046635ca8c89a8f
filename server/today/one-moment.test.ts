// An administrator's cards tell of the same documents and teams, from pieces that are read apart. Between two servers
// news may be under way: here something is changed of which only some of them tell.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { Today } from '#contract/today.ts'
import { cast } from '#demo/cast.ts'
import type { Tx } from '#server/db/connect.ts'
import { aboutAllTimes, aboutAnswers, aboutReports, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const clara = await app.as(cast.clara)
const claraId = await app.userId(cast.clara)
const todayOfClara = async () => (await clara.get('/today/')).body as unknown as Today

const yesterday = Temporal.Now.plainDateISO('Europe/Berlin').subtract({ days: 1 }).toString()
const day: [string, string] = [`${yesterday}T08:00`, `${yesterday}T16:00`]

/** Changes something, and tells of these facts alone. */
const change = (statement: ReturnType<typeof sql>, ...facts: string[]) =>
  inTransaction(app.served, async (tx: Tx) => {
    await statement.execute(tx)
    changed(tx, ...facts)
  })

let doc = 0
let team = 0
beforeEach(async () => {
  const { db } = app.kontor
  await db.deleteFrom('happenings').execute()
  await db.deleteFrom('docs').execute()
  const { rows } = await sql<{ id: number }>`insert into docs (name, status, public, content, fields) values
    ('Brandschutz', 'Aktiv', true, '{"type":"process"}', '[{"type":"textarea","name":"Feld 1"}]') returning id`.execute(
    db,
  )
  doc = rows[0]?.id ?? 0
  const { sub } = await insertHappening(db, {
    date: yesterday,
    recorders: [claraId],
    entries: [{ name: 'Eins', soll: day }],
  })
  team = sub
})

test('a document has one name on both cards, whichever of them is read anew', async () => {
  const names = async () => {
    const { docs, waiting } = await todayOfClara()
    return [docs.items[0]?.name, waiting?.unread_docs.items[0]?.name]
  }
  assert.deepEqual(await names(), ['Brandschutz', 'Brandschutz'])
  await change(sql`update docs set name = 'Fluchtwege' where id = ${doc}`, aboutReports, aboutUsers)
  const [one, other] = await names()
  assert.equal(one, other)
})

test('a document that an administrator has begun is one that somebody has read', async () => {
  const { waiting, docs } = await todayOfClara()
  assert.deepEqual([docs.items[0]?.filled, waiting?.unread_docs.count], [0, 1])
  await change(
    sql`insert into doc_answers (doc_id, user_id, data) values (${doc}, ${claraId}, '{"Feld 1": "ja"}')`,
    aboutAnswers(claraId),
  )
  const now = await todayOfClara()
  assert.deepEqual([now.docs.count, now.waiting?.unread_docs.count], [0, 0])
})

test('a team stands as far as itself among those that wait', async () => {
  const recorded = async () => {
    const { teams, waiting } = await todayOfClara()
    return [teams?.items[0]?.recorded, waiting?.unsent_teams.items[0]?.recorded]
  }
  assert.deepEqual(await recorded(), [0, 0])
  await change(sql`update time_entries set absent = true where subhappening_id = ${team}`, aboutAllTimes)
  assert.deepEqual(await recorded(), [1, 1])
})

test('what waits is no more where its happening is none of those any longer', async () => {
  const count = async () => {
    const { teams, waiting } = await todayOfClara()
    return [teams?.count, waiting?.unsent_teams.count]
  }
  assert.deepEqual(await count(), [1, 1])
  await change(sql`update happenings set status = 'Inaktiv'`, aboutReports)
  assert.deepEqual(await count(), [0, 0])
})
