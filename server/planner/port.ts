/** What Kontor asks of an external staff-planning system, whatever way it answers. */
export type Planner = {
  listUsers(): Promise<PlannedUser[]>
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

/** The planner did not answer as it should. The message is a German sentence without internals. */
export class PlannerFailed extends Error {
  override readonly name = 'PlannerFailed'
}
