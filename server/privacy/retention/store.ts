import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '#contract/privacy.ts'
import type { RoomPath } from '#server/chat/room-key.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** SQL expression of a time; all older data are expired. */
export type Cutoff = RawBuilder<Date>

export async function listMonths(db: Database) {
  const rows = await db
    .selectFrom('retention')
    .select(['kind', 'months', sql<string | null>`ran_on::text`.as('ran_on'), 'removed'])
    .execute()
  return new Map(rows.map((row) => [row.kind as RetentionKind, row]))
}

export async function setMonths(tx: Tx, kind: RetentionKind, months: number) {
  await tx
    .insertInto('retention')
    .values({ kind, months })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ months }))
    .execute()
}

export const cutoffOf = (months: number): Cutoff =>
  sql<Date>`(now() - make_interval(months => ${sql.lit(months)}))`

/** True for the first node that asks on a day. */
export async function claimDay(db: Database, kind: RetentionKind, timeZone: string): Promise<boolean> {
  const { rows } = await sql`insert into retention (kind, ran_on, removed)
    values (${kind}, (now() at time zone ${timeZone})::date, 0)
    on conflict (kind) do update set ran_on = excluded.ran_on, removed = 0
      where retention.ran_on is null or retention.ran_on < excluded.ran_on
    returning kind`.execute(db)
  return rows.length > 0
}

export async function setRemoved(tx: Tx, kind: RetentionKind, removed: number) {
  await tx.updateTable('retention').set({ removed }).where('kind', '=', kind).execute()
}

/** Expired rows of each kind, as a query for ids. */
export const oldMessages = (cutoff: Cutoff) => sql`select id from chat_messages where created_at < ${cutoff}`
export const oldImages = (cutoff: Cutoff) =>
  sql`select id from images where created_at < ${cutoff} and not is_for_docs`
export const oldRounds = (cutoff: Cutoff) => sql`select id from doc_rounds where ended_at < ${cutoff}`
export const oldHistory = (cutoff: Cutoff) => sql`select time_history.id from time_history
  join time_entries on time_entries.id = entry_id
  where at < ${cutoff} and (submitted or (ist_von is null and ist_bis is null and not absent and not to_withdraw))`
export const oldAudit = (cutoff: Cutoff) => sql`select id from audit where at < ${cutoff}`
export const oldPeople = (cutoff: Cutoff) =>
  sql`select id from users where deactivated_at < ${cutoff} and anonymised_at is null and blocked_at is null`

export type Message = RoomPath & { id: number }

export async function listOldMessages(tx: Tx, cutoff: Cutoff, most: number): Promise<Message[]> {
  const { rows } = await sql<Message>`select id, kind, room_id from chat_messages
    where id in (${oldMessages(cutoff)} order by created_at limit ${most})`.execute(tx)
  return rows
}

export const deleteMessages = (tx: Tx, ids: readonly number[]) =>
  executeDelete(tx, sql`delete from chat_messages where id = any(${ids}::bigint[])`)

/**
 * Deletes up to `most` of these rows. A trigger refuses to delete rows of the audit log unless the transaction
 * has set `kontor.cleans_audit`.
 */
export function deleteRows(
  db: Database,
  table: 'doc_rounds' | 'time_history' | 'audit',
  ids: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (table === 'audit') await sql`select set_config('kontor.cleans_audit', 'yes', true)`.execute(tx)
    return executeDelete(tx, sql`delete from ${sql.table(table)} where id in (${ids} limit ${most})`)
  })
}

export async function listOldImages(db: Database, cutoff: Cutoff, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${oldImages(cutoff)} order by created_at limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function listMessagesWithImages(tx: Tx, images: readonly string[]): Promise<Message[]> {
  const { rows } = await sql<Message>`
    select id, kind, room_id from chat_messages where id in (
      select id from chat_messages where image_id = any(${images}::text[])
      union all select message_id from chat_message_images where image_id = any(${images}::text[]))`.execute(
    tx,
  )
  return rows
}

/**
 * Removes all images of these messages; images of one message have the same age. Messages without text are
 * deleted.
 */
export async function removeImagesFromMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from chat_messages where id = any(${ids}::bigint[]) and content = ''`.execute(tx)
  await sql`delete from chat_message_images where message_id = any(${ids}::bigint[])`.execute(tx)
  await sql`update chat_messages set image_id = null where id = any(${ids}::bigint[])`.execute(tx)
}

export const deleteImages = (db: Database, ids: readonly string[]) =>
  executeDelete(db, sql`delete from images where id = any(${ids}::text[])`)

/** People who were deactivated before the cutoff and are not anonymised: up to 50, with ids greater than `after`. */
export async function listLongDeactivated(db: Database, cutoff: Cutoff, after: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`${oldPeople(cutoff)} and id > ${after} order by id limit 50`.execute(db)
  return rows.map(({ id }) => id)
}

/** Number of expired rows, and the cutoff. */
export async function countOld(db: Database, old: (cutoff: Cutoff) => RawBuilder<unknown>, cutoff: Cutoff) {
  const { rows } = await sql<{ count: number; before: Date }>`
    select count(*) as count, ${cutoff} as before from (${old(cutoff)}) as old`.execute(db)
  const { count = 0, before = new Date() } = rows[0] ?? {}
  return { count, before }
}

async function executeDelete(db: Database, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0n)
}
