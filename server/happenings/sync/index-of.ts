// Finds what we have: by the planner's ids from its side, by the happening from ours.
import type { Known, KnownEntry, KnownHappening, KnownSub } from './known.ts'

export type Index = ReturnType<typeof indexOf>

export function indexOf({ happenings, subs, entries }: Known) {
  const happeningById = byId(happenings)
  const subById = byId(subs)
  const ownerOf = (sub: KnownSub) => happeningById.get(sub.happening_id) as KnownHappening
  const ownerOfEntry = ({ subhappening_id }: KnownEntry) => ownerOf(subById.get(subhappening_id) as KnownSub)
  const subsIn = Map.groupBy(subs, ownerOf)
  const entriesIn = Map.groupBy(entries, ownerOfEntry)
  return {
    happenings: byPlannerId(happenings),
    subs: byPlannerId(subs),
    entries: byPlannerId(entries),
    ownerOf,
    ownerOfEntry,
    subsOf: (happening: KnownHappening) => subsIn.get(happening) ?? [],
    entriesOf: (happening: KnownHappening) => entriesIn.get(happening) ?? [],
  }
}

const byId = <T extends { id: number }>(all: T[]) => new Map(all.map((one) => [one.id, one]))
const byPlannerId = <T extends { planner_id: string }>(all: T[]) =>
  new Map(all.map((one) => [one.planner_id, one]))
