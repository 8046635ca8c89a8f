// Times of one person: planned and actual, their changes and their history.
import { type Static, Type } from 'typebox'
import { DateTime, Day, Id, Nullable, OneOf, RefusalWith } from './shapes.ts'
import { happeningLimits } from './words/happenings.ts'
import { mapPlannerTexts } from './words/planner-texts.ts'

const NullableText = Nullable(Type.String())
const clockTimePattern = '^([01]\\d|2[0-3]):[0-5]\\d(:00)?$'

/** Days and times are local to the company: `YYYY-MM-DD`, `HH:MM:SS`. */
export const TimeEntry = Type.Object(
  {
    id: Id,
    ...mapPlannerTexts(() => NullableText),
    is_editable: Type.Boolean(),
    submitted: Type.Boolean(),
    soll_von_date: Nullable(Day),
    soll_von_time: NullableText,
    soll_bis_date: Nullable(Day),
    soll_bis_time: NullableText,
    soll_duration: Type.Integer(),
    ist_von_date: Nullable(Day),
    ist_von_time: NullableText,
    ist_bis_date: Nullable(Day),
    ist_bis_time: NullableText,
    ist_duration: Type.Integer(),
    /** Minutes of break. A null `soll_pause`: the planner reports none. A null `ist_pause`: as planned. */
    soll_pause: Nullable(Type.Integer()),
    ist_pause: Nullable(Type.Integer()),
    /** The recorder's note. */
    note: NullableText,
    /** True if the person did not come: no times are expected or stored. */
    absent: Type.Boolean(),
    /** True if a recorder added the entry. The planner learns of it when the times are sent. */
    unplanned: Type.Boolean(),
    /** Counts the changes of the actual times. */
    revision: Type.Integer(),
    /** The planner's message if it refused the times at the last sending. */
    refused: NullableText,
    /**
     * Set if the planner has times that were cleared here. 'due': the planner still has to remove them.
     * 'done': it has.
     */
    withdrawal: Nullable(OneOf(['due', 'done'])),
  },
  { title: 'TimeEntry' },
)
export type TimeEntry = Static<typeof TimeEntry>

/** A person in another team, found by name, who can be added to this team. */
export const KnownPerson = Type.Object(
  {
    last_name: NullableText,
    first_name: NullableText,
    personalnummer: NullableText,
    subcontractor: NullableText,
  },
  { title: 'KnownPerson' },
)
export type KnownPerson = Static<typeof KnownPerson>

const NOT_GIVEN = 'not_given'
const changeField = (format: { format?: string; pattern?: string }) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      anyOf: [{ type: 'string', ...format }, { type: 'string', const: NOT_GIVEN }, { type: 'null' }],
      default: NOT_GIVEN,
    }),
  )

/**
 * `null` clears a value, 'not_given' leaves it unchanged. With `revision` the change is refused if somebody
 * else has changed the same fields since that revision. Without `revision` it overwrites.
 */
export const TimeEntryChange = Type.Object(
  {
    timeentry_id: Id,
    ist_von_date: changeField({ format: 'date' }),
    ist_von_time: changeField({ pattern: clockTimePattern }),
    ist_bis_date: changeField({ format: 'date' }),
    ist_bis_time: changeField({ pattern: clockTimePattern }),
    /** Absent leaves it unchanged; null means as planned. */
    ist_pause: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: happeningLimits.pause }))),
    /** Absent leaves it unchanged; null or blank clears it. */
    note: Type.Optional(Nullable(Type.String({ maxLength: happeningLimits.note }))),
    /** True also clears the times; entering times sets it to false. */
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
     * `changed`: somebody else has changed the same fields. `locked`: the entry is now read-only, e.g.
     * because it was sent. `gone`: the entry is no longer in this sub-happening.
     */
    reason: OneOf(['changed', 'locked', 'gone']),
    /** Current state of the entry; absent for `gone`. */
    entry: Type.Optional(TimeEntry),
    /** Author and time of the latest change of the same fields. Null if unknown or made by the planner. */
    by: NullableText,
    by_display_name: NullableText,
    at: Nullable(DateTime),
  },
  { title: 'TimeDispute' },
)
export type TimeDispute = Static<typeof TimeDispute>
export const TimeDisputeRefusal = RefusalWith('TimesDisputed', {
  disputes: Type.Optional(Type.Array(TimeDispute)),
})
export type TimeDisputeRefusal = Static<typeof TimeDisputeRefusal>

/** `distant` and `future` need a confirmation before times are saved or sent. */
const hintKinds = ['overlap', 'long', 'break', 'rest', 'far', 'distant', 'future', 'incomplete'] as const
export const TimeHint = Type.Object(
  {
    timeentry_id: Id,
    kind: OneOf(hintKinds),
    sentence: Type.String(),
    /** True if the plan has the same problem, so that recorders need not look at it. */
    as_planned: Type.Boolean(),
  },
  { title: 'TimeHint' },
)
export type TimeHint = Static<typeof TimeHint>

const historyKinds = ['changed', 'sent', 'withdrawn', 'refused', 'planned'] as const
export const TimeHistoryItem = Type.Object(
  {
    at: DateTime,
    /** Username and display name; null for the planner. */
    by: NullableText,
    by_display_name: NullableText,
    kind: OneOf(historyKinds),
    /** Actual start and end before and after the change, as `YYYY-MM-DDTHH:MM`. */
    old_von: NullableText,
    old_bis: NullableText,
    new_von: NullableText,
    new_bis: NullableText,
    old_note: NullableText,
    new_note: NullableText,
    old_pause: Nullable(Type.Integer()),
    new_pause: Nullable(Type.Integer()),
    old_absent: Nullable(Type.Boolean()),
    new_absent: Nullable(Type.Boolean()),
    message: NullableText,
  },
  { title: 'TimeHistoryItem' },
)
export type TimeHistoryItem = Static<typeof TimeHistoryItem>
