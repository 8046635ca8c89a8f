import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '#contract/privacy.ts'
import type { Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { anonymiseOldest } from './former-people.ts'

/**
 * What may be kept for a while only, and how it goes. Where nobody has set anything all is kept, but for the audit log.
 * Recorded times themselves are never taken away here: what was not sent is still to be, and what was sent is a record of
 * working time, to be kept for two years (§ 16 Abs. 2 ArbZG, § 17 Abs. 1 MiLoG) and, where wages rest on it, for as long as
 * these (§ 147 AO). Their history follows them for those two years, and as long as something of them is unsent.
 */
export type Rule = {
  title: string
  says: string
  /** In months; 0 is for ever. */
  usual: number
  least: number
  /** One of them, and many, as a sentence goes on after a number. */
  named: readonly [one: string, many: string]
  old: (cutoff: Cutoff) => RawBuilder<unknown>
  /** Takes some away, and says how many; fewer than asked for when there are no more. */
  take: (kontor: Kontor, cutoff: Cutoff, most: number) => Promise<number>
}
/** A moment as the database says it: everything before it is old. */
export type Cutoff = RawBuilder<Date>

const LEGAL_MONTHS = 24

const oldMessages = (cutoff: Cutoff) => sql`select id from chat_messages where created_at < ${cutoff}`
const oldImages = (cutoff: Cutoff) =>
  sql`select id from images where created_at < ${cutoff} and not is_for_docs`
const oldRounds = (cutoff: Cutoff) => sql`select id from doc_rounds where ended_at < ${cutoff}`
const oldHistory = (cutoff: Cutoff) => sql`select time_history.id from time_history
  join time_entries on time_entries.id = entry_id
  where at < ${cutoff} and (submitted or (ist_von is null and ist_bis is null and not to_withdraw))`
const oldAudit = (cutoff: Cutoff) => sql`select id from audit where at < ${cutoff}`
const oldPeople = (cutoff: Cutoff) =>
  sql`select id from users where deactivated_at < ${cutoff} and anonymised_at is null`

export const rules: Record<RetentionKind, Rule> = {
  messages: {
    title: 'Nachrichten',
    says: 'Nachrichten in allen Chats, mit ihren Bildern.',
    usual: 0,
    least: 1,
    named: ['Nachricht', 'Nachrichten'],
    old: oldMessages,
    take: (kontor, cutoff, most) =>
      inRooms(
        kontor,
        sql`delete from chat_messages where id in (
        ${oldMessages(cutoff)} order by created_at limit ${most}) returning kind, room_id`,
      ),
  },
  images: {
    title: 'Bilder in Chats',
    says: 'Bilder in Chats; der Text der Nachricht bleibt, eine Nachricht ohne Text geht mit. Bilder in Prozessen bleiben.',
    usual: 0,
    least: 1,
    named: ['Bild', 'Bilder'],
    old: oldImages,
    take: takeImages,
  },
  rounds: {
    title: 'Angaben aus früheren Runden',
    says: 'Runden von Prozessen, die vor so langer Zeit zurückgesetzt wurden. Die laufenden Angaben bleiben.',
    usual: 0,
    least: 1,
    named: ['Runde', 'Runden'],
    old: oldRounds,
    take: ({ db }, cutoff, most) =>
      removed(
        db,
        sql`delete from doc_rounds where id in (${oldRounds(cutoff)} order by ended_at limit ${most})`,
      ),
  },
  history: {
    title: 'Verlauf der Zeiten',
    says: 'Wer eine Zeit wann geändert oder gesendet hat. Die Zeiten selbst bleiben, ebenso der Verlauf noch nicht gesendeter.',
    usual: 0,
    least: LEGAL_MONTHS,
    named: ['Eintrag im Verlauf', 'Einträge im Verlauf'],
    old: oldHistory,
    take: ({ db }, cutoff, most) =>
      removed(
        db,
        sql`delete from time_history where id in (${oldHistory(cutoff)} order by at limit ${most})`,
      ),
  },
  audit: {
    title: 'Protokoll',
    says: 'Wer wann was getan hat. Ablehnungen gehen immer nach 90 Tagen.',
    usual: 24,
    least: 3,
    named: ['Eintrag im Protokoll', 'Einträge im Protokoll'],
    old: oldAudit,
    take: takeAudit,
  },
  deactivated: {
    title: 'Deaktivierte Personen',
    says: 'Wer so lange deaktiviert ist, wird anonymisiert: Nachrichten, Angaben und Zeiten bleiben unter „Ehemalige Person …“. Das wartet, bis alle Zeiten der Person gesendet sind.',
    usual: 0,
    least: 1,
    named: ['Person anonymisieren', 'Personen anonymisieren'],
    old: oldPeople,
    take: anonymiseOldest,
  },
}

async function removed(db: Database, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0n)
}

/** Rooms lose something: whoever has one open draws it anew. */
function inRooms(kontor: Kontor, statement: RawBuilder<unknown>): Promise<number> {
  return inTransaction(kontor, async (tx) => {
    const { rows } = await (statement as RawBuilder<{ kind: 'groups' | 'direct'; room_id: number }>).execute(
      tx,
    )
    const touched = new Map(rows.map((row) => [`${row.kind} ${row.room_id}`, row]))
    const rooms = [...touched.values()].map(({ kind, room_id }) => ({ kind, room_id }))
    await sql`update chat_rooms set revision = revision + 1, last_message_id = (
        select max(id) from chat_messages where kind = chat_rooms.kind and room_id = chat_rooms.id)
      from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as given (kind text, room_id int)
      where chat_rooms.kind = given.kind and chat_rooms.id = given.room_id`.execute(tx)
    for (const { kind, room_id } of rooms) changed(tx, aboutRoom(kind, room_id))
    return rows.length
  })
}

/** What was said beside a picture stays; where nothing was, the message goes with it. */
async function takeImages(kontor: Kontor, cutoff: Cutoff, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`${oldImages(cutoff)} order by created_at limit ${most}`.execute(
    kontor.db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await inRooms(
    kontor,
    sql`with bare as (
        delete from chat_messages where image_id = any(${ids}::text[]) and content = '' returning kind, room_id),
      said as (
        update chat_messages set image_id = null where image_id = any(${ids}::text[]) and content <> ''
        returning kind, room_id)
      select kind, room_id from bare union all select kind, room_id from said`,
  )
  return removed(kontor.db, sql`delete from images where id = any(${ids}::text[])`)
}

function takeAudit({ db }: Kontor, cutoff: Cutoff, most: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('kontor.cleans_audit', 'yes', true)`.execute(tx)
    return removed(tx, sql`delete from audit where id in (${oldAudit(cutoff)} order by at limit ${most})`)
  })
}
