import { sql } from 'kysely'
import { SIGNED } from '#contract/document/fields.ts'
import type { Database } from '#server/db/connect.ts'
import { formerName } from '#server/db/people.ts'
import { isAbout, type Subject } from './subject-store.ts'

export async function countFates(db: Database, { id, accounts, isOwn, isUnderOtherName }: Subject) {
  const about = JSON.stringify([{ user_id: id }])
  const ofTheirRounds = sql`(select person from doc_rounds cross join jsonb_array_elements(results->'people') person
    where results->'people' @> ${about}::jsonb and person->>'user_id' = ${String(id)}) entered`
  const { rows } = await sql<{
    groups: number
    recorder: number
    sessions: number
    identities: number
    links: number
    devices: number
    addresses: number
    settings: number
    tokens: number
    passkeys: number
    codes: number
    calendar: number
    reminders: number
    undos: number
    signatures: number
    audit_words: number
    messages: number
    chat_images: number
    answers: number
    rounds: number
    photos: number
    times: number
    times_of_other_name: number
    history: number
    rounds_ended: number
    doc_images: number
    doc_versions: number
    audit: number
  }>`select
      (select count(*) from memberships where user_id = ${id}) as groups,
      (select count(*) from subhappening_users where user_id = ${id}) as recorder,
      (select count(*) from sessions where user_id = ${id}) as sessions,
      (select count(*) from identities where user_id = ${id}) as identities,
      (select count(*) from access_links where user_id = ${id}) as links,
      (select count(*) from push_subscriptions where user_id = ${id}) as devices,
      (select count(*) from known_addresses where user_id = ${id})
        + (select count(*) from login_attempts where account = any(${accounts}::text[])) as addresses,
      (select count(*) from chat_marks where user_id = ${id})
        + (select count(*) from push_wishes where user_id = ${id})
        + (select count(*) from list_views where user_id = ${id}) as settings,
      (select count(*) from api_tokens where user_id = ${id}) as tokens,
      (select count(*) from passkeys where user_id = ${id}) as passkeys,
      (select count(*) from one_time_codes where user_id = ${id}) as codes,
      (select count(*) from shift_feeds where user_id = ${id}) as calendar,
      (select count(*) from doc_reminders where user_id = ${id}) as reminders,
      (select count(*) from undos where user_id = ${id}) as undos,
      (select count(*) from doc_answers where user_id = ${id} and signature is not null)
        + (select count(*) from doc_answers cross join jsonb_each_text(data) answer
          where user_id = ${id} and answer.value ~ ${SIGNED})
        + (select count(*) from ${ofTheirRounds} where jsonb_typeof(person->'signature') <> 'null')
        + (select count(*) from ${ofTheirRounds} cross join jsonb_each_text(person->'data') answer
          where answer.value ~ ${SIGNED}) as signatures,
      (select count(*) from audit where ${holdsWords(id)}) as audit_words,
      (select count(*) from chat_messages where user_id = ${id}) as messages,
      (select count(*) from images where uploaded_by = ${id} and not is_for_docs) as chat_images,
      (select count(*) from doc_answers where user_id = ${id}) as answers,
      (select count(*) from doc_rounds where results->'people' @> ${about}::jsonb) as rounds,
      (select count(*) from doc_photos where user_id = ${id}) as photos,
      (select count(*) from time_entries where ${isOwn}) as times,
      (select count(*) from time_entries where ${isUnderOtherName}) as times_of_other_name,
      (select count(*) from time_history where user_id = ${id}
        or entry_id in (select id from time_entries where ${isOwn})) as history,
      (select count(*) from doc_rounds where ended_by_id = ${id}) as rounds_ended,
      (select count(*) from images where uploaded_by = ${id} and is_for_docs) as doc_images,
      (select count(*) from doc_versions where saved_by = ${id}) as doc_versions,
      (select count(*) from audit where user_id = ${id} or ${isAbout(id)}) as audit`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Rows of the audit log that tell what somebody was called, what their device was, or from where they came. */
export const holdsWords = (id: number) => sql<boolean>`(
  (audit.user_id = ${id} and (address is not null or subject ? 'device'))
  or (${isAbout(id)} and (
    (kind = 'refused' and address is not null)
    or (kind = 'user' and ${formerName(id)} <> any(array[subject->>'username', subject->>'from', subject->>'to'])))))`
