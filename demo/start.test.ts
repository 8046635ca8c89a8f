import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { previewHappeningSync } from '#server/happenings/sync/sync-happenings.ts'
import { startNode } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { ensureAdmin } from '#server/users/ensure-admin.ts'
import { cast, demoPassword } from './cast.ts'
import { today } from './happenings.ts'
import { startDemo } from './start.ts'

/** A database, and server starts on it like `npm start -- --demo`. */
async function aDatabase() {
  const database = await createMigratedDatabase()
  const { connection } = database
  return {
    connection,
    /** A start that fails at the first row inserted into this table, as if the power was cut. */
    interrupted: (...at: At) => onNode(connection, {}, (node) => node.interruptedAt(...at)),
    started: <T>(look: (node: Node) => Promise<T>, settings: Record<string, string> = {}) =>
      onNode(connection, settings, async (node) => {
        await node.start()
        return look(node)
      }),
    /** A start without the demo. */
    plain: <T>(look: (node: Node) => Promise<T>) =>
      onNode(connection, {}, async (node) => {
        await ensureAdmin(node.kontor)
        return look(node)
      }),
    [Symbol.asyncDispose]: () => database.drop(),
  }
}

type At = [table: string, row?: string]
type Node = Awaited<ReturnType<typeof openNode>>

async function onNode<T>(
  connection: { connectionString: string },
  settings: Record<string, string>,
  look: (node: Node) => Promise<T>,
): Promise<T> {
  const node = await openNode(connection, settings)
  try {
    return await look(node)
  } finally {
    await node.stop()
  }
}

async function openNode(connection: { connectionString: string }, settings: Record<string, string>) {
  const demo = await startDemo({ ...settings })
  const node = await startNode(connection, demo.env as Record<string, string>)
  const { kontor, app } = node
  const { db } = kontor
  async function start() {
    await demo.begin(kontor)
    await ensureAdmin(kontor)
    await demo.fill(kontor)
  }
  return {
    kontor,
    as: node.as,
    start,
    async interruptedAt(...[table, row = 'true']: At) {
      for (const statement of [
        "create function cut() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$",
        `create trigger cut before insert on ${table} for each row when (${row}) execute function cut()`,
      ])
        await sql.raw(statement).execute(db)
      await assert.rejects(start(), /interrupted/)
      await sql`drop function cut() cascade`.execute(db)
    },
    says: () => demo.says(kontor),
    async logIn(username: string) {
      const payload = { username, password: demoPassword }
      const { statusCode } = await app.inject({ method: 'POST', url: '/auth/login/', payload })
      return statusCode
    },
    async counts() {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*) from users) as users, (select count(*) from groups) as groups,
        (select count(*) from memberships where override is not null) as by_hand, (select count(*) from docs) as docs,
        (select count(*) from chat_messages) as messages, (select count(*) from happenings) as happenings,
        (select count(*) from subhappening_users) as recorders,
        (select count(*) from time_entries where submitted) as sent`.execute(db)
      return rows[0] as Record<string, number>
    },
    async stop() {
      await node.stop()
      await demo.stop()
    },
  }
}

const whole = await aDatabase()
const filled = await openNode(whole.connection, {})
after(async () => {
  await filled.stop()
  await whole[Symbol.asyncDispose]()
})
await filled.start()
const atOnce = await filled.counts()
const countsOf = async (what: string) => {
  const { rows } = await sql.raw<{ name: string; count: number }>(what).execute(filled.kontor.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('a demo that is filled at once has people, documents, chats and times', () => {
  for (const [what, count] of Object.entries(atOnce)) assert.ok(count > 0, what)
})

test('there are happenings of every status, and times that are open, recorded, sent and refused', async () => {
  const statuses = await countsOf('select status as name, count(*)::int from happenings group by 1')
  for (const status of ['Entwurf', 'Aktiv', 'Erledigt', 'Inaktiv', 'Archiv'])
    assert.ok((statuses[status] ?? 0) > 0, JSON.stringify(statuses))
  const times = await countsOf(`select case when submitted then 'sent' when refused is not null then 'refused'
    when ist_minutes is not null then 'recorded' else 'open' end as name, count(*)::int from time_entries group by 1`)
  for (const kind of ['sent', 'refused', 'recorded', 'open'])
    assert.ok((times[kind] ?? 0) > 0, JSON.stringify(times))
  const lengths = await countsOf(`select 'wrong' as name, count(*)::int from time_entries
    where ist_minutes <> extract(epoch from ist_bis - ist_von) / 60`)
  assert.deepEqual(lengths, { wrong: 0 })
})

test('Anna records several parts, one of them twenty people strong and still open today', async () => {
  const anna = await filled.as(cast.anna)
  const { body } = await anna.get('/happenings/', { query: { date_start: today(), date_end: today() } })
  const [gala] = (body['items'] as { id: number; name: string }[]).filter(
    ({ name }) => name === 'Nordlicht-Gala',
  )
  assert.ok(gala)
  const parts = (await anna.get(`/happenings/${gala.id}/subhappenings/`)).body['items'] as { id: number }[]
  const times = await anna.get(`/happenings/${gala.id}/subhappenings/${parts[0]?.id}/time/`)
  const entries = times.body['items'] as { is_editable: boolean; ist_von_date: null }[]
  assert.equal(entries.length, 20)
  assert.ok(entries.every(({ is_editable, ist_von_date }) => is_editable && ist_von_date === null))
})

test('the planner has gone on: the next sync has something of each kind to show', async () => {
  const day = (days: number) => Temporal.PlainDate.from(today()).add({ days }).toString()
  const preview = await previewHappeningSync(filled.kontor, { start_date: day(0), end_date: day(8) })
  for (const kind of ['new', 'changed', 'vanishing'] as const) assert.ok(preview[kind].count > 0, kind)
  assert.equal(preview.refused, null)
  assert.deepEqual(preview.skipped.names, [])
})

test('a demo that is whole stays as it is at the next start, also where an administrator brings the first steps back', async () => {
  assert.equal(await filled.logIn(cast.clara.username), 200)
  await sql`update company set steps_put_away = false`.execute(filled.kontor.db)
  await whole.started(async (node) => assert.deepEqual(await node.counts(), atOnce))
})

test('a first start that was interrupted is made good by the next ones, wherever they are interrupted too', async () => {
  await using demo = await aDatabase()
  const steps: At[] = [
    ['docs'],
    ['audit', "new.action = 'user.sync'"],
    ['audit', "new.action = 'happening.sync'"],
    ['time_history'],
  ]
  for (const step of steps) await demo.interrupted(...step)
  await demo.started(async (node) => {
    assert.deepEqual(await node.counts(), atOnce)
    assert.match(await node.says(), /^Demo-Anmeldungen: anna, .* \/ vorhang-auf-2026$/)
    assert.equal(await node.logIn(cast.anna.username), 200)
  })
})

test('half a demo to which somebody has signed in stays as it is', async () => {
  await using demo = await aDatabase()
  await demo.interrupted('chat_messages')
  const before = await demo.plain(async (node) => {
    assert.equal(await node.logIn(cast.clara.username), 200)
    return node.counts()
  })
  await demo.started(async (node) => assert.deepEqual(await node.counts(), before))
})

test('a database that was begun without the demo is never filled, whoever has or has not signed in', async () => {
  await using demo = await aDatabase()
  const before = await demo.plain((node) => node.counts())
  await demo.started(async (node) => {
    assert.deepEqual(await node.counts(), before)
    assert.match(await node.says(), /^Die Datenbank war nicht leer/)
  })
})

const ownPlanner = { PLANNER_URL: 'http://127.0.0.1:9/', PLANNER_TOKEN: 'eigener' }

test('a demo beside a planner of one’s own is whole with its first people', async () => {
  await using demo = await aDatabase()
  const few = await demo.started((node) => node.counts(), ownPlanner)
  await demo.started(async (node) => assert.deepEqual(await node.counts(), few))
})

test('two servers that start the demo at once on one database fill it once', async () => {
  await using demo = await aDatabase()
  await Promise.all([demo.started(async () => {}), demo.started(async () => {})])
  await demo.started(async (node) => assert.deepEqual(await node.counts(), atOnce))
})

test('the demo knows itself where the first administrator has the name of one of its people', async () => {
  await using demo = await aDatabase()
  const says = await demo.started((node) => node.says(), {
    ...ownPlanner,
    ADMIN_USERNAME: 'anna',
    ADMIN_PASSWORD: 'ein-neuer-vorhang',
  })
  assert.match(says, /^Demo-Anmeldungen/)
})
