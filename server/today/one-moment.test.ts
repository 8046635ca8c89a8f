// An administrator's cards tell of the same documents and teams, from pieces that are read apart. Between two servers
// news may be under way: here something is changed of which only some of them tell.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { Today } from '#contract/today.ts'
import { cast } from '#demo/cast.ts'
import type { Tx } from '#server/db/connect.ts'
import {
  aboutAllTimes,
  aboutAnswers,
  aboutDocHeads,
  aboutReports,
  aboutStatus,
  aboutTimes,
  aboutUsers,
} from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const clara = await app.as(cast.clara)
const claraId = await app.userId(cast.clara)
const todayOfClara = async () => (await clara.get('/today/')).body as unknown as Today

/** Changes something, and tells of these facts alone. */
const change = (statement: ReturnType<typeof sql>, ...facts: string[]) =>
  inTransaction(app.served, async (tx: Tx) => {
    await statement.execute(tx)
    changed(tx, ...facts)
  })

let doc = 0
let team = 0
let happening = 0
beforeEach(async () => {
  const { db } = app.kontor
  await db.deleteFrom('happenings').execute()
  await db.deleteFrom('docs').execute()
  const { rows } = await sql<{ id: number }>`insert into docs (name, status, public, content, fields) values
    ('Brandschutz', 'Aktiv', true, '{"type":"process"}', '[{"type":"textarea","name":"Feld 1"}]') returning id`.execute(
    db,
  )
  doc = rows[0]?.id ?? 0
  const today = Temporal.Now.plainDateISO('Europe/Berlin')
  const yesterday = today.subtract({ days: 1 }).toString()
  const inserted = await insertHappening(db, {
    date: yesterday,
    recorders: [claraId],
    // Somebody's shift that has not ended yet.
    entries: [{ name: 'Eins', soll: [`${yesterday}T08:00`, `${today.add({ days: 2 }).toString()}T16:00`] }],
  })
  team = inserted.sub
  happening = inserted.id
})

test('a document has one name on both cards, also while the news of its new name are under way', async () => {
  const names = async () => {
    const { docs, waiting } = await todayOfClara()
    return [docs.items[0]?.name, waiting?.unread_docs.items[0]?.name]
  }
  assert.deepEqual(await names(), ['Brandschutz', 'Brandschutz'])
  await change(sql`update docs set name = 'Fluchtwege' where id = ${doc}`, aboutReports, aboutUsers)
  assert.deepEqual(await names(), ['Brandschutz', 'Brandschutz'])
  await change(sql`select 1`, aboutDocHeads)
  assert.deepEqual(await names(), ['Fluchtwege', 'Fluchtwege'])
})

test('of what nobody has read an administrator has to fill in what their groups see, and what has fields', async () => {
  await clara.send('PUT', '/groups/custom/Schreinerei/')
  await sql`insert into docs (name, status, public, content, fields) values
    ('Aushang', 'Aktiv', true, '{"type":"process"}', '[]'),
    ('Nur für die Schreinerei', 'Aktiv', false, '{"type":"process"}', '[{"type":"textarea","name":"Feld 1"}]')`.execute(
    app.kontor.db,
  )
  await sql`insert into doc_groups (doc_id, group_id) select docs.id, groups.id from docs, groups
    where docs.name = 'Nur für die Schreinerei' and groups.name = 'Schreinerei'`.execute(app.kontor.db)
  const { docs, waiting } = await todayOfClara()
  assert.deepEqual(
    docs.items.map(({ name }) => name),
    ['Brandschutz'],
  )
  assert.deepEqual(waiting?.unread_docs.items.map(({ name }) => name).sort(), [
    'Aushang',
    'Brandschutz',
    'Nur für die Schreinerei',
  ])
})

for (const [half, facts] of [
  ['open', () => [aboutAnswers(claraId)]],
  ['waiting', () => [aboutDocHeads]],
] as const)
  test(`a document that an administrator has begun is one that somebody has read, where only news of what is ${half} have come`, async () => {
    const counts = async () => {
      const { docs, waiting } = await todayOfClara()
      return [docs.count, waiting?.unread_docs.count]
    }
    assert.deepEqual(await counts(), [1, 1])
    const answer = sql`insert into doc_answers (doc_id, user_id, data) values (${doc}, ${claraId}, '{"Feld 1": "ja"}')`
    const read = sql`update docs set first_read_at = now() where id = ${doc}`
    await change(
      half === 'open' ? answer : sql`with answered as (${answer} returning id) ${read}`,
      ...facts(),
    )
    assert.deepEqual(await counts(), [0, 0])
  })

for (const [half, facts] of [
  ['own', () => [aboutTimes(team)]],
  ['all', () => [aboutAllTimes]],
] as const)
  test(`a team stands as far as itself among those that wait, where only news of ${half} times have come`, async () => {
    const recorded = async () => {
      const { teams, waiting } = await todayOfClara()
      return [teams?.items[0]?.recorded, waiting?.unsent_teams.items[0]?.recorded]
    }
    assert.deepEqual(await recorded(), [0, 0])
    await change(sql`update time_entries set absent = true where subhappening_id = ${team}`, ...facts())
    assert.deepEqual(await recorded(), [1, 1])
  })

for (const [half, facts] of [
  ['the happening', () => [aboutStatus(happening)]],
  ['what waits', () => [aboutReports]],
] as const)
  test(`a happening that is hidden is gone from own teams and from what waits, where only news of ${half} have come`, async () => {
    const count = async () => {
      const { teams, waiting } = await todayOfClara()
      return [teams?.count, waiting?.unsent_teams.count]
    }
    assert.deepEqual(await count(), [1, 1])
    await change(sql`update happenings set status = 'Inaktiv'`, ...facts())
    assert.deepEqual(await count(), [0, 0])
  })

test('a shift that runs since yesterday has the name of its team among those that wait', async () => {
  await sql`delete from subhappening_users`.execute(app.kontor.db)
  await sql`update time_entries set personalnummer = persplan_id, last_name = persplan_nachname,
    first_name = persplan_vorname from users where users.id = ${claraId}`.execute(app.kontor.db)
  const names = async () => {
    const { shifts, waiting } = await todayOfClara()
    return [shifts?.[0]?.name, waiting?.unsent_teams.items[0]?.name]
  }
  const [before] = await names()
  assert.ok(before)
  assert.deepEqual(await names(), [before, before])
  await change(sql`update subhappenings set name = 'Licht und Ton'`, aboutReports)
  assert.deepEqual(await names(), ['Licht und Ton', 'Licht und Ton'])
})
