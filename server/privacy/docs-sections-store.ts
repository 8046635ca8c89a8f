// What somebody has entered into processes, as parts of their data.
import { sql } from 'kysely'
import type { Section } from './section.ts'

export const docsSections: readonly Section[] = [
  {
    name: 'answers',
    title: 'Angaben in Prozessen',
    tables: ['doc_answers'],
    columns: { doc: 'Prozess', field: 'Feld', value: 'Angabe', changed_at: 'geändert' },
    rows: ({
      id,
    }) => sql`select doc_answers.id, docs.name as doc, answer.key as field, answer.value, changed_at
      from doc_answers join docs on docs.id = doc_id cross join jsonb_each(data) as answer where user_id = ${id}`,
    order: ['id', 'field'],
  },
  {
    name: 'photos',
    title: 'Fotos in Angaben',
    tables: ['doc_photos'],
    columns: { doc: 'Prozess', created_at: 'Wann', type: 'Art', size: 'Byte' },
    rows: ({
      id,
    }) => sql`select doc_photos.id, '/docs/photos/' || doc_photos.id || '/' as answer, docs.name as doc,
      type, octet_length(bytes) as size, created_at,
      'data:' || type || ';base64,' || translate(encode(bytes, 'base64'), E'\n', '') as data
      from doc_photos join docs on docs.id = doc_id where user_id = ${id}`,
    order: ['created_at', 'id'],
    atOnce: 4,
  },
  {
    name: 'handed_in',
    title: 'Abgegebene Prozesse',
    tables: ['doc_answers'],
    columns: { doc: 'Prozess', handed_in_at: 'abgegeben', signature: 'Unterschrift (Striche oder Name)' },
    rows: ({ id }) => sql`select doc_answers.id, docs.name as doc, handed_in_at, signature::text as signature
      from doc_answers join docs on docs.id = doc_id where user_id = ${id} and handed_in_at is not null`,
    order: ['id'],
  },
  {
    name: 'doc_reminders',
    title: 'Erinnerungen an Prozesse',
    tables: ['doc_reminders'],
    columns: { doc: 'Prozess', reminded_at: 'zuletzt erinnert' },
    rows: ({ id }) => sql`select doc_id, docs.name as doc, reminded_at
      from doc_reminders join docs on docs.id = doc_id where user_id = ${id}`,
    order: ['doc_id'],
  },
  {
    name: 'rounds',
    title: 'Angaben in früheren Runden',
    tables: ['doc_rounds'],
    columns: { doc: 'Prozess', ended_at: 'Runde bis', field: 'Feld', value: 'Angabe' },
    rows: ({ id }) => sql`select doc_rounds.id, docs.name as doc, ended_at, answer.key as field, answer.value
      from doc_rounds join docs on docs.id = doc_id
        cross join jsonb_array_elements(results->'people') as person cross join jsonb_each(person->'data') as answer
      where results->'people' @> ${JSON.stringify([{ user_id: id }])}::jsonb and person->>'user_id' = ${String(id)}`,
    order: ['id', 'field'],
  },
  {
    name: 'rounds_ended',
    title: 'Runden, die diese Person beendet hat',
    tables: ['doc_rounds'],
    columns: { doc: 'Prozess', ended_at: 'Wann' },
    rows: ({ id }) => sql`select doc_rounds.id, docs.name as doc, ended_at
      from doc_rounds join docs on docs.id = doc_id where ended_by_id = ${id}`,
    order: ['id'],
  },
]
