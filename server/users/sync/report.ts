// Describes a diff: names of each kind for the preview, a summary and noteworthy lines for the result.
import type { JobOutcome } from '#contract/jobs.ts'
import type { SyncPreview } from '#contract/users.ts'
import type { Report } from '#server/jobs/results-store.ts'
import { linesOf, summaryOf } from '#server/planner/sync.ts'
import { type Diff, existingUserName, listChangedFields, plannedName } from './diff.ts'

const MAX_PREVIEWED_NAMES = 1_000

export function previewOf(diff: Diff, refused: string | undefined): SyncPreview {
  return {
    new: previewNames(diff.added.map(plannedName)),
    changed: previewNames(diff.changed.map(changeInWords)),
    vanishing: previewNames(diff.vanishing.map(existingUserName)),
    returning: previewNames(diff.returning.map(({ planned }) => plannedName(planned))),
    new_groups: previewNames(diff.newGroups),
    memberships_added: previewNames(diff.joins.map(assignmentInWords)),
    memberships_ended: previewNames(diff.leaves.map(assignmentInWords)),
    unchanged: diff.unchanged,
    refused: refused ?? null,
  }
}

const previewNames = (names: string[]) => ({
  count: names.length,
  names: names.slice(0, MAX_PREVIEWED_NAMES),
})

const fieldLabels = {
  barcode: 'Barcode',
  username: 'Benutzername der Planung',
  nachname: 'Nachname',
  vorname: 'Vorname',
  email: 'E-Mail',
  telefon: 'Telefon',
}

/** 'Berger-Neu, Anna: Nachname Berger → Berger-Neu' */
const changeInWords = (change: Diff['changed'][number]) =>
  `${plannedName(change.planned)}: ${listChangedFields(change)
    .map(({ field, old, now }) => `${fieldLabels[field]} ${old ?? '–'} → ${now ?? '–'}`)
    .join(', ')}`

const assignmentInWords = ({ name, group }: { name: string; group: string }) => `${name}: ${group}`

export function reportOf(diff: Diff, renamedGroups: string[]): Report {
  const parts = [
    countInWords(diff.added.length, 'neu', 'neu'),
    countInWords(diff.changed.length, 'geändert', 'geändert'),
    countInWords(diff.returning.length, 'wieder da', 'wieder da'),
    countInWords(diff.vanishing.length, 'deaktiviert', 'deaktiviert'),
    countInWords(diff.joins.length, 'Zuweisung dazu', 'Zuweisungen dazu'),
    countInWords(diff.leaves.length, 'Zuweisung beendet', 'Zuweisungen beendet'),
  ].filter((part) => part !== '')
  const lines = [
    summaryOf(parts),
    ...linesOf(
      diff.vanishing,
      (user) => `Nicht mehr in der Personalplanung, daher deaktiviert: ${existingUserName(user)}`,
    ),
    ...diff.kept.map(
      (user) =>
        `Nicht mehr in der Personalplanung, aber nicht deaktiviert, weil es sonst keinen aktiven Admin mehr gäbe: ${existingUserName(user)}`,
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

const countInWords = (number: number, one: string, many: string) =>
  number === 0 ? '' : `${number} ${number === 1 ? one : many}`
