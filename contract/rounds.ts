// Rounds of a process: how it begins anew by itself, and what became of its ticks and numbers from one to the next.
import { type Static, Type } from 'typebox'
import { del, get, put } from './endpoint.ts'
import { FieldType } from './results.ts'
import { Body, DateTime, Done, DoneWith, Nullable, OneDoc, OneOf } from './shapes.ts'

const rule = {
  unit: OneOf(['week', 'month', 'quarter'], { title: 'RoundUnit' }),
  /** So many of them lie between two rounds. */
  every: Type.Integer({ minimum: 1, maximum: 52 }),
  /** When the first new round begins, by the clock of the company; all others count from there. */
  first: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }),
  /** So many days after its first each round is due; null for no due date. */
  due_days: Nullable(Type.Integer({ minimum: 0, maximum: 366 })),
  /** Whether those whom it is for are told. */
  notify: Type.Boolean(),
}
const Repeats = Type.Object(rule, { title: 'Repeats' })
export type Repeats = Static<typeof Repeats>

const Chart = Type.Object(
  {
    field: Type.String(),
    type: FieldType,
    /** So many have ticked it, entered a number, or chosen something. */
    count: Type.Integer(),
    /** The next are null, and the list is empty, where nobody has entered a number, of ticks, and of what is chosen. */
    mean: Nullable(Type.Number()),
    least: Nullable(Type.Number()),
    most: Nullable(Type.Number()),
    /** From the first number up to the second, which is part of the last alone. */
    spread: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() })),
    /** Of what is chosen: how many have chosen each, in the order of the options. */
    options: Type.Optional(Type.Array(Type.Object({ text: Type.String(), count: Type.Integer() }))),
    /** In each round, as `rounds` has them; null where it did not ask for this, and of what is chosen. */
    course: Type.Array(Nullable(Type.Number())),
  },
  { title: 'DocChart' },
)
export type DocChart = Static<typeof Chart>

export const DocCharts = Type.Object(
  {
    /** Those who have entered something. */
    people: Type.Integer(),
    /** The last ones, oldest first. */
    rounds: Type.Array(Type.Object({ ended_at: DateTime, people: Type.Integer() })),
    items: Type.Array(Chart),
  },
  { title: 'DocCharts' },
)
export type DocCharts = Static<typeof DocCharts>

export const rounds = {
  charts: get('/docs/{doc_id}/charts/', {
    givesWay: true,
    says: 'Häkchen, Zahlen und Auswahl eines Prozesses, zusammengezählt: jetzt und in den letzten Runden',
    may: 'admin',
    limit: 'searches',
    params: OneDoc,
    answer: DocCharts,
  }),
  repeats: get('/docs/{doc_id}/repeats/', {
    says: 'Wie oft ein Prozess von selbst neu beginnt',
    may: 'admin',
    params: OneDoc,
    /** An empty list where it does not. */
    answer: Type.Object({ items: Type.Array(Repeats, { maxItems: 1 }) }),
  }),
  repeat: put('/docs/{doc_id}/repeats/', {
    says: 'Einen Prozess wiederholen: jedes Mal bleibt die Tabelle als Runde erhalten, und alle beginnen von vorn',
    may: 'admin',
    params: OneDoc,
    body: Body(rule),
    answer: DoneWith({ next_round_at: DateTime }),
  }),
  stopRepeating: del('/docs/{doc_id}/repeats/', {
    says: 'Einen Prozess nicht mehr wiederholen',
    may: 'admin',
    params: OneDoc,
    answer: Done,
  }),
}
