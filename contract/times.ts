// The times of one person: planned and actual, what is changed about them, and what is told of that.
import { type Static, Type } from 'typebox'
import { DateTime, Day, Id, Nullable, OneOf, RefusalWith } from './shapes.ts'
import { ofEntryTexts } from './words/entry-texts.ts'
import { limits } from './words/happenings.ts'

const Text = Nullable(Type.String())
const clock = '^([01]\\d|2[0-3]):[0-5]\\d(:00)?$'

/** Days and times are those of the clock on the wall of the company: `YYYY-MM-DD`, `HH:MM:SS`. */
export const TimeEntry = Type.Object(
  {
    id: Id,
    ...ofEntryTexts(() => Text),
    is_editable: Type.Boolean(),
    submitted: Type.Boolean(),
    soll_von_date: Nullable(Day),
    soll_von_time: Text,
    soll_bis_date: Nullable(Day),
    soll_bis_time: Text,
    soll_duration: Type.Integer(),
    ist_von_date: Nullable(Day),
    ist_von_time: Text,
    ist_bis_date: Nullable(Day),
    ist_bis_time: Text,
    ist_duration: Type.Integer(),
    /** Minutes of break within it, for planners that say them: as planned, and as it was; null is as planned. */
    soll_pause: Nullable(Type.Integer()),
    ist_pause: Nullable(Type.Integer()),
    /** A few words of who records the times. */
    note: Text,
    /** They did not come: no times are awaited, and there are none. */
    absent: Type.Boolean(),
    /** Added by who records the times: the planner knows nothing of them until their times are sent. */
    unplanned: Type.Boolean(),
    /** Which state of the actual times this is: each change counts it up. */
    revision: Type.Integer(),
    /** Why the planner did not take the times when they were last sent. */
    refused: Text,
    /** Times that the planner has and that are cleared here: 'due' until it lets go of them, then 'done'. */
    withdrawal: Nullable(OneOf(['due', 'done'])),
  },
  { title: 'TimeEntry' },
)
export type TimeEntry = Static<typeof TimeEntry>

/** Somebody who is known by name from other teams. */
export const KnownPerson = Type.Object(
  { last_name: Text, first_name: Text, personalnummer: Text, subcontractor: Text },
  { title: 'KnownPerson' },
)
export type KnownPerson = Static<typeof KnownPerson>

const NOT_GIVEN = 'not_given'
const change = (format: { format?: string; pattern?: string }) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      anyOf: [{ type: 'string', ...format }, { type: 'string', const: NOT_GIVEN }, { type: 'null' }],
      default: NOT_GIVEN,
    }),
  )

/**
 * A value, null to clear, or 'not_given' to leave it as it is. With the `revision` that the caller has seen, a change
 * is stored only where nobody has changed the same fields since; without it, whatever stands there is replaced.
 */
export const TimeEntryChange = Type.Object(
  {
    timeentry_id: Id,
    ist_von_date: change({ format: 'date' }),
    ist_von_time: change({ pattern: clock }),
    ist_bis_date: change({ format: 'date' }),
    ist_bis_time: change({ pattern: clock }),
    /** Left out, it stays as it is; null is as planned. */
    ist_pause: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: limits.pause }))),
    /** Left out, it stays as it is; null or nothing but spaces takes it away. */
    note: Type.Optional(Nullable(Type.String({ maxLength: limits.note }))),
    /** True clears the times with it, and times that are entered make it false. */
    absent: Type.Optional(Type.Boolean()),
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { title: 'TimeEntryChange', additionalProperties: false },
)
export type TimeEntryChange = Static<typeof TimeEntryChange>

const TimeDispute = Type.Object(
  {
    timeentry_id: Id,
    /**
     * `changed`: others have changed the same fields. `locked`: it cannot be changed any more, because it has been
     * sent, for instance. `gone`: it is not in this sub-happening any more.
     */
    reason: OneOf(['changed', 'locked', 'gone']),
    /** As it is now; left out where it is gone. */
    entry: Type.Optional(TimeEntry),
    /** Who changed the same fields last, and when; null where that is not known, as of the planner. */
    by: Text,
    by_display_name: Text,
    at: Nullable(DateTime),
  },
  { title: 'TimeDispute' },
)
export type TimeDispute = Static<typeof TimeDispute>
export const TimesDisputed = RefusalWith('TimesDisputed', {
  disputes: Type.Optional(Type.Array(TimeDispute)),
})
export type TimesDisputed = Static<typeof TimesDisputed>

/** `distant` (days from the plan) and `future` are asked about before times are saved or sent. */
const hintKinds = ['overlap', 'long', 'break', 'rest', 'far', 'distant', 'future', 'incomplete'] as const
export const TimeHint = Type.Object(
  {
    timeentry_id: Id,
    kind: OneOf(hintKinds),
    sentence: Type.String(),
    /** It was so in the plan already: nobody who records has to look at it. */
    as_planned: Type.Boolean(),
  },
  { title: 'TimeHint' },
)
export type TimeHint = Static<typeof TimeHint>

const historyKinds = ['changed', 'sent', 'withdrawn', 'refused', 'planned'] as const
export const TimeHistoryItem = Type.Object(
  {
    at: DateTime,
    /** The username, and what the person is called; null where it was the planner. */
    by: Text,
    by_display_name: Text,
    kind: OneOf(historyKinds),
    /** Actual start and end before and after, as `YYYY-MM-DDTHH:MM`. */
    old_von: Text,
    old_bis: Text,
    new_von: Text,
    new_bis: Text,
    old_note: Text,
    new_note: Text,
    old_pause: Nullable(Type.Integer()),
    new_pause: Nullable(Type.Integer()),
    old_absent: Nullable(Type.Boolean()),
    new_absent: Nullable(Type.Boolean()),
    message: Text,
  },
  { title: 'TimeHistoryItem' },
)
export type TimeHistoryItem = Static<typeof TimeHistoryItem>
