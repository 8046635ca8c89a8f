// Takes somebody's name out of everything, a statement for each place where it may stand.
import { type RawBuilder, sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import { SIGNED } from '#contract/document/fields.ts'
import { deleteWaysIn } from '#server/auth/ways-in-store.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { formerName } from '#server/db/people.ts'
import { holdsWords } from './fates-store.ts'
import { isAbout, type Subject } from './subject-store.ts'

/** Times with actual hours that the planner does not have yet: they are to be sent or cleared first, by name. */
export async function countUnsent(db: Database, { isOwn }: Subject): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from time_entries join subhappenings on subhappenings.id = subhappening_id
      join happenings on happenings.id = happening_id
    where ${isOwn} and not submitted and (to_withdraw or absent or ist_von is not null or ist_bis is not null)
      and happenings.status <> 'Archiv'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Nobody records or sends these meanwhile. */
export const lockTimesForUpdate = (tx: Tx, { isOwn }: Subject) =>
  sql`select id from time_entries where ${isOwn} order by id for update`.execute(tx)

export async function forgetProfile(tx: Tx, { id }: Subject) {
  await sql`update users set username = ${formerName(id)}, password_hash = null, is_admin = false, is_active = false,
      persplan_id = null, persplan_barcode = null, persplan_username = null, persplan_nachname = null,
      persplan_vorname = null, persplan_email = null, persplan_telefon = null, email = null, last_login_at = null, password_is_given = false,
      password_unproven_at = null,
      collides = false, anonymised_at = now()
    where id = ${id}`.execute(tx)
}

/** Rows that nobody else needs. */
export async function deleteOwnThings(tx: Tx, { id, accounts }: Subject) {
  for (const table of [
    'known_addresses',
    'memberships',
    'subhappening_users',
    'chat_marks',
    'deleted_messages',
    'push_wishes',
    'list_views',
    'undos',
    'doc_reminders',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await deleteWaysIn(tx, [id])
  await sql`delete from login_attempts where account = any(${accounts}::text[])`.execute(tx)
  await sql`delete from jobs where kind = 'push.send' and payload->>'user_id' = ${String(id)}`.execute(tx)
}

/**
 * The hours stay, and which assignment they were for. What was noted of somebody goes; a message of the planner may
 * name them.
 */
export async function forgetInTimes(tx: Tx, subject: Subject) {
  const { id, isOwn, persplan_nachname: last } = subject
  if (last) {
    await sql`update time_history set message = null from time_entries
      where time_entries.id = entry_id and ${isOwn} and message is not null
        and strpos(lower(message), lower(${last})) > 0`.execute(tx)
  }
  await sql`update time_history set old_note = null, new_note = null from time_entries
    where time_entries.id = entry_id and ${isOwn} and (old_note is not null or new_note is not null)`.execute(
    tx,
  )
  await sql`update time_entries set last_name = ${formerName(id)}, first_name = null, personalnummer = null, note = null,
      refused = case when strpos(lower(refused), lower(${last ?? formerName(id)})) > 0 then null else refused end,
      former_user_id = ${id}
    where ${isOwn}`.execute(tx)
}

/** Answers without those that are signatures. */
const unsigned = (data: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${data}) where value #>> '{}' !~ ${SIGNED})`

/** In rounds people stand by name as they were called then; so does who ended one. */
export async function forgetInRounds(
  tx: Tx,
  { id, accounts }: Pick<Subject, 'id' | 'accounts'>,
  called: string,
) {
  const about = JSON.stringify([{ user_id: id }])
  const named = JSON.stringify({ username: called, display_name: called })
  await sql`update doc_rounds set results = jsonb_set(results, '{people}', (
      select jsonb_agg(case when person->>'user_id' = ${String(id)} then (person || ${named}::jsonb || jsonb_build_object('data', ${unsigned(sql`person->'data'`)})) - 'signature' else person end
        order by place)
      from jsonb_array_elements(results->'people') with ordinality as people (person, place)))
    where results->'people' @> ${about}::jsonb`.execute(tx)
  await sql`update doc_rounds set ended_by = ${called}
    where ended_by_id = ${id} or (ended_by_id is null and fold_case(ended_by) = any(${accounts}::text[]))`.execute(
    tx,
  )
}

/** What was entered and when it was handed in stay; the hand of who signed it does not. */
export async function forgetSignatures(tx: Tx, { id }: Subject) {
  await sql`update doc_answers set signature = null, data = ${unsigned(sql`data`)}
    where user_id = ${id} and (signature is not null
      or exists (select from jsonb_each_text(data) answer where answer.value ~ ${SIGNED}))`.execute(tx)
}

/** The audit log keeps who did what when, but no names, addresses or devices. */
export async function forgetInAudit(tx: Tx, { id }: Subject, called: string) {
  await sql`select set_config('kontor.anonymises', 'yes', true)`.execute(tx)
  await sql`update audit set
      address = case when audit.user_id = ${id} or kind = 'refused' then null else address end,
      subject = case when kind = 'user' and ${isAbout(id)}
        then subject
          || case when subject ? 'username' then jsonb_build_object('username', ${called}::text) else '{}' end
          || case when subject ? 'from' then jsonb_build_object('from', ${called}::text, 'to', ${called}::text) else '{}' end
        else case when audit.user_id = ${id} then subject - 'device' else subject end end
    where ${holdsWords(id)}`.execute(tx)
  await sql`select set_config('kontor.anonymises', 'no', true)`.execute(tx)
}

export type RoomPath = { kind: ChatKind; room_id: number }

/** Rooms in which they have written or could, in the order in which rooms are held. */
export async function lockRoomsOfForUpdate(tx: Tx, { id }: Subject): Promise<RoomPath[]> {
  const { rows } = await sql<RoomPath>`select kind, id as room_id from chat_rooms
    where (kind, id) in (
      select kind, room_id from chat_messages where user_id = ${id}
      union select 'direct', id from direct_chats where user_low = ${id} or user_high = ${id})
    order by kind, id for update`.execute(tx)
  return rows
}

/** What is said in them waits, so that what is counted afterwards is all there is. */
export const lockRoomsForUpdate = (tx: Tx, rooms: readonly RoomPath[]) =>
  sql`select from chat_rooms join ${recordsOf(rooms)} on chat_rooms.kind = given.kind and chat_rooms.id = given.room_id
    order by chat_rooms.kind, chat_rooms.id for update of chat_rooms`.execute(tx)

const recordsOf = (rooms: readonly RoomPath[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as given (kind text, room_id int)`

/** With their pictures. */
export async function deleteWords(tx: Tx, { id }: Subject) {
  await tx.deleteFrom('chat_messages').where('user_id', '=', id).execute()
  await sql`delete from images where uploaded_by = ${id} and not is_for_docs`.execute(tx)
}

/** Everybody who has one open draws it anew. They are locked: what is the last message is read as it is by then. */
export async function refreshRooms(tx: Tx, rooms: readonly RoomPath[]) {
  await sql`update chat_rooms set revision = revision + 1, last_message_id = (
      select max(id) from chat_messages where kind = chat_rooms.kind and room_id = chat_rooms.id)
    from ${recordsOf(rooms)}
    where chat_rooms.kind = given.kind and chat_rooms.id = given.room_id`.execute(tx)
}

export async function deleteAnswersOf(tx: Tx, { id }: Subject) {
  await tx.deleteFrom('doc_answers').where('user_id', '=', id).execute()
  await tx.deleteFrom('doc_photos').where('user_id', '=', id).execute()
  const about = JSON.stringify([{ user_id: id }])
  await sql`update doc_rounds set results = jsonb_set(results, '{people}', (
      select coalesce(jsonb_agg(person order by place), '[]')
      from jsonb_array_elements(results->'people') with ordinality as people (person, place)
      where person->>'user_id' is distinct from ${String(id)}))
    where results->'people' @> ${about}::jsonb`.execute(tx)
}
