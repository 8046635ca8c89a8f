// Answers of a process and handing them in, and what administrators see of it. These calls belong to the API of
// processes.
import { Type } from 'typebox'
import type { Value } from './document/fields.ts'
import { signaturePad } from './document/signature.ts'
import { del, get, patch, post } from './endpoint.ts'
import { Answer, DocResults, handedIn, Round, resultsQuery, Signature } from './results.ts'
import { Author, Body, DateTime, Done, DoneWith, File, Id, Nullable, OneDoc } from './shapes.ts'

/** Answers keyed by the name of their field. */
const Answers = Type.Unsafe<Record<string, Value>>({
  type: 'object',
  description: 'Antworten nach dem Namen ihres Feldes',
  additionalProperties: true,
})

/** Increases with each round; a new round clears all answers. */
const round = Type.Optional(Type.Integer())
/** Number of times the caller has taken it back. Also sent where nothing is handed in yet. */
const taken_back = Type.Optional(Type.Integer())

const excel = File('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')

export const answerCalls = {
  answers: get('/docs/{doc_id}/currentuserdata/', {
    says: 'Die eigenen Antworten',
    may: 'staff',
    offline: true,
    params: OneDoc,
    answer: Type.Object(
      { data: Answers, round, ...handedIn, signature: Type.Optional(Nullable(Signature)), taken_back },
      { title: 'DocAnswers' },
    ),
  }),
  answer: patch('/docs/{doc_id}/currentuserdata/', {
    says: 'Eigene Antworten eintragen; genannte Felder werden ersetzt, null leert sie; mit believed nur über dem, was dort erwartet wird, mit round nur in diese Runde',
    may: 'staff',
    params: OneDoc,
    body: Body({
      data: Type.Record(Type.String({ maxLength: 200 }), Answer, { maxProperties: 2_000 }),
      user_id: Author,
      /**
       * The previous values of these fields, as the screen knew them (null for empty). If a field holds another
       * value by now that also differs from the new one, nothing is stored, and the refusal (412) names these
       * fields.
       */
      believed: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Answer, { maxProperties: 2_000 })),
      /** The round they were filled in for; refused in the same way if another has begun. */
      round,
    }),
    mostBytes: 1024 * 1024,
    mostValues: 5_000,
    /** Unknown field names, which were not stored. `renamed`: the new names of those that were renamed. */
    answer: DoneWith({
      ignored: Type.Array(Type.String()),
      renamed: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  }),
  handIn: post('/docs/{doc_id}/currentuserdata/hand_in/', {
    says: 'Die eigenen Angaben abgeben, mit Unterschrift, wo der Prozess eine verlangt; danach ändert sie niemand mehr',
    may: 'staff',
    params: OneDoc,
    body: Body({
      user_id: Author,
      signature: Type.Optional(Signature),
      /** The values that the screen showed: refused if they have changed. Older clients leave them out. */
      round,
      taken_back,
    }),
    mostValues: signaturePad.numbers + 1_000,
    /** Time of the first handing in; repeating the call changes nothing. */
    answer: DoneWith({ handed_in_at: DateTime }),
  }),
  takeBack: del('/docs/{doc_id}/currentuserdata/hand_in/', {
    says: 'Die eigene Abgabe zurücknehmen, solange der Prozess Aktiv ist',
    may: 'staff',
    params: OneDoc,
    query: Type.Object({ user_id: Author }),
    /** The new count. */
    answer: DoneWith({ taken_back: Type.Integer() }),
  }),
  results: get('/docs/{doc_id}/userdata/', {
    givesWay: true,
    says: 'Die Ergebnisse: eine Zeile für jeden, eine Spalte für jedes Feld',
    may: 'admin',
    limit: 'searches',
    params: OneDoc,
    query: Type.Object(resultsQuery),
    answer: DocResults,
  }),
  downloadResults: get('/docs/{doc_id}/userdata/download/', {
    says: 'Die Ergebnisse als Excel',
    may: 'admin',
    limit: 'exports',
    params: OneDoc,
    query: Type.Object(resultsQuery),
    answer: excel,
  }),
  resetResults: post('/docs/{doc_id}/userdata/reset/', {
    says: 'Alle Antworten löschen; die Tabelle bleibt als Runde erhalten',
    may: 'admin',
    limit: 'resets',
    params: OneDoc,
    answer: Done,
  }),
  rounds: get('/docs/{doc_id}/userdata/rounds/', {
    says: 'Frühere Runden der Ergebnisse, die neueste zuerst',
    may: 'admin',
    params: OneDoc,
    answer: Type.Object({ items: Type.Array(Round) }),
  }),
  downloadRound: get('/docs/{doc_id}/userdata/rounds/{round_id}/download/', {
    says: 'Eine frühere Runde als Excel',
    may: 'admin',
    limit: 'exports',
    params: Type.Object({ doc_id: Id, round_id: Id }),
    answer: excel,
  }),
}
