// German texts of a diff. The preview lists names for each kind of change. The report has a summary, and a line
// for each row that somebody should look at.

import type { HappeningSyncPreview } from '#contract/happenings.ts'
import type { JobOutcome } from '#contract/jobs.ts'
import { germanDay } from '#contract/time/german-day.ts'
import type { Report } from '#server/jobs/results-store.ts'
import { linesOf, summaryOf } from '#server/planner/sync.ts'
import type { Diff } from './diff.ts'

const MAX_PREVIEWED_NAMES = 1_000
type DatedHappening = { name: string; date: string }

export const previewOf = (diff: Diff, refused: string | null): HappeningSyncPreview => ({
  new: previewNames(diff.added),
  changed: previewNames(diff.changed),
  vanishing: previewNames([...diff.removed, ...diff.inactivated]),
  skipped: previewNames([...diff.skipped, ...diff.missing]),
  unchanged: diff.unchanged,
  refused,
})

const previewNames = (happenings: DatedHappening[]) => ({
  count: happenings.length,
  names: happenings.slice(0, MAX_PREVIEWED_NAMES).map(nameWithDay),
})

const nameWithDay = ({ name, date }: DatedHappening) => `${name} (${germanDay(date)})`

export function reportOf(diff: Diff): Report {
  const counts: [number, string][] = [
    [diff.added.length, 'neu'],
    [diff.changed.length, 'geändert'],
    [diff.removed.length, 'entfernt'],
    [diff.inactivated.length, 'inaktiv geworden'],
  ]
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const result = [
    summaryOf(parts),
    ...linesOf(
      diff.inactivated,
      (happening) =>
        `Nicht mehr in der Personalplanung, aber mit Zeiterfassern oder Zeiten und daher jetzt Inaktiv: ${nameWithDay(happening)}`,
    ),
    ...linesOf(diff.kept, keptLine),
    ...linesOf(
      diff.skipped,
      (happening) =>
        `In der Personalplanung geändert, nicht übernommen (${happening.status}): ${nameWithDay(happening)}`,
    ),
    ...linesOf(
      diff.missing,
      (happening) =>
        `Nicht mehr in der Personalplanung, nicht geändert (${happening.status}): ${nameWithDay(happening)}`,
    ),
  ].join('\n')
  return { outcome: outcomeOf(diff, parts.length > 0), result }
}

/** 'partly' if differences from the planner remain, which a person should look at: a sync writes drafts only. */
function outcomeOf({ kept, skipped, missing }: Diff, isChanged: boolean): JobOutcome {
  if (kept.length + skipped.length + missing.length > 0) return 'partly'
  return isChanged ? 'done' : 'nothing'
}

function keptLine({ happening, sub, entry }: Diff['kept'][number]): string {
  if (sub)
    return `Nicht mehr in der Personalplanung, aber mit Zeiterfassern oder Zeiten und daher behalten: „${sub.name}“ in ${nameWithDay(happening)}`
  const name = [entry?.last_name, entry?.first_name].filter(Boolean).join(', ') || entry?.subcontractor
  return `Nicht mehr in der Personalplanung, aber mit erfassten Zeiten und daher behalten: ${name || 'ein Eintrag ohne Namen'} in ${nameWithDay(happening)}`
}
