import { type RawBuilder, sql } from 'kysely'
import type { AuditObject, ObjectKind } from '#contract/audit.ts'
import { objectKinds } from '#contract/words/audit.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { germanOrder, matching } from '#server/lists/list-store.ts'

/**
 * Table and columns with the present name of each kind of object. Names of deleted users and groups are taken from
 * the audit log.
 */
const tables = {
  user: { table: 'users', name: spokenNameColumn('users'), search: sql<string>`list_search` },
  group: { table: 'groups', name: sql<string>`name`, search: sql<string>`search_text(name)` },
  doc: { table: 'docs', name: sql<string>`name`, search: sql<string>`search` },
  happening: { table: 'happenings', name: sql<string>`name`, search: sql<string>`search` },
  subhappening: { table: 'subhappenings', name: sql<string>`name`, search: sql<string>`search` },
} as const satisfies Record<
  ObjectKind,
  { table: string; name: RawBuilder<string>; search: RawBuilder<string> }
>

type NamedObject = { id: number; name: string; happening_id: number | null }

/** Query for objects of a kind. All kinds have the same three columns (`NamedObject`). */
const selectObjects = (kind: ObjectKind) => {
  const { table, name } = tables[kind]
  const happening = kind === 'subhappening' ? sql`happening_id` : sql`null::int`
  const all = sql`select id, ${name} as name, ${happening} as happening_id from ${sql.table(table)}`
  return (where: RawBuilder<unknown>) => sql<NamedObject>`select * from (${all} where ${where}) as found`
}

export type NameLookup = ReturnType<typeof createNameLookup>

/** Looks up all names of a page with one query per kind. */
export async function findNames(db: Database, wanted: ReadonlySet<string>): Promise<NameLookup> {
  const names = new Map<string, NamedObject>()
  for (const [kind, some] of Map.groupBy(Array.from(wanted, parseObject), (one) => one.kind)) {
    const ids = some.map(({ id }) => id)
    const { rows } = await selectObjects(kind)(sql`id = any(${ids}::bigint[])`).execute(db)
    for (const row of rows) names.set(`${kind} ${row.id}`, row)
    if (kind !== 'user' && kind !== 'group') continue
    const gone = ids.filter((id) => !names.has(`${kind} ${id}`))
    for (const row of await findDeletedNames(db, kind, gone)) names.set(`${kind} ${row.id}`, row)
  }
  return createNameLookup(names)
}

async function findDeletedNames(
  db: Database,
  kind: 'user' | 'group',
  ids: readonly number[],
): Promise<NamedObject[]> {
  if (ids.length === 0) return []
  const objects = ids.map((id) => `${kind} ${id}`)
  const { rows } = await sql<NamedObject>`
    select (subject ->> ${`${kind}_id`})::int as id, coalesce(subject ->> 'name', subject ->> 'username') as name,
      null::int as happening_id
    from audit where action = ${`${kind}.delete`} and objects && ${objects}::text[]`.execute(db)
  return rows
}

const createNameLookup = (names: ReadonlyMap<string, NamedObject>) => ({
  person: (id: number) => names.get(`user ${id}`)?.name ?? null,
  object: (object: string): AuditObject => {
    const entry = names.get(object)
    return { ...parseObject(object), name: entry?.name ?? null, happening_id: entry?.happening_id ?? null }
  },
})

const HITS_PER_KIND = 10

/** The first few matching names of each kind. */
export async function findObjects(
  db: Database,
  filter: string,
): Promise<{ items: AuditObject[]; more: boolean }> {
  if (filter.trim() === '') return { items: [], more: false }
  const matches = await Promise.all(
    objectKinds.map(async (kind) => {
      const { search } = tables[kind]
      const { rows } = await sql<NamedObject>`${selectObjects(kind)(matching(filter, search))}
        order by ${germanOrder('name')}, id limit ${HITS_PER_KIND + 1}`.execute(db)
      return {
        more: rows.length > HITS_PER_KIND,
        items: rows.slice(0, HITS_PER_KIND).map((row) => ({ kind, ...row })),
      }
    }),
  )
  return { items: matches.flatMap(({ items }) => items), more: matches.some(({ more }) => more) }
}

/** Parses a reference such as `doc 7`. */
function parseObject(object: string): { kind: ObjectKind; id: number } {
  const [kind, id] = object.split(' ') as [ObjectKind, string]
  return { kind, id: Number(id) }
}
