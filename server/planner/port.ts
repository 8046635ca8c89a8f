// Interface to an external staff-planning system, whatever the transport.

import type { HappeningTexts } from '#contract/words/happening-texts.ts'
import type { PlannerTexts } from '#contract/words/planner-texts.ts'

export type Planner = {
  listUsers(): Promise<PlannedUser[]>
  /** `from` and `to` are included. */
  listHappenings(from: string, to: string): Promise<PlannedHappening[]>
  /** Optional fields of sent entries that the planner supports. Empty if it does not know the call. */
  listFields(): Promise<ReadonlySet<OptionalField>>
  /**
   * The planner accepts each revision of an entry once, even if the request is repeated. Returns an outcome for
   * every entry.
   */
  sendTimes(key: string, entries: SentEntry[]): Promise<Outcome[]>
}

export type PlannedUser = {
  id: string
  barcode: string | null
  username: string | null
  nachname: string | null
  vorname: string | null
  email: string | null
  telefon: string | null
  groups: string[]
}

export type PlannedHappening = HappeningTexts & {
  id: string
  name: string
  /** `YYYY-MM-DD` */
  date: string
  subhappenings: PlannedSubhappening[]
}
export type PlannedSubhappening = { id: string; name: string; entries: PlannedEntry[] }
/** Local times of the company, `YYYY-MM-DDTHH:MM`. */
export type PlannedEntry = PlannerTexts & {
  id: string
  soll_von: string | null
  soll_bis: string | null
  ist_von: string | null
  ist_bis: string | null
  /** Planned minutes of break; absent if the planner does not plan breaks. */
  soll_pause?: number | null
}

/** An entry without times withdraws what was sent before. Optional fields without a value are left out. */
export type SentEntry = {
  id: string
  revision: number
  ist_von: string | null
  ist_bis: string | null
  /** Recorded minutes of break; absent if nobody has recorded them. */
  ist_pause?: number
  note?: string
  /** The person did not come. */
  absent?: true
  /**
   * For an unplanned entry: the person, and the sub-happening. The id of the entry is a key chosen by Kontor,
   * under which the planner may add it to its plan.
   */
  proposal?: Proposal
}
export type Proposal = Pick<PlannedEntry, 'personalnummer' | 'first_name' | 'last_name' | 'subcontractor'> & {
  subhappening_id: string
}
/** Fields that are sent only to planners that declare to support them. */
export const optionalFields = [
  'ist_pause',
  'note',
  'absent',
  'proposal',
] as const satisfies (keyof SentEntry)[]
export type OptionalField = (typeof optionalFields)[number]
export type Outcome = { id: string; accepted: boolean; message: string | null }

/** The planner did not answer as it should. The message is a German sentence without internals. */
export class PlannerFailed extends Error {
  override readonly name = 'PlannerFailed'
  /** The planner does not know the call. */
  readonly isUnknown: boolean

  constructor(
    message: string,
    { isUnknown = false, ...options }: ErrorOptions & { isUnknown?: boolean } = {},
  ) {
    super(message, options)
    this.isUnknown = isUnknown
  }
}
