// Compares the planner's happenings of a window with the stored ones. The result describes what a sync would
// change. Pure, so that preview and sync cannot differ. Only drafts are changed, and data entered here is
// kept.
import type { PlannedHappening } from '#server/planner/port.ts'
import { hasLocalTimes } from './differs.ts'
import {
  buildStateIndex,
  type StoredEntry,
  type StoredHappening,
  type StoredState,
  type StoredSubhappening,
} from './known.ts'
import { PlanComparison, type RowChanges } from './plan-comparison.ts'
import type { SyncWindow } from './window.ts'

export type Diff = {
  added: PlannedHappening[]
  changed: StoredHappening[]
  /**
   * Drafts that the planner no longer has. Those without recorders and local times will be deleted (`removed`),
   * the others become Inaktiv (`inactivated`).
   */
  removed: StoredHappening[]
  inactivated: StoredHappening[]
  /**
   * Happenings that are no drafts. `skipped`: changed in the planner. `missing`: Aktiv or Erledigt here, but
   * gone in the planner.
   */
  skipped: StoredHappening[]
  missing: StoredHappening[]
  /**
   * Parts and entries of a draft that the planner no longer has, kept because of recorders or entered times.
   */
  kept: { happening: StoredHappening; sub?: StoredSubhappening; entry?: StoredEntry }[]
  unchanged: number
  rows: RowChanges & { goneSubs: number[]; goneEntries: number[] }
}

export function diffHappenings(
  known: StoredState,
  planned: readonly PlannedHappening[],
  window: SyncWindow,
): Diff {
  const index = buildStateIndex(known)
  const { rows, added, touched, skipped, found } = new PlanComparison(index, planned)
  const diff: Diff = {
    added,
    changed: [],
    removed: [],
    inactivated: [],
    skipped: [...skipped],
    missing: [],
    kept: [],
    unchanged: 0,
    rows: { ...rows, goneSubs: [], goneEntries: [] },
  }
  const plannedIds = new Set(planned.map(({ id }) => id))
  for (const happening of known.happenings) {
    const isPlanned = plannedIds.has(happening.planner_id)
    const isAsked = window.start_date <= happening.date && happening.date <= window.end_date
    if (!isPlanned && isAsked) vanish(happening)
    else if (isPlanned && happening.isDraft && clear(happening)) touched.add(happening)
    if (isPlanned && !touched.has(happening) && !skipped.has(happening)) diff.unchanged++
  }
  const gone = new Set([...diff.removed, ...diff.inactivated])
  diff.changed = [...touched].filter((happening) => !gone.has(happening))
  return diff

  function leftOf(happening: StoredHappening) {
    return {
      subs: index.subsOf(happening).filter((sub) => !found.has(sub)),
      entries: index.entriesOf(happening).filter((entry) => !found.has(entry)),
    }
  }

  function vanish(happening: StoredHappening) {
    if (happening.isDraft) {
      const { subs, entries } = leftOf(happening)
      const isUsed = subs.some(({ hasRecorders }) => hasRecorders) || entries.some(hasLocalTimes)
      if (isUsed) diff.inactivated.push(happening)
      else diff.removed.push(happening)
    } else if (['Aktiv', 'Erledigt'].includes(happening.status) && !skipped.has(happening))
      diff.missing.push(happening)
  }

  /**
   * Finds rows of a draft that the planner no longer has. Those without recorders and local times are to be
   * deleted; the others are added to `kept`. True if any are to be deleted.
   */
  function clear(happening: StoredHappening): boolean {
    const { subs, entries } = leftOf(happening)
    const used = new Set(entries.filter(hasLocalTimes).map(({ subhappening_id }) => subhappening_id))
    const [goneEntries, keptEntries] = partition(entries, (entry) => !hasLocalTimes(entry))
    const [goneSubs, keptSubs] = partition(subs, (sub) => !sub.hasRecorders && !used.has(sub.id))
    diff.rows.goneEntries.push(...goneEntries.map(({ id }) => id))
    diff.rows.goneSubs.push(...goneSubs.map(({ id }) => id))
    diff.kept.push(
      ...keptSubs.map((sub) => ({ happening, sub })),
      // Unplanned entries are unknown to the planner anyway, so they are not reported.
      ...keptEntries.filter(({ isUnplanned }) => !isUnplanned).map((entry) => ({ happening, entry })),
    )
    return goneEntries.length + goneSubs.length > 0
  }
}

function partition<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** True if nothing would be written. */
export const isEmpty = ({ added, changed, removed, inactivated }: Diff) =>
  added.length + changed.length + removed.length + inactivated.length === 0

export const removesRows = ({ removed, inactivated, rows }: Diff) =>
  removed.length + inactivated.length + rows.goneSubs.length + rows.goneEntries.length > 0
