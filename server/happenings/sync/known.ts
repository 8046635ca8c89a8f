// Stored happenings, parts and entries, in the form in which the diff compares them with those of the planner.
import type { HappeningStatus } from '#contract/happenings.ts'
import type { HappeningTexts } from '#contract/words/happening-texts.ts'
import type { PlannerTexts } from '#contract/words/planner-texts.ts'

export type StoredHappening = HappeningTexts & {
  id: number
  planner_id: string
  name: string
  date: string
  status: HappeningStatus
  /** True if a sync may change the happening: its status is Entwurf and, inside a sync, its row is locked. */
  isDraft: boolean
}
export type StoredSubhappening = {
  id: number
  happening_id: number
  planner_id: string
  name: string
  hasRecorders: boolean
}
export type StoredEntry = PlannerTexts & {
  id: number
  subhappening_id: number
  planner_id: string
  /** Local times with seconds, as the database returns them. */
  soll_von: string | null
  soll_bis: string | null
  ist_von: string | null
  ist_bis: string | null
  soll_pause?: number | null
  revision: number
  submitted: boolean
  /** True if times were sent and the planner may have them. */
  booked: boolean
  /** Added by a recorder; the planner may not know of it. */
  isUnplanned?: boolean
  /** Anonymised: the planner's names for this person are not imported again. */
  isFormer?: boolean
}
export type StoredState = {
  happenings: StoredHappening[]
  subs: StoredSubhappening[]
  entries: StoredEntry[]
}

/** Finds stored rows by the planner's ids, and the parts and entries of a stored happening. */
export type StateIndex = ReturnType<typeof buildStateIndex>

export function buildStateIndex({ happenings, subs, entries }: StoredState) {
  const happeningById = byId(happenings)
  const subById = byId(subs)
  const ownerOf = (sub: StoredSubhappening) => happeningById.get(sub.happening_id) as StoredHappening
  const ownerOfEntry = ({ subhappening_id }: StoredEntry) =>
    ownerOf(subById.get(subhappening_id) as StoredSubhappening)
  const subsIn = Map.groupBy(subs, ownerOf)
  const entriesIn = Map.groupBy(entries, ownerOfEntry)
  return {
    happenings: byPlannerId(happenings),
    subs: byPlannerId(subs),
    entries: byPlannerId(entries),
    ownerOf,
    ownerOfEntry,
    subsOf: (happening: StoredHappening) => subsIn.get(happening) ?? [],
    entriesOf: (happening: StoredHappening) => entriesIn.get(happening) ?? [],
  }
}

const byId = <T extends { id: number }>(all: T[]) => new Map(all.map((one) => [one.id, one]))
const byPlannerId = <T extends { planner_id: string }>(all: T[]) =>
  new Map(all.map((one) => [one.planner_id, one]))
