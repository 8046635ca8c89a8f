import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { SearchHits } from '#contract/find.ts'
import { cast } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { fillDatabase } from '#server/testing/filling.ts'
import { until } from '#server/testing/until.ts'
import { queueIndexBuild } from './message-indexes.ts'
import { hasMessageIndexes, MESSAGE_INDEXES } from './message-indexes-store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const anna = await kontor.as(cast.anna)

const messagesWith = async (filter: string) =>
  (await anna.get('/find/', { query: { filter } })).body['messages'] as SearchHits['messages']
const definition = async () =>
  (
    await sql`select indexdef, attstattarget from pg_indexes
      join pg_attribute on attrelid = to_regclass(indexname) where indexname = any(${MESSAGE_INDEXES}::text[]) order by indexname`.execute(
      db,
    )
  ).rows
const jobs = async () =>
  (await db.selectFrom('jobs').where('kind', '=', 'find.words').select('id').execute()).length
const untilMade = () => until(async () => (await jobs()) === 0, 'the indexes are made')
async function madeUpFor() {
  await queueIndexBuild(kontor.kontor)
  await untilMade()
}

/** Inserts messages into Anna's chat with Bruno. */
async function say(content: string, times = 1) {
  const user_id = await kontor.userId(cast.bruno)
  const room_id = (await anna.send('POST', '/chat/direct/', { user_id })).body['direct_chat_id'] as number
  await anna.send('POST', `/chat/direct/${room_id}/send_message/`, { message: 'Hallo' })
  await fillDatabase(kontor.database.connection, (filling) =>
    sql`insert into chat_messages (kind, room_id, user_id, content)
      select 'direct', ${room_id}::int, ${user_id}::int, ${content} from generate_series(1, ${times}::int)`.execute(
      filling,
    ),
  )
}

test('without the indexes a search finds the newest messages and says so; the server makes them as they were', async () => {
  await say('Der Kronleuchter hängt.')
  await say('Heute ist Probe.', 20_000)
  await say('Der Pelikan wartet.')
  const asMigrated = await definition()
  assert.equal(asMigrated.length, 2)
  await sql.raw(`drop index ${MESSAGE_INDEXES.join()}`).execute(db)

  assert.equal((await messagesWith('pelikan')).items.length, 1)
  assert.deepEqual(await messagesWith('kronleuchter'), { items: [], more: false, only_newest: true })

  await madeUpFor()
  assert.deepEqual(await definition(), asMigrated)
  const { items, only_newest } = await messagesWith('kronleuchter')
  assert.deepEqual([items.length, only_newest], [1, false], 'older ones too')
})

test('one whose making was cut short is made anew, and one that is whole is left alone', async () => {
  await sql`update pg_index set indisvalid = false where indexrelid = ${MESSAGE_INDEXES[0]}::regclass`.execute(
    db,
  )
  assert.equal(await hasMessageIndexes(db), false)
  await madeUpFor()
  assert.equal(await hasMessageIndexes(db), true)
  await queueIndexBuild(kontor.kontor)
  assert.equal(await jobs(), 0)
})

test('a server that ends does not wait for it, and the next one goes on with it', async () => {
  await sql.raw(`drop index ${MESSAGE_INDEXES.join()}`).execute(db)
  const writing = Promise.withResolvers<void>()
  const written = db.transaction().execute(async (tx) => {
    // Blocks the build of the index until this transaction ends.
    await sql`lock table chat_messages in row exclusive mode`.execute(tx)
    await writing.promise
  })
  await queueIndexBuild(kontor.kontor)
  const isMaking = () =>
    sql`select from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'
      and state = 'active'`.execute(db)
  await until(async () => (await isMaking()).rows.length > 0, 'the index is being made')
  await kontor.worker.stop()
  const left = await db.selectFrom('jobs').where('kind', '=', 'find.words').select('attempts').execute()
  assert.deepEqual(left, [{ attempts: 0 }])
  writing.resolve()
  await written

  const next = await startNode(kontor.database.connection)
  await untilMade()
  assert.equal(await hasMessageIndexes(db), true)
  await next.stop()
})
