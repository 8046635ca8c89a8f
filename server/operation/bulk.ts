// Speeds up loading many rows: indexes and foreign keys are rebuilt at the end. Inside the caller's
// transaction, so that it is all or nothing.
import pg from 'pg'
import { SCHEMA } from './tables.ts'

type Definition = { of: string; name: string; definition: string }
export type Index = Definition & { unique: boolean }

/** `isWanted`: whether an index is to be rebuilt. */
export async function withoutIndexes<T>(
  client: pg.Client,
  load: () => Promise<T>,
  isWanted: (index: Index) => boolean,
): Promise<T> {
  const references = await listReferences(client)
  const indexes = await listIndexes(client)
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { of, name } of references)
    await client.query(`alter table ${of} drop constraint ${pg.escapeIdentifier(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await truncate(client)
  const loaded = await load()
  for (const { definition } of indexes.filter(isWanted)) await client.query(definition)
  for (const { of, name, definition } of references)
    await client.query(`alter table ${of} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  return loaded
}

async function listReferences(client: pg.Client) {
  const { rows } = await client.query<Definition>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = ${SCHEMA} order by conrelid, conname`,
  )
  return rows
}

/** Indexes behind constraints stay, to detect duplicate keys while loading. */
async function listIndexes(client: pg.Client) {
  const { rows } = await client.query<Index>(
    `select indrelid::regclass::text as of, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
       indisunique as unique
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = ${SCHEMA} and not exists (select from pg_constraint where conindid = indexrelid)
     order by indrelid, indexrelid`,
  )
  return rows
}

/** A table truncated in the same transaction can be loaded without WAL, if the settings allow it. */
async function truncate(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class table_
     where relnamespace = ${SCHEMA} and relkind = 'r' and relname <> 'migrations'
       and not exists (select from pg_trigger where tgrelid = table_.oid and not tgisinternal and tgtype & 32 > 0)`,
  )
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`)
}
