// A sub-happening: a part of a happening with its own team, and who records their times.
import { type Static, Type } from 'typebox'
import { Day, Id, Nullable, OneOf } from './shapes.ts'
import { happeningStatuses } from './words/happenings.ts'

/** Of the happening that it is a part of. */
export const HappeningStatus = OneOf(happeningStatuses, { title: 'HappeningStatus' })
export type HappeningStatus = Static<typeof HappeningStatus>

const Text = Nullable(Type.String())
const Count = Nullable(Type.Integer())
/**
 * Whole minutes, and entries whose start and end are known. `entries`: of how many times are awaited, planned or not;
 * whoever is cancelled and did not come is none of them.
 */
export const timeTotals = {
  istzeit: Count,
  sollzeit: Count,
  istentries: Count,
  sollentries: Count,
  entries: Count,
}

const Recorder = Type.Object(
  {
    id: Id,
    username: Type.String(),
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    persplan_vorname: Text,
    persplan_nachname: Text,
  },
  { title: 'Recorder' },
)
export type Recorder = Static<typeof Recorder>

/** What the caller may do with the times of a sub-happening right now. */
const SubhappeningCan = Type.Object(
  { record: Type.Boolean(), send: Type.Boolean(), administer: Type.Boolean() },
  { title: 'SubhappeningCan' },
)

const part = {
  id: Id,
  happening_id: Id,
  name: Type.String(),
  users: Type.Array(Recorder),
  ...timeTotals,
  /** Administrators' only. */
  entries_submitted: Nullable(Type.Integer()),
  can: SubhappeningCan,
}
export const SubhappeningListItem = Type.Object(part, { title: 'SubhappeningListItem' })
export type SubhappeningListItem = Static<typeof SubhappeningListItem>

export const Subhappening = Type.Object(
  {
    ...part,
    happening_name: Type.String(),
    happening_status: HappeningStatus,
    /** The day of the happening: where nothing is planned, times are expected there. */
    date: Day,
    /** Entries of which something can be sent: complete and not sent yet, or to be withdrawn. */
    sendable: Type.Integer(),
    /** Of these, the ones to be withdrawn. */
    withdrawals: Type.Integer(),
    /** While times are on their way to the planner. */
    sending: Text,
    /** Whose clocks the times are read by: a browser elsewhere counts like the server. */
    time_zone: Type.String(),
  },
  { title: 'Subhappening' },
)
export type Subhappening = Static<typeof Subhappening>
