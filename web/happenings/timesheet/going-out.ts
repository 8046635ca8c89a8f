import type { TimeEntry, TimeHint } from '#contract/times.ts'

/** Hints about what has not been sent yet. Nobody is asked again about what went long ago. Pure. */
export function goingOut(hints: readonly TimeHint[], entries: readonly TimeEntry[]): TimeHint[] {
  const unsent = new Set(entries.filter(({ submitted }) => !submitted).map(({ id }) => id))
  return hints.filter(({ timeentry_id }) => unsent.has(timeentry_id))
}
