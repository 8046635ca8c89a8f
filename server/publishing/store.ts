// Audience of a document, progress, and who gets a reminder: at most once a day, in a direct chat and by mail.
import { type RawBuilder, sql } from 'kysely'
import type { DocStatus } from '#contract/docs.ts'
import { docStatusesForStaff } from '#contract/document/statuses.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { type FillState, fillStates } from '#contract/words/fill-states.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { mailAddressColumn } from '#server/db/mailed-links.ts'
import { sortedNameColumn, spokenNameColumn } from '#server/db/people.ts'
import { invitedAtColumn, isInvitedCondition, withoutAccessCondition } from '#server/db/without-access.ts'
import { fillStateColumn, progressQuery } from '#server/docs/filled-store.ts'
import { docGroupIdsArray, isAudienceCondition } from '#server/docs/may-see-store.ts'
import { notFound } from '#server/http/errors.ts'
import { fetchPage, germanOrder, matching } from '#server/lists/list-store.ts'

type AudienceCounts = { people: number; without_access: number; invited: number }

/** The whole audience, including people who cannot sign in yet. */
export async function countAudience(
  db: Database,
  { public: isPublic, groupIds }: { public: boolean; groupIds: number[] },
): Promise<AudienceCounts> {
  const { rows } = await sql<AudienceCounts>`
    select count(*) as people, count(*) filter (where ${withoutAccessCondition}) as without_access,
      count(*) filter (where ${withoutAccessCondition} and ${isInvitedCondition}) as invited
    from users where ${isAudienceCondition(isPublic, sql`${groupIds}::int[]`)}`.execute(db)
  return rows[0] ?? { people: 0, without_access: 0, invited: 0 }
}

type ShownDoc = { id: number; public: boolean }
type PersonRow = {
  user_id: number
  username: string
  display_name: string
  name: string
  names_search: string
  has_access: boolean
  invited_at: Date | null
  state: FillState
  filled: number
  fields: number
  changed_at: Date | null
  reminded_at: Date | null
  reminded_on: string | null
  handed_in_at: Date | null
}

const audienceSubquery = ({ id, public: isPublic }: ShownDoc) =>
  sql<PersonRow>`(
  select users.id as user_id, users.username, ${sortedNameColumn('users')} as display_name, users.sorted_name as name,
    users.names_search, not ${withoutAccessCondition} as has_access, ${invitedAtColumn} as invited_at,
    progress.filled, progress.fields, ${fillStateColumn} as state,
    doc_answers.changed_at, doc_reminders.reminded_at, doc_reminders.day as reminded_on,
    doc_answers.handed_in_at
  from docs cross join users
  left join doc_answers on doc_answers.doc_id = docs.id and doc_answers.user_id = users.id
  left join doc_reminders on doc_reminders.doc_id = docs.id and doc_reminders.user_id = users.id
  cross join lateral ${progressQuery} progress
  where docs.id = ${id}
    and ${isAudienceCondition(isPublic, docGroupIdsArray(id))})`.as('people')

type DocRow = {
  id: number
  name: string
  status: DocStatus
  due_on: string | null
  state: FillState
  filled: number
  fields: number
  changed_at: Date | null
}

/**
 * Documents that a person is asked to fill in, as part of the audience, and documents that the person has begun.
 * Includes finished ones.
 */
const userDocsSubquery = (userId: number) =>
  sql<DocRow>`(
  select docs.id, docs.name, docs.status, docs.due_on, ${fillStateColumn} as state, progress.filled,
    progress.fields, doc_answers.changed_at
  from users cross join docs
  left join doc_answers on doc_answers.doc_id = docs.id and doc_answers.user_id = users.id
  cross join lateral ${progressQuery} progress
  where users.id = ${userId} and docs.deleted_at is null and docs.status = any(${docStatusesForStaff}::text[])
    and (jsonb_array_length(docs.fields) > 0 or docs.hand_in is not null)
    and (progress.begun > 0 or users.is_active and (docs.public or exists (
      select from doc_groups join memberships on memberships.group_id = doc_groups.group_id
      where doc_groups.doc_id = docs.id and memberships.user_id = users.id and memberships.is_effective))))`.as(
    'own',
  )

const docOrder = {
  name: germanOrder('own.name'),
  state: sql`array_position(array['missing', 'begun', 'finished'], own.state)`,
  changed_at: sql`own.changed_at`,
  due_on: sql`own.due_on`,
}

export const listDocsOf = (
  db: Database,
  userId: number,
  query: Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
) =>
  fetchPage(
    db
      .selectFrom(userDocsSubquery(userId))
      .select(['id', 'name', 'status', 'due_on', 'state', 'filled', 'fields', 'changed_at']),
    query,
    { order: docOrder, id: 'own.id', first: '+state' },
  )

const order = {
  name: sql`people.name collate "de-x-icu"`,
  state: sql`array_position(array['missing', 'begun', 'finished'], people.state)`,
  filled: sql`people.filled`,
  changed_at: sql`people.changed_at`,
  reminded_at: sql`people.reminded_at`,
  handed_in_at: sql`people.handed_in_at`,
}

/** Without `states`, people in any state. */
export function listAudience(
  db: Database,
  doc: ShownDoc,
  { filter, ...page }: ListQuery,
  states: FillState[],
) {
  const query = db
    .selectFrom(audienceSubquery(doc))
    .where(matching(filter, sql`people.names_search`))
    .$if(states.length > 0, (people) => people.where('state', 'in', states))
    .select([
      'user_id',
      'username',
      'display_name',
      'has_access',
      'invited_at',
      'state',
      'filled',
      'fields',
      'changed_at',
      'reminded_at',
      'handed_in_at',
    ])
  return fetchPage(query, page, { order, id: 'people.user_id', first: '+name' })
}

/** `by`: id of the sender. `today`: `YYYY-MM-DD` in the company's time zone. */
export type ReminderContext = { by: number; today: string }

/**
 * 'due' if the person gets a reminder, else the reason against it. A person gets at most one a day. The sender
 * ('oneself') gets none. 'without_access': the person cannot sign in yet, so a message would not reach them.
 */
const reminderStateColumn = ({ by, today }: ReminderContext) =>
  sql<
    'due' | 'finished' | 'today' | 'oneself' | 'without_access'
  >`case when state = 'finished' then 'finished' when user_id = ${by} then 'oneself'
    when not has_access then 'without_access' when reminded_on >= ${today}::date then 'today' else 'due' end`

const reminderStates = ['due', 'today', 'oneself'] as const
type Counts = Record<FillState | (typeof reminderStates)[number] | 'without_access' | 'invited', number>

export async function countAudienceByState(
  db: Database,
  doc: ShownDoc,
  filter: string,
  reminding: ReminderContext,
): Promise<Counts> {
  const count = (name: keyof Counts, of: RawBuilder<unknown>) =>
    sql`count(*) filter (where ${of} = ${name}) as ${sql.ref(name)}`
  const counts = [
    ...fillStates.map((name) => count(name, sql`state`)),
    ...reminderStates.map((name) => count(name, sql`reminder`)),
  ]
  const { rows } = await sql<Counts>`
    select ${sql.join(counts)}, count(*) filter (where not has_access) as without_access,
      count(*) filter (where invited_at is not null) as invited
    from ${audienceSubquery(doc)} cross join lateral (select ${reminderStateColumn(reminding)} as reminder) as reminders
    where ${matching(filter, sql`people.names_search`)}`.execute(db)
  return rows[0] as Counts
}

/** The audience or part of it, and whether each gets a reminder. */
export async function listAudienceReminderStates(
  db: Database,
  doc: ShownDoc,
  ids: readonly number[] | undefined,
  reminding: ReminderContext,
) {
  return db
    .selectFrom(audienceSubquery(doc))
    .$if(ids !== undefined, (query) => query.where('user_id', '=', sql<number>`any(${ids}::int[])`))
    .select(['user_id', reminderStateColumn(reminding).as('reminder')])
    .orderBy('user_id')
    .execute()
}

/** A person in the audience or with answers. */
export function getPersonAnswers(db: Database, { id, public: isPublic }: ShownDoc, userId: number) {
  return db
    .selectFrom('users')
    .leftJoin('doc_answers', (join) =>
      join.onRef('doc_answers.user_id', '=', 'users.id').on('doc_answers.doc_id', '=', id),
    )
    .where('users.id', '=', userId)
    .where(
      sql<boolean>`(doc_answers.id is not null
        or ${isAudienceCondition(isPublic, docGroupIdsArray(id))})`,
    )
    .select([
      'users.id as user_id',
      'users.username',
      spokenNameColumn('users').as('display_name'),
      'doc_answers.data',
      'doc_answers.changed_at',
      'doc_answers.handed_in_at',
      'doc_answers.signature',
    ])
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Marks people as reminded on this day and returns the newly marked ones; of two concurrent reminders one gets
 * each person.
 */
export async function markReminded(
  tx: Tx,
  docId: number,
  userIds: readonly number[],
  day: string,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into doc_reminders (doc_id, user_id, day)
    select ${docId}, user_id, ${day}::date from unnest(${userIds}::int[]) as user_id order by user_id
    on conflict (doc_id, user_id) do update set day = excluded.day, reminded_at = now()
      where doc_reminders.day < excluded.day
    returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** People with an e-mail address. Their own takes precedence over the planner's. */
export async function listMailAddresses(
  db: Database,
  userIds: readonly number[],
): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`
    select id, ${mailAddressColumn} as address from users
    where id = any(${userIds}::int[]) and ${mailAddressColumn} is not null order by id`.execute(db)
  return rows
}

type ReminderMailData = {
  doc: string
  due_on: string | null
  address: string | null
  display_name: string
}

/**
 * Content of the mail. Undefined if the document is no longer Aktiv, or if the person has finished, cannot sign
 * in, or no longer belongs to the audience.
 */
export async function findReminderMailData(
  db: Database,
  docId: number,
  userId: number,
): Promise<ReminderMailData | undefined> {
  const doc = await db
    .selectFrom('docs')
    .where('id', '=', docId)
    .where('status', '=', 'Aktiv')
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'due_on', 'public'])
    .executeTakeFirst()
  if (!doc) return undefined
  const person = await db
    .selectFrom(audienceSubquery(doc))
    .innerJoin('users', 'users.id', 'people.user_id')
    .where('people.user_id', '=', userId)
    .where('people.has_access', '=', true)
    .where('people.state', '<>', 'finished')
    .select([mailAddressColumn.as('address'), spokenNameColumn('users').as('display_name')])
    .executeTakeFirst()
  return person && { ...person, doc: doc.name, due_on: doc.due_on }
}

/** Documents whose scheduled publication is due. */
const selectDueDocs = (db: Database) =>
  db.selectFrom('docs').where('publish_at', '<=', sql<Date>`now()`).where('deleted_at', 'is', null)

export async function listDue(db: Database): Promise<number[]> {
  const rows = await selectDueDocs(db).select('id').orderBy('publish_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Undefined if no longer due. */
export const lockDueForUpdate = (tx: Tx, id: number) =>
  selectDueDocs(tx)
    .where('id', '=', id)
    .select(['id', 'name', 'public', 'publish_tells'])
    .forUpdate()
    .executeTakeFirst()
