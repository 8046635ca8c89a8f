import { sql } from 'kysely'
import type { Fate } from '#contract/privacy.ts'
import type { Database } from '#server/db/connect.ts'
import { formerName, isAbout, type Subject } from './subject.ts'

/**
 * What becomes of each kind of data when somebody is made anonymous, and how much there is of it: the preview says this
 * before, and the act says it of itself, counted in its own transaction.
 */
export type Wanted = { messages: boolean; answers: boolean }
export type Fates = { called: string; personnel_numbers: string[]; goes: Fate[]; stays: Fate[] }

const LAW =
  'Aufzeichnungen der Arbeitszeit sind mindestens zwei Jahre aufzubewahren (§ 16 Abs. 2 ArbZG, § 17 Abs. 1 MiLoG). Die Stunden bleiben, der Name nicht; in der Personalplanung stehen sie weiter mit Namen.'
const HISTORY = 'Er belegt, wie die erfassten Zeiten zustande kamen.'
const TALK = 'Sie sind Teil des Gesprächs mit anderen. Namen im Text bleiben, wie sie geschrieben wurden.'
const ENTERED = 'Sie gehören zu den Ergebnissen des Prozesses.'
const PROTOCOL = 'Es zeigt weiter, was wann geschah, und endet mit seiner eigenen Frist.'

export async function fatesOf(db: Database, subject: Subject, { messages, answers }: Wanted): Promise<Fates> {
  const found = await count(db, subject)
  const fate = (name: keyof Found, what: string, why: string | null = null): Fate[] =>
    found[name] === 0 ? [] : [{ name, what, count: found[name], why }]
  const stayingOrNot = [
    ...fate('messages', 'Nachrichten', messages ? null : TALK),
    ...fate('chat_images', 'Bilder in Chats', messages ? null : TALK),
  ]
  const enteredOrNot = [
    ...fate('answers', 'Prozesse mit Angaben', answers ? null : ENTERED),
    ...fate('rounds', 'Runden mit Angaben', answers ? null : ENTERED),
  ]
  return {
    called: formerName(subject.id),
    personnel_numbers: subject.times.numbers,
    goes: [
      {
        name: 'profile',
        what: 'Profil: Name, Benutzername, Passwort und was die Personalplanung weiß',
        count: 1,
        why: null,
      },
      ...fate('groups', 'Zuweisungen zu Gruppen'),
      ...fate('recorder', 'Aufgaben als Zeiterfasser'),
      ...fate('sessions', 'Sitzungen'),
      ...fate('devices', 'Geräte für Benachrichtigungen'),
      ...fate('addresses', 'Adressen und Versuche der Anmeldung'),
      ...fate('settings', 'Einstellungen zu Chats und Benachrichtigungen'),
      ...fate('audit_words', 'Namen und Adressen im Protokoll'),
      ...(messages ? stayingOrNot : []),
      ...(answers ? enteredOrNot : []),
    ],
    stays: [
      ...fate('times', 'Zeiten, geplant, erfasst oder übermittelt', LAW),
      ...fate('history', 'Einträge im Verlauf von Zeiten', HISTORY),
      ...(messages ? [] : stayingOrNot),
      ...(answers ? [] : enteredOrNot),
      ...fate('rounds_ended', 'beendete Runden', ENTERED),
      ...fate('doc_images', 'Bilder in Prozessen', 'Sie gehören zum Prozess.'),
      ...fate('audit', 'Einträge im Protokoll', PROTOCOL),
      ...unclear(subject),
    ],
  }
}

/** Nobody can tell whose they are: they are left alone, and whoever looks is told. */
const unclear = ({ times }: Subject): Fate[] =>
  times.unclear.length === 0
    ? []
    : [
        {
          name: 'unclear_times',
          what: `Zeiten unter gleichem Namen mit anderer Personalnummer (${times.unclear.slice(0, 5).join(', ')})`,
          count: times.unclear.length,
          why: 'Sie lassen sich dieser Person nicht sicher zuordnen und bleiben, wie sie sind.',
        },
      ]

type Found = Awaited<ReturnType<typeof count>>

async function count(db: Database, { id, accounts, isOwn }: Subject) {
  const about = JSON.stringify([{ user_id: id }])
  const { rows } = await sql<{
    groups: number
    recorder: number
    sessions: number
    devices: number
    addresses: number
    settings: number
    audit_words: number
    messages: number
    chat_images: number
    answers: number
    rounds: number
    times: number
    history: number
    rounds_ended: number
    doc_images: number
    audit: number
  }>`select
      (select count(*) from memberships where user_id = ${id}) as groups,
      (select count(*) from subhappening_users where user_id = ${id}) as recorder,
      (select count(*) from sessions where user_id = ${id}) as sessions,
      (select count(*) from push_subscriptions where user_id = ${id}) as devices,
      (select count(*) from known_addresses where user_id = ${id})
        + (select count(*) from login_attempts where account = any(${accounts}::text[])) as addresses,
      (select count(*) from chat_marks where user_id = ${id})
        + (select count(*) from push_wishes where user_id = ${id}) as settings,
      (select count(*) from audit where ${holdsWords(id)}) as audit_words,
      (select count(*) from chat_messages where user_id = ${id}) as messages,
      (select count(*) from images where uploaded_by = ${id} and not is_for_docs) as chat_images,
      (select count(*) from doc_answers where user_id = ${id}) as answers,
      (select count(*) from doc_rounds where results->'people' @> ${about}::jsonb) as rounds,
      (select count(*) from time_entries where ${isOwn}) as times,
      (select count(*) from time_history where user_id = ${id}
        or entry_id in (select id from time_entries where ${isOwn})) as history,
      (select count(*) from doc_rounds where ended_by_id = ${id}) as rounds_ended,
      (select count(*) from images where uploaded_by = ${id} and is_for_docs) as doc_images,
      (select count(*) from audit where user_id = ${id} or ${isAbout(id)}) as audit`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Rows of the audit log that tell what somebody was called, what their device was, or from where they came. */
export const holdsWords = (id: number) => sql<boolean>`(
  (audit.user_id = ${id} and (address is not null or subject ? 'device'))
  or (${isAbout(id)} and (
    (kind = 'refused' and address is not null)
    or (kind = 'user' and ${formerName(id)} <> any(array[subject->>'username', subject->>'from', subject->>'to'])))))`
