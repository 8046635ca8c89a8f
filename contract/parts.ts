// Sub-happenings: parts of a happening, each with its own team and recorders.
import { type Static, Type } from 'typebox'
import { Day, Id, Nullable, OneOf } from './shapes.ts'
import { happeningStatuses } from './words/happenings.ts'

/** Status of the parent happening. */
export const HappeningStatus = OneOf(happeningStatuses, { title: 'HappeningStatus' })
export type HappeningStatus = Static<typeof HappeningStatus>

const NullableText = Nullable(Type.String())
const NullableCount = Nullable(Type.Integer())
/**
 * `istzeit`, `sollzeit`: whole minutes. `istentries`, `sollentries`: number of entries with a known start and
 * end. `recorded`: `istentries` and the people who did not come. `entries`: number of expected times, planned
 * or not, without people who have cancelled and were not there.
 */
export const timeTotals = {
  istzeit: NullableCount,
  sollzeit: NullableCount,
  istentries: NullableCount,
  sollentries: NullableCount,
  recorded: NullableCount,
  entries: NullableCount,
}

const Recorder = Type.Object(
  {
    id: Id,
    username: Type.String(),
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    persplan_vorname: NullableText,
    persplan_nachname: NullableText,
  },
  { title: 'Recorder' },
)
export type Recorder = Static<typeof Recorder>

/** Current rights of the caller on the times of a sub-happening. */
const SubhappeningPermissions = Type.Object(
  { record: Type.Boolean(), send: Type.Boolean(), administer: Type.Boolean() },
  { title: 'SubhappeningCan' },
)

const subhappeningFields = {
  id: Id,
  happening_id: Id,
  name: Type.String(),
  users: Type.Array(Recorder),
  ...timeTotals,
  /** Null for everybody but administrators. */
  entries_submitted: Nullable(Type.Integer()),
  can: SubhappeningPermissions,
}
export const SubhappeningListItem = Type.Object(subhappeningFields, { title: 'SubhappeningListItem' })
export type SubhappeningListItem = Static<typeof SubhappeningListItem>

export const Subhappening = Type.Object(
  {
    ...subhappeningFields,
    happening_name: Type.String(),
    happening_status: HappeningStatus,
    /** Day of the happening; unplanned times are expected on it. */
    date: Day,
    /** Entries with something to send: complete and unsent, or to be withdrawn. */
    sendable: Type.Integer(),
    /** Number of withdrawals among the sendable entries. */
    withdrawals: Type.Integer(),
    /** Id of the running transmission to the planner, if any. */
    sending: NullableText,
    /** Time zone of all times here, whatever the browser's own is. */
    time_zone: Type.String(),
  },
  { title: 'Subhappening' },
)
export type Subhappening = Static<typeof Subhappening>
