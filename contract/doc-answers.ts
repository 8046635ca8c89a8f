// Filling in a process, handing in the answers, and the results that administrators see. The calls are part
// of the API of processes.
import { Type } from 'typebox'
import type { AnswerValue } from './document/fields.ts'
import { signaturePad } from './document/signature.ts'
import { del, get, patch, post } from './endpoint.ts'
import { DocAnswer, DocResults, handInFields, Round, resultsQuery, Signature } from './results.ts'
import {
  BinaryAnswer,
  Body,
  DateTime,
  DocParams,
  ExpectedCallerId,
  Id,
  Nullable,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'

/** Answers keyed by the name of their field. */
const Answers = Type.Unsafe<Record<string, AnswerValue>>({
  type: 'object',
  description: 'Antworten nach dem Namen ihres Feldes',
  additionalProperties: true,
})

/** Number of the round. A new round clears all answers and increases the number. */
const roundField = Type.Optional(Type.Integer())
/** Number of times the caller has taken back a hand-in. Also sent for processes without hand-in. */
const takenBackField = Type.Optional(Type.Integer())

const ExcelAnswer = BinaryAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')

export const answerEndpoints = {
  answers: get('/docs/{doc_id}/currentuserdata/', {
    says: 'Die eigenen Antworten',
    may: 'staff',
    offline: true,
    params: DocParams,
    answer: Type.Object(
      {
        data: Answers,
        round: roundField,
        ...handInFields,
        signature: Type.Optional(Nullable(Signature)),
        taken_back: takenBackField,
      },
      { title: 'DocAnswers' },
    ),
  }),
  answer: patch('/docs/{doc_id}/currentuserdata/', {
    says: 'Eigene Antworten eintragen; genannte Felder werden ersetzt, null leert sie; mit believed nur über dem, was dort erwartet wird, mit round nur in diese Runde',
    may: 'staff',
    params: DocParams,
    body: Body({
      data: Type.Record(Type.String({ maxLength: 200 }), DocAnswer, { maxProperties: 2_000 }),
      user_id: ExpectedCallerId,
      /**
       * Previous values of these fields as shown on the screen, null for empty. A field conflicts if its
       * stored value is neither the previous nor the new one. On a conflict nothing is stored, and the
       * refusal (412) names the conflicting fields.
       */
      believed: Type.Optional(
        Type.Record(Type.String({ maxLength: 200 }), DocAnswer, { maxProperties: 2_000 }),
      ),
      /** Round that the answers were entered in. If another round has begun, the call is refused with 412. */
      round: roundField,
    }),
    mostBytes: 1024 * 1024,
    mostValues: 5_000,
    /**
     * `ignored`: field names that do not exist, whose values were not stored. `renamed`: present names of the
     * ignored fields that were renamed.
     */
    answer: SuccessAnswerWith({
      ignored: Type.Array(Type.String()),
      renamed: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  }),
  handIn: post('/docs/{doc_id}/currentuserdata/hand_in/', {
    says: 'Die eigenen Angaben abgeben, mit Unterschrift, wo der Prozess eine verlangt; danach ändert sie niemand mehr',
    may: 'staff',
    params: DocParams,
    body: Body({
      user_id: ExpectedCallerId,
      signature: Type.Optional(Signature),
      /**
       * Round and number of take-backs, as on the caller's screen. The call is refused if either has changed.
       * Older clients send neither.
       */
      round: roundField,
      taken_back: takenBackField,
    }),
    mostValues: signaturePad.numbers + 1_000,
    /** Time of the first hand-in. Repeating the call does not change it. */
    answer: SuccessAnswerWith({ handed_in_at: DateTime }),
  }),
  takeBack: del('/docs/{doc_id}/currentuserdata/hand_in/', {
    says: 'Die eigene Abgabe zurücknehmen, solange der Prozess Aktiv ist',
    may: 'staff',
    params: DocParams,
    query: Type.Object({ user_id: ExpectedCallerId }),
    /** Number of times the hand-in was taken back, including this one. */
    answer: SuccessAnswerWith({ taken_back: Type.Integer() }),
  }),
  results: get('/docs/{doc_id}/userdata/', {
    shedFirst: true,
    says: 'Die Ergebnisse: eine Zeile für jeden, eine Spalte für jedes Feld',
    may: 'admin',
    limit: 'searches',
    params: DocParams,
    query: Type.Object(resultsQuery),
    answer: DocResults,
  }),
  downloadResults: get('/docs/{doc_id}/userdata/download/', {
    says: 'Die Ergebnisse als Excel',
    may: 'admin',
    limit: 'exports',
    params: DocParams,
    query: Type.Object(resultsQuery),
    answer: ExcelAnswer,
  }),
  resetResults: post('/docs/{doc_id}/userdata/reset/', {
    says: 'Alle Antworten löschen; die Tabelle bleibt als Runde erhalten',
    may: 'admin',
    limit: 'resets',
    params: DocParams,
    answer: SuccessAnswer,
  }),
  rounds: get('/docs/{doc_id}/userdata/rounds/', {
    says: 'Frühere Runden der Ergebnisse, die neueste zuerst',
    may: 'admin',
    params: DocParams,
    answer: Type.Object({ items: Type.Array(Round) }),
  }),
  downloadRound: get('/docs/{doc_id}/userdata/rounds/{round_id}/download/', {
    says: 'Eine frühere Runde als Excel',
    may: 'admin',
    limit: 'exports',
    params: Type.Object({ doc_id: Id, round_id: Id }),
    answer: ExcelAnswer,
  }),
}
