// The three questions that Kontor asks an external staff-planning system, by whatever way it answers.
import type { EntryTexts } from '#contract/words/entry-texts.ts'

export type Planner = {
  listUsers(): Promise<PlannedUser[]>
  /** Both days included. */
  listHappenings(from: string, to: string): Promise<PlannedHappening[]>
  /** Takes each entry and revision once, however often it is asked. An outcome for every entry. */
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

export type PlannedHappening = {
  id: string
  name: string
  type: string
  /** `YYYY-MM-DD` */
  date: string
  subhappenings: PlannedSubhappening[]
}
export type PlannedSubhappening = { id: string; name: string; entries: PlannedEntry[] }
/** Times as the clock on the wall shows them, `YYYY-MM-DDTHH:MM`. */
export type PlannedEntry = EntryTexts & {
  id: string
  soll_von: string | null
  soll_bis: string | null
  ist_von: string | null
  ist_bis: string | null
}

/** Without times it withdraws what was sent of the entry before. */
export type SentEntry = { id: string; revision: number; ist_von: string | null; ist_bis: string | null }
export type Outcome = { id: string; accepted: boolean; message: string | null }

/** The planner did not answer as it should. The message is a German sentence without internals. */
export class PlannerFailed extends Error {
  override readonly name = 'PlannerFailed'
}
