// An administrator's cards tell of the same documents and teams: all of them are of one moment.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { Today } from '#contract/today.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const clara = await app.as(cast.clara)
const claraId = await app.userId(cast.clara)
const todayOfClara = async () => (await clara.get('/today/')).body as unknown as Today

const { db } = app.kontor
let doc = 0
let team = 0
beforeEach(async () => {
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
})

test('a document has one name on both cards', async () => {
  const names = async () => {
    const { docs, waiting } = await todayOfClara()
    return [docs.items[0]?.name, waiting?.unread_docs.items[0]?.name]
  }
  assert.deepEqual(await names(), ['Brandschutz', 'Brandschutz'])
  await sql`update docs set name = 'Fluchtwege' where id = ${doc}`.execute(db)
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

test('a document that an administrator has begun is one that somebody has read', async () => {
  const counts = async () => {
    const { docs, waiting } = await todayOfClara()
    return [docs.count, waiting?.unread_docs.count]
  }
  assert.deepEqual(await counts(), [1, 1])
  await sql`insert into doc_answers (doc_id, user_id, data) values (${doc}, ${claraId}, '{"Feld 1": "ja"}')`.execute(
    db,
  )
  assert.deepEqual(await counts(), [0, 0])
})

test('a team stands as far as itself among those that wait', async () => {
  const recorded = async () => {
    const { teams, waiting } = await todayOfClara()
    return [teams?.items[0]?.recorded, waiting?.unsent_teams.items[0]?.recorded]
  }
  assert.deepEqual(await recorded(), [0, 0])
  await sql`update time_entries set absent = true where subhappening_id = ${team}`.execute(db)
  assert.deepEqual(await recorded(), [1, 1])
})

test('a happening that is hidden is gone from own teams and from what waits', async () => {
  const count = async () => {
    const { teams, waiting } = await todayOfClara()
    return [teams?.count, waiting?.unsent_teams.count]
  }
  assert.deepEqual(await count(), [1, 1])
  await sql`update happenings set status = 'Inaktiv'`.execute(db)
  assert.deepEqual(await count(), [0, 0])
})

test('a shift that runs since yesterday has the name of its team among those that wait', async () => {
  await sql`delete from subhappening_users`.execute(db)
  await sql`update time_entries set personalnummer = persplan_id, last_name = persplan_nachname,
    first_name = persplan_vorname from users where users.id = ${claraId}`.execute(db)
  const names = async () => {
    const { shifts, waiting } = await todayOfClara()
    return [shifts?.[0]?.name, waiting?.unsent_teams.items[0]?.name]
  }
  const [before] = await names()
  assert.ok(before)
  assert.deepEqual(await names(), [before, before])
  await sql`update subhappenings set name = 'Licht und Ton'`.execute(db)
  assert.deepEqual(await names(), ['Licht und Ton', 'Licht und Ton'])
})
