// Indexes for the search in messages: whether they exist, and building them without blocking writers.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#server/db/connect.ts'

/**
 * Indexes for matches at the start of words and inside of words. The definitions must equal those in the
 * migrations.
 */
const indexDefinitions = {
  chat_messages_by_words: 'words_of(content)',
  chat_messages_by_parts: 'search_text(content) gin_trgm_ops',
}
export const MESSAGE_INDEXES = Object.keys(indexDefinitions)

/** An index that is still being built, or whose build was aborted, cannot be used. */
async function listReadyIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indexrelid = any(array(select to_regclass(name) from unnest(${MESSAGE_INDEXES}::text[]) as name))
      and indisvalid`.execute(db)
  return rows.map(({ name }) => name)
}

export const hasMessageIndexes = async (db: Database) =>
  (await listReadyIndexes(db)).length === MESSAGE_INDEXES.length

/**
 * Builds the missing indexes without blocking writers, and with a single process, so that other cores stay free.
 * Drops the leftover of an aborted build first.
 */
export async function makeMessageIndexes(db: Database, client: pg.Client) {
  const ready = await listReadyIndexes(db)
  await client.query(`set statement_timeout = 0`)
  await client.query(`set max_parallel_maintenance_workers = 0`)
  await client.query(`set maintenance_work_mem = '128MB'`)
  for (const [name, columns] of Object.entries(indexDefinitions)) {
    if (ready.includes(name)) continue
    await client.query(`drop index concurrently if exists ${name}`)
    await client.query(
      `create index concurrently ${name} on chat_messages using gin (${columns})
       with (gin_pending_list_limit = 256)`,
    )
    await client.query(`alter index ${name} alter column 1 set statistics 0`)
  }
}
