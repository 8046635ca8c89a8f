// State of the server over all its nodes, for administrators („Betrieb“).
import { type Static, Type } from 'typebox'
import { get, post } from './endpoint.ts'
import { Body, DateTime, Nullable, SuccessAnswer } from './shapes.ts'

/** One figure in a few words and its state. `look` asks for attention. */
export const OperationFinding = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    value: Type.String({ description: 'Die Zahl in wenigen Worten' }),
    sentence: Type.String(),
    look: Type.Boolean({ description: 'Hier sollte jemand nachsehen' }),
  },
  { title: 'OperationFinding' },
)
export type OperationFinding = Static<typeof OperationFinding>

/** One day in intervals, oldest first; null for an interval without data. */
export const OperationPlot = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    unit: Type.String(),
    values: Type.Array(Nullable(Type.Number())),
  },
  { title: 'OperationPlot' },
)
export type OperationPlot = Static<typeof OperationPlot>

export const OperationNode = Type.Object(
  {
    name: Type.String(),
    build: Type.String(),
    started_at: DateTime,
    seen_at: DateTime,
    is_running: Type.Boolean(),
    /** The node that answers this call. */
    is_here: Type.Boolean(),
    memory_bytes: Type.Number(),
    busy: Type.Number({ description: 'Anteil eines Prozessorkerns' }),
  },
  { title: 'OperationNode' },
)
export type OperationNode = Static<typeof OperationNode>

/** A finished background job. */
export const OperationJob = Type.Object(
  { name: Type.String(), failed: Type.Boolean(), finished_at: DateTime, says: Type.String() },
  { title: 'OperationJob' },
)
export type OperationJob = Static<typeof OperationJob>

/** An unexpected error. `reference`: the number that the user was shown. `place`: file and line in the code. */
export const OperationFailure = Type.Object(
  {
    reference: Type.String(),
    at: DateTime,
    node: Type.String(),
    route: Nullable(Type.String()),
    what: Type.String(),
    place: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
  },
  { title: 'OperationFailure' },
)
export type OperationFailure = Static<typeof OperationFailure>

export const OperationOverview = Type.Object(
  {
    at: DateTime,
    version: Type.String(),
    findings: Type.Array(OperationFinding),
    history: Type.Object({
      start: DateTime,
      /** Length of an interval. */
      minutes: Type.Integer(),
      plots: Type.Array(OperationPlot),
    }),
    nodes: Type.Array(OperationNode),
    jobs: Type.Array(OperationJob),
    failures: Type.Array(OperationFailure),
  },
  { title: 'Operation' },
)
export type OperationOverview = Static<typeof OperationOverview>

export const operation = {
  state: get('/operation/', {
    says: 'Wie es dem Server geht: Zahlen des letzten Tages, Knoten, letzte Aufträge und Fehler',
    may: 'admin',
    answer: OperationOverview,
  }),
  testMail: post('/operation/test_mail/', {
    says: 'Eine E-Mail zur Probe senden; ohne Adresse an die eigene',
    may: 'admin',
    limit: 'mail_tests',
    body: Body({ email: Nullable(Type.String({ maxLength: 254 })) }),
    answer: SuccessAnswer,
  }),
}
