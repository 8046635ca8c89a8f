// Full-text index of messages: whether it exists, and building it without blocking writers.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#server/db/connect.ts'

export const WORDS_INDEX = 'chat_messages_by_words'

/** An index that is still being built, or whose build was aborted, cannot be used. */
export async function hasWordsIndex(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_index where indexrelid = to_regclass(${WORDS_INDEX}) and indisvalid) as there`.execute(
    db,
  )
  return rows[0]?.there ?? false
}

/** Drops the leftover of an aborted build. Does not block writers, and leaves one processor free for them. */
export async function makeWordsIndex(client: pg.Client) {
  await client.query(`set statement_timeout = 0`)
  await client.query(`set max_parallel_maintenance_workers = 0`)
  await client.query(`set maintenance_work_mem = '128MB'`)
  await client.query(`drop index concurrently if exists ${WORDS_INDEX}`)
  // Same definition as in release 1.1.
  await client.query(
    `create index concurrently ${WORDS_INDEX} on chat_messages using gin (words_of(content))
     with (gin_pending_list_limit = 256)`,
  )
  await client.query(`alter index ${WORDS_INDEX} alter column 1 set statistics 0`)
}
