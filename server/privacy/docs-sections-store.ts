// A person's answers to processes, and processes they made.
import { type RawBuilder, sql } from 'kysely'
import { SIGNATURE_PATTERN } from '#contract/document/fields.ts'
import type { Tx } from '#server/db/connect.ts'
import { formerPersonName } from '#server/db/people.ts'
import { refreshIsFilled } from '#server/docs/filled-store.ts'
import type { AnonymiseOptions, Section } from './section-store.ts'
import type { DataSubject } from './subject-store.ts'

export const docsSections = [
  {
    name: 'answers',
    title: 'Angaben in Prozessen',
    table: 'doc_answers',
    columns: { doc: 'Prozess', field: 'Feld', value: 'Angabe', changed_at: 'geändert' },
    rows: ({ id }) => sql`
      select doc_answers.id, docs.name as doc, answer.key as field, answer.value, changed_at
      from doc_answers join docs on docs.id = doc_id cross join jsonb_each(data) as answer where user_id = ${id}`,
    order: ['id', 'field'],
    forget: forgetAnswers,
    counts: {
      answers: ({ id }) => sql`select from doc_answers where user_id = ${id}`,
      signatures: ({ id }) => sql`select from doc_answers where user_id = ${id} and signature is not null
        union all select from doc_answers cross join jsonb_each_text(data) answer
          where user_id = ${id} and answer.value ~ ${SIGNATURE_PATTERN}`,
    },
  },
  {
    name: 'photos',
    title: 'Fotos in Angaben',
    table: 'doc_photos',
    columns: { doc: 'Prozess', created_at: 'Wann', type: 'Art', size: 'Byte' },
    rows: ({ id }) => sql`
      select doc_photos.id, '/docs/photos/' || doc_photos.id || '/' as answer, docs.name as doc,
      type, octet_length(bytes) as size, created_at,
      'data:' || type || ';base64,' || translate(encode(bytes, 'base64'), E'\n', '') as data
      from doc_photos join docs on docs.id = doc_id where user_id = ${id}`,
    order: ['created_at', 'id'],
    atOnce: 4,
    forget: async (tx, { id }, { answers }) =>
      answers && tx.deleteFrom('doc_photos').where('user_id', '=', id).execute(),
    counts: { photos: 'rows' },
  },
  {
    name: 'handed_in',
    title: 'Abgegebene Prozesse',
    table: 'doc_answers',
    columns: { doc: 'Prozess', handed_in_at: 'abgegeben', signature: 'Unterschrift (Striche oder Name)' },
    rows: ({ id }) => sql`
      select doc_answers.id, docs.name as doc, handed_in_at, signature::text as signature
      from doc_answers join docs on docs.id = doc_id where user_id = ${id} and handed_in_at is not null`,
    order: ['id'],
    forget: 'keep',
    counts: {},
  },
  {
    name: 'doc_reminders',
    title: 'Erinnerungen an Prozesse',
    table: 'doc_reminders',
    columns: { doc: 'Prozess', reminded_at: 'zuletzt erinnert' },
    rows: ({ id }) => sql`
      select doc_id, docs.name as doc, reminded_at
      from doc_reminders join docs on docs.id = doc_id where user_id = ${id}`,
    order: ['doc_id'],
    forget: 'delete',
    counts: { reminders: 'rows' },
  },
  {
    name: 'rounds',
    title: 'Angaben in früheren Runden',
    table: 'doc_rounds',
    columns: { doc: 'Prozess', ended_at: 'Runde bis', field: 'Feld', value: 'Angabe' },
    rows: ({ id }) => sql`
      select doc_rounds.id, docs.name as doc, ended_at, answer.key as field, answer.value
      from doc_rounds join docs on docs.id = doc_id
        cross join jsonb_array_elements(results->'people') as person cross join jsonb_each(person->'data') as answer
      where ${holdsAnswersOf(id)} and person->>'user_id' = ${String(id)}`,
    order: ['id', 'field'],
    forget: async (tx, subject, { answers }) => {
      if (answers) await deleteFromRounds(tx, subject)
      await forgetInRounds(tx, subject, formerPersonName(subject.id))
    },
    counts: {
      rounds: ({ id }) => sql`select from doc_rounds where ${holdsAnswersOf(id)}`,
      signatures: ({
        id,
      }) => sql`select from ${roundAnswersSubquery(id)} where jsonb_typeof(person->'signature') <> 'null'
        union all select from ${roundAnswersSubquery(id)} cross join jsonb_each_text(person->'data') answer
          where answer.value ~ ${SIGNATURE_PATTERN}`,
    },
  },
  {
    name: 'rounds_ended',
    title: 'Runden, die diese Person beendet hat',
    table: 'doc_rounds',
    columns: { doc: 'Prozess', ended_at: 'Wann' },
    rows: ({ id }) => sql`
      select doc_rounds.id, docs.name as doc, ended_at
      from doc_rounds join docs on docs.id = doc_id where ended_by_id = ${id}`,
    order: ['id'],
    forget: 'keep',
    counts: { rounds_ended: 'rows' },
  },
  {
    name: 'doc_versions',
    title: 'Gespeicherte Fassungen von Prozessen',
    table: 'doc_versions',
    columns: { doc: 'Prozess', version: 'Fassung', saved_at: 'gespeichert', named: 'Name' },
    rows: ({ id }) => sql`
      select doc_id, docs.name as doc, doc_versions.version, saved_at, doc_versions.name as named
      from doc_versions join docs on docs.id = doc_id where saved_by = ${id}`,
    order: ['doc_id', 'version'],
    forget: 'keep',
    counts: { doc_versions: 'rows' },
  },
] as const satisfies readonly Section[]

const withoutSignatures = (data: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${data}) where value #>> '{}' !~ ${SIGNATURE_PATTERN})`

const holdsAnswersOf = (id: number) => sql`results->'people' @> ${JSON.stringify([{ user_id: id }])}::jsonb`
const roundAnswersSubquery = (id: number) => sql`(select person from doc_rounds
  cross join jsonb_array_elements(results->'people') person
  where ${holdsAnswersOf(id)} and person->>'user_id' = ${String(id)}) entered`

/**
 * Deletes the answers if the administrator has chosen so. Otherwise they stay with the time of handing in, but
 * without signatures.
 */
async function forgetAnswers(tx: Tx, { id }: DataSubject, { answers }: AnonymiseOptions) {
  if (answers) await tx.deleteFrom('doc_answers').where('user_id', '=', id).execute()
  await sql`update doc_answers set signature = null, data = ${withoutSignatures(sql`data`)}
    where user_id = ${id} and (signature is not null
      or exists (select from jsonb_each_text(data) answer where answer.value ~ ${SIGNATURE_PATTERN}))`.execute(
    tx,
  )
  await refreshIsFilled(tx, { userId: id })
}

/** Results of finished rounds contain names as text: of the participants, and of the person who ended the round. */
export async function forgetInRounds(
  tx: Tx,
  { id, accounts }: Pick<DataSubject, 'id' | 'accounts'>,
  called: string,
) {
  const named = JSON.stringify({ username: called, display_name: called })
  await sql`update doc_rounds set results = jsonb_set(results, '{people}', (
      select jsonb_agg(case when person->>'user_id' = ${String(id)} then (person || ${named}::jsonb || jsonb_build_object('data', ${withoutSignatures(sql`person->'data'`)})) - 'signature' else person end
        order by place)
      from jsonb_array_elements(results->'people') with ordinality as people (person, place)))
    where ${holdsAnswersOf(id)}`.execute(tx)
  await sql`update doc_rounds set ended_by = ${called}
    where ended_by_id = ${id} or (ended_by_id is null and fold_case(ended_by) = any(${accounts}::text[]))`.execute(
    tx,
  )
}

const deleteFromRounds = (tx: Tx, { id }: DataSubject) =>
  sql`update doc_rounds set results = jsonb_set(results, '{people}', (
      select coalesce(jsonb_agg(person order by place), '[]')
      from jsonb_array_elements(results->'people') with ordinality as people (person, place)
      where person->>'user_id' is distinct from ${String(id)}))
    where ${holdsAnswersOf(id)}`.execute(tx)
