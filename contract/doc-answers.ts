// What people answer in a process and hand in, and what of it administrators see; calls of the processes.
import { Type } from 'typebox'
import type { Value } from './document/fields.ts'
import { pad } from './document/signature.ts'
import { del, get, patch, post } from './endpoint.ts'
import { Answer, DocResults, handedIn, Round, resultsQuery, Signature } from './results.ts'
import { Body, DateTime, Done, DoneWith, File, Id, Nullable, OneDoc } from './shapes.ts'

/** Answers by the name of their field. */
const Answers = Type.Unsafe<Record<string, Value>>({
  type: 'object',
  description: 'Antworten nach dem Namen ihres Feldes',
  additionalProperties: true,
})

/** A number that counts up: with a new round all answers go. */
const round = Type.Optional(Type.Integer())
/** How often one has taken back what was handed in; also known where nothing is to be handed in yet. */
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
    conditional: true,
    params: OneDoc,
    body: Body({
      data: Type.Record(Type.String({ maxLength: 200 }), Answer, { maxProperties: 2_000 }),
      /** Who filled it in, as the screen knows it: refused when somebody else is signed in by now. */
      user_id: Type.Optional(Id),
      /**
       * What these fields held when they were filled in, null for nothing: where one of them holds something else by
       * now, and not the same as is to be entered, nothing is stored, and the refusal (412) names these fields.
       */
      believed: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Answer, { maxProperties: 2_000 })),
      /** For which round they were filled in: where that is another by now, it is refused in the same way. */
      round,
    }),
    mostBytes: 1024 * 1024,
    mostValues: 5_000,
    /**
     * Names that no field of the document has: they were not stored. `renamed`: what some of them are called by now.
     */
    answer: DoneWith({
      ignored: Type.Array(Type.String()),
      renamed: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  }),
  handIn: post('/docs/{doc_id}/currentuserdata/hand_in/', {
    says: 'Die eigenen Angaben abgeben, mit Unterschrift, wo der Prozess eine verlangt; danach ändert sie niemand mehr',
    may: 'staff',
    conditional: true,
    params: OneDoc,
    body: Body({
      /** Who hands it in, as the screen knows it: refused when somebody else is signed in by now. */
      user_id: Type.Optional(Id),
      signature: Type.Optional(Signature),
      /** What the press saw: refused where they are others by now; left out by who does not know them. */
      round,
      taken_back,
    }),
    mostValues: pad.numbers + 1_000,
    /** When it was handed in first: whoever repeats it changes nothing. */
    answer: DoneWith({ handed_in_at: DateTime }),
  }),
  takeBack: del('/docs/{doc_id}/currentuserdata/hand_in/', {
    says: 'Die eigene Abgabe zurücknehmen, solange der Prozess Aktiv ist',
    may: 'staff',
    conditional: true,
    params: OneDoc,
    /** Who takes it back, as the screen knows it. */
    query: Type.Object({ user_id: Type.Optional(Id) }),
    /** How often by now. */
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
