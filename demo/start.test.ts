import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startNode } from '#server/testing/app.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { ensureAdmin } from '#server/users/ensure-admin.ts'
import { cast, demoPassword } from './cast.ts'
import { startDemo } from './start.ts'

/** A database, and starts of the demo on it as `npm start -- --demo` makes them. */
async function aDatabase() {
  const database = await freshDatabase()
  after(() => database.drop())
  const { connection } = database
  return {
    /** The first such row that goes into this table ends the start, as a power cut would. */
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
    /** How much of everything is there. */
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

const atOnce = await (await aDatabase()).started((node) => node.counts())

test('a demo that is filled at once has people, documents, chats and times', () => {
  for (const [what, count] of Object.entries(atOnce)) assert.ok(count > 0, what)
})

for (const [step, at] of [
  ['before anybody was there', ['docs']],
  ['with the cast alone', ['audit', "new.action = 'user.sync'"]],
  ['with all people', ['audit', "new.action = 'happening.sync'"]],
  ['as the company’s days were written down', ['time_history']],
] as [string, At][])
  test(`a first start that was interrupted ${step} is made good by the next one`, async () => {
    const demo = await aDatabase()
    await demo.interrupted(...at)
    await demo.started(async (node) => {
      assert.deepEqual(await node.counts(), atOnce)
      assert.match(await node.says(), /^Demo-Anmeldungen: anna, .* \/ vorhang-auf-2026$/)
      assert.equal(await node.logIn(cast.anna.username), 200)
    })
  })

test('half a demo to which somebody has signed in stays as it is', async () => {
  const demo = await aDatabase()
  await demo.interrupted('chat_messages')
  const before = await demo.plain(async (node) => {
    assert.equal(await node.logIn(cast.clara.username), 200)
    return node.counts()
  })
  await demo.started(async (node) => assert.deepEqual(await node.counts(), before))
})

test('a database that was begun without the demo is never filled, whoever has or has not signed in', async () => {
  const demo = await aDatabase()
  const before = await demo.plain((node) => node.counts())
  await demo.started(async (node) => {
    assert.deepEqual(await node.counts(), before)
    assert.match(await node.says(), /^Die Datenbank war nicht leer/)
  })
})

test('a demo that is whole stays as it is at the next start, also where an administrator brings the first steps back', async () => {
  const demo = await aDatabase()
  await demo.started(async (node) => {
    assert.equal(await node.logIn(cast.clara.username), 200)
    await sql`update company set steps_put_away = false`.execute(node.kontor.db)
  })
  await demo.started(async (node) => assert.deepEqual(await node.counts(), atOnce))
})

test('a demo beside a planner of one’s own is whole with its first people', async () => {
  const demo = await aDatabase()
  const settings = { PLANNER_URL: 'http://127.0.0.1:9/', PLANNER_TOKEN: 'eigener' }
  const few = await demo.started((node) => node.counts(), settings)
  await demo.started(async (node) => assert.deepEqual(await node.counts(), few))
})

test('two servers that start the demo at once on one database fill it once', async () => {
  const demo = await aDatabase()
  await Promise.all([demo.started(async () => {}), demo.started(async () => {})])
  await demo.started(async (node) => assert.deepEqual(await node.counts(), atOnce))
})

test('the demo knows itself where the first administrator has the name of one of its people', async () => {
  const demo = await aDatabase()
  const says = await demo.started((node) => node.says(), {
    ADMIN_USERNAME: 'anna',
    ADMIN_PASSWORD: 'ein-neuer-vorhang',
  })
  assert.match(says, /^Demo-Anmeldungen/)
})
