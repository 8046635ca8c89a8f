import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { germanOrder } from '#server/lists/list-store.ts'
import { seesDocCondition } from './may-see-store.ts'

export async function listGroupsOf(db: Database, docId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('doc_groups')
    .innerJoin('groups', 'groups.id', 'doc_groups.group_id')
    .where('doc_groups.doc_id', '=', docId)
    .select('groups.name')
    .orderBy(germanOrder('groups.name'))
    .execute()
  return rows.map(({ name }) => name)
}

export async function listGroupIdsOf(db: Database, docId: number): Promise<number[]> {
  const rows = await db.selectFrom('doc_groups').where('doc_id', '=', docId).select('group_id').execute()
  return rows.map(({ group_id }) => group_id)
}

/** For each name the group with the same name ignoring case, or null. */
export async function findGroupsNamed(db: Database, names: string[]) {
  const { rows } = await sql<{ asked: string; id: number | null }>`
    select asked, groups.id
    from unnest(${names}::text[]) asked left join groups on groups.id = group_named(asked)`.execute(db)
  return rows
}

export async function setGroups(tx: Tx, docId: number, groupIds: number[]) {
  await tx.deleteFrom('doc_groups').where('doc_id', '=', docId).execute()
  if (groupIds.length === 0) return
  await tx
    .insertInto('doc_groups')
    .values(groupIds.map((group_id) => ({ doc_id: docId, group_id })))
    .execute()
}

export async function copyGroups(tx: Tx, from: number, to: number) {
  await sql`insert into doc_groups (doc_id, group_id)
    select ${to}, group_id from doc_groups where doc_id = ${from}`.execute(tx)
}

/** Documents that only administrators could still see without this group. */
export function listDocsOnlyInGroup(db: Database, groupId: number) {
  return db
    .selectFrom('docs')
    .innerJoin('doc_groups', 'doc_groups.doc_id', 'docs.id')
    .where('doc_groups.group_id', '=', groupId)
    .where('docs.deleted_at', 'is', null)
    .where('docs.public', '=', false)
    .where(
      sql<boolean>`not exists (select from doc_groups other where other.doc_id = docs.id and other.group_id <> ${groupId})`,
    )
    .select(['docs.id', 'docs.name'])
    .orderBy(germanOrder('docs.name'))
    .limit(200)
    .execute()
}

/** Active people who see the document. `except`: id of the person who publishes it and needs no notification. */
export async function listReaders(
  db: Database,
  doc: { id: number; status: string; public: boolean },
  except: number | null = null,
): Promise<number[]> {
  const readers = await db
    .selectFrom('users')
    .where(seesDocCondition(doc))
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .select('id')
    .execute()
  return readers.map(({ id }) => id)
}
