// Describes a diff: names of each kind for the preview, a summary and noteworthy lines for the result.
import type { JobOutcome } from '#contract/jobs.ts'
import type { SyncPreview } from '#contract/users.ts'
import type { Report } from '#server/jobs/results-store.ts'
import { linesOf, summaryOf } from '#server/planner/sync.ts'
import { type Diff, fieldsChanged, knownName, plannedName } from './diff.ts'

const PREVIEWED = 1_000

export function previewOf(diff: Diff, refused: string | undefined): SyncPreview {
  return {
    new: previewNames(diff.added.map(plannedName)),
    changed: previewNames(diff.changed.map(changeInWords)),
    vanishing: previewNames(diff.vanishing.map(knownName)),
    returning: previewNames(diff.returning.map(({ planned }) => plannedName(planned))),
    new_groups: previewNames(diff.newGroups),
    memberships_added: previewNames(diff.joins.map(assignmentInWords)),
    memberships_ended: previewNames(diff.leaves.map(assignmentInWords)),
    unchanged: diff.unchanged,
    refused: refused ?? null,
  }
}

const previewNames = (names: string[]) => ({ count: names.length, names: names.slice(0, PREVIEWED) })

const words = {
  barcode: 'Barcode',
  username: 'Benutzername der Planung',
  nachname: 'Nachname',
  vorname: 'Vorname',
  email: 'E-Mail',
  telefon: 'Telefon',
}

/** 'Berger-Neu, Anna: Nachname Berger → Berger-Neu' */
const changeInWords = (change: Diff['changed'][number]) =>
  `${plannedName(change.planned)}: ${fieldsChanged(change)
    .map(({ field, old, now }) => `${words[field]} ${old ?? '–'} → ${now ?? '–'}`)
    .join(', ')}`

const assignmentInWords = ({ name, group }: { name: string; group: string }) => `${name}: ${group}`

export function reportOf(diff: Diff, renamedGroups: string[]): Report {
  const parts = [
    count(diff.added.length, 'neu', 'neu'),
    count(diff.changed.length, 'geändert', 'geändert'),
    count(diff.returning.length, 'wieder da', 'wieder da'),
    count(diff.vanishing.length, 'deaktiviert', 'deaktiviert'),
    count(diff.joins.length, 'Zuweisung dazu', 'Zuweisungen dazu'),
    count(diff.leaves.length, 'Zuweisung beendet', 'Zuweisungen beendet'),
  ].filter((part) => part !== '')
  const lines = [
    summaryOf(parts),
    ...linesOf(
      diff.vanishing,
      (user) => `Nicht mehr in der Personalplanung, daher deaktiviert: ${knownName(user)}`,
    ),
    ...diff.kept.map(
      (user) =>
        `Nicht mehr in der Personalplanung, aber nicht deaktiviert, weil es sonst keinen aktiven Admin mehr gäbe: ${knownName(user)}`,
    ),
    ...renamedGroups.map((name) => `Den Namen gab es hier schon; die Gruppe der Planung heißt „${name}“.`),
  ]
  return { outcome: outcomeOf(diff, parts.length > 0), result: lines.join('\n') }
}

/** `partly` if a vanished user was kept as the last administrator. */
function outcomeOf({ kept }: Diff, isChanged: boolean): JobOutcome {
  if (kept.length > 0) return 'partly'
  return isChanged ? 'done' : 'nothing'
}

const count = (number: number, one: string, many: string) =>
  number === 0 ? '' : `${number} ${number === 1 ? one : many}`
