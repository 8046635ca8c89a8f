// Rounds of a process: the rule by which it restarts, and statistics over its ticks, numbers and
// choices from round to round.
import { type Static, Type } from 'typebox'
import { del, get, put } from './endpoint.ts'
import { FieldType } from './results.ts'
import { Body, DateTime, DocParams, Nullable, OneOf, SuccessAnswer, SuccessAnswerWith } from './shapes.ts'

const repeatFields = {
  unit: OneOf(['week', 'month', 'quarter'], { title: 'RoundUnit' }),
  /** Number of units between two rounds. */
  every: Type.Integer({ minimum: 1, maximum: 52 }),
  /** Begin of the first round, in the company's time zone; all later ones are counted from it. */
  first: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }),
  /** Days from the begin of a round to its due date; null for none. */
  due_days: Nullable(Type.Integer({ minimum: 0, maximum: 366 })),
  /** True to notify the audience at the start of each round. */
  notify: Type.Boolean(),
}
const RepeatRule = Type.Object(repeatFields, { title: 'Repeats' })
export type RepeatRule = Static<typeof RepeatRule>

const Chart = Type.Object(
  {
    field: Type.String(),
    type: FieldType,
    /** Number of people who ticked it, entered a number or chose an option. */
    count: Type.Integer(),
    /**
     * `mean`, `least`, `most`, `spread`: only for number fields with at least one answer; null or empty
     * otherwise.
     */
    mean: Nullable(Type.Number()),
    least: Nullable(Type.Number()),
    most: Nullable(Type.Number()),
    /** Histogram: from ≤ x < to; the last bar includes its upper bound. */
    spread: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() })),
    /** For a choice: how many people chose each option, in the order of the options. */
    options: Type.Optional(Type.Array(Type.Object({ text: Type.String(), count: Type.Integer() }))),
    /** One value per entry of `rounds`; null if the field did not exist in that round, and for choices. */
    course: Type.Array(Nullable(Type.Number())),
  },
  { title: 'DocChart' },
)
export type DocChart = Static<typeof Chart>

export const DocCharts = Type.Object(
  {
    /** Number of people with answers. */
    people: Type.Integer(),
    /** The most recent rounds, oldest first. */
    rounds: Type.Array(Type.Object({ ended_at: DateTime, people: Type.Integer() })),
    items: Type.Array(Chart),
  },
  { title: 'DocCharts' },
)
export type DocCharts = Static<typeof DocCharts>

export const rounds = {
  charts: get('/docs/{doc_id}/charts/', {
    shedFirst: true,
    says: 'Häkchen, Zahlen und Auswahl eines Prozesses, zusammengezählt: jetzt und in den letzten Runden',
    may: 'admin',
    limit: 'searches',
    params: DocParams,
    answer: DocCharts,
  }),
  repeats: get('/docs/{doc_id}/repeats/', {
    says: 'Wie oft ein Prozess von selbst neu beginnt',
    may: 'admin',
    params: DocParams,
    /** Empty if the process has no rounds. */
    answer: Type.Object({ items: Type.Array(RepeatRule, { maxItems: 1 }) }),
  }),
  repeat: put('/docs/{doc_id}/repeats/', {
    says: 'Einen Prozess wiederholen: jedes Mal bleibt die Tabelle als Runde erhalten, und alle beginnen von vorn',
    may: 'admin',
    params: DocParams,
    body: Body(repeatFields),
    answer: SuccessAnswerWith({ next_round_at: DateTime }),
  }),
  stopRepeating: del('/docs/{doc_id}/repeats/', {
    says: 'Einen Prozess nicht mehr wiederholen',
    may: 'admin',
    params: DocParams,
    answer: SuccessAnswer,
  }),
}
