// Compares stored rows with those of the planner: the fields of a happening, a happening with all its parts and
// entries, one entry.

import { happeningTextFields } from '#contract/words/happening-texts.ts'
import { identifyingTextFields, plannerTextFields } from '#contract/words/planner-texts.ts'
import type { PlannedEntry, PlannedHappening } from '#server/planner/port.ts'
import type { StateIndex, StoredEntry, StoredHappening } from './known.ts'

export const happeningDiffers = (known: StoredHappening, planned: PlannedHappening) =>
  known.name !== planned.name ||
  known.date !== planned.date ||
  happeningTextFields.some((text) => known[text] !== planned[text])

/** True if the planner's happening now contains this entry, which a recorder had added here. */
const isInHappening = ({ planner_id }: StoredEntry, { subhappenings }: PlannedHappening) =>
  subhappenings.some(({ entries }) => entries.some(({ id }) => id === planner_id))

export function differsDeeply(index: StateIndex, known: StoredHappening, planned: PlannedHappening): boolean {
  const { subhappenings } = planned
  if (happeningDiffers(known, planned)) return true
  // Equal counts suffice here, because each row of the planner is then looked up among the stored ones.
  if (subhappenings.length !== index.subsOf(known).length) return true
  const entries = subhappenings.reduce((sum, sub) => sum + sub.entries.length, 0)
  const ours = index.entriesOf(known).filter((entry) => !entry.isUnplanned || isInHappening(entry, planned))
  if (entries !== ours.length) return true
  return subhappenings.some((sub) => {
    const ours = index.subs.get(sub.id)
    if (ours?.happening_id !== known.id || ours.name !== sub.name) return true
    return sub.entries.some((entry) => {
      const our = index.entries.get(entry.id)
      return our?.subhappening_id !== ours.id || entryDiffers(our, entry)
    })
  })
}

/**
 * True if the actual times were entered here, sent from here, or may be in the planner because its answer was
 * lost. A sync must not replace them: other times under the same revision would be ignored by the planner,
 * which accepts each revision once.
 */
export const hasLocalTimes = ({ revision, submitted, booked }: StoredEntry) =>
  revision > 0 || submitted || booked

export const entryDiffers = (known: StoredEntry, planned: PlannedEntry) =>
  plannerTextFields.some(
    (text) => known[text] !== planned[text] && !(known.isFormer === true && identifyingTextFields.has(text)),
  ) ||
  planDiffers(known, planned) ||
  (known.soll_pause ?? null) !== (planned.soll_pause ?? null) ||
  (!hasLocalTimes(known) &&
    (isDifferentTime(known.ist_von, planned.ist_von) || isDifferentTime(known.ist_bis, planned.ist_bis)))

export const planDiffers = (known: StoredEntry, planned: PlannedEntry) =>
  isDifferentTime(known.soll_von, planned.soll_von) || isDifferentTime(known.soll_bis, planned.soll_bis)

/** True if two local times differ. Stored ones have seconds, the planner's have none. */
const isDifferentTime = (known: string | null, planned: string | null) =>
  known === null || planned === null ? known !== planned : !known.startsWith(planned)
