// Preview of an import: problems, changes by kind, and missing people.
import type { ImportPreview } from '#contract/user-import.ts'
import { type ChangeKind, Preview } from '#web/jobs/sync-dialog.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './import.module.css'

type Props = {
  preview: ImportPreview
  /** Missing people are to be deactivated. */
  isWhole: boolean
  onWhole: (on: boolean) => void
}

export const ImportChanges = ({ preview, isWhole, onWhole }: Props) => (
  <>
    <ImportProblems preview={preview} />
    <Preview
      query={{ data: preview, error: null, isFetching: false, refetch: () => {} }}
      kindsOf={changeKinds(isWhole)}
      nothing="Alles ist auf dem Stand der Datei."
    />
    {preview.missing.count > 0 && preview.problems.length === 0 && (
      <Checkbox
        label={`${formatNumber(preview.missing.count)} ${preview.missing.count === 1 ? 'Person steht' : 'Personen stehen'} nicht in der Datei: deaktivieren`}
        hint="Ohne Haken bleiben sie, wie sie sind. Admins werden nie deaktiviert."
        checked={isWhole}
        onChange={onWhole}
      />
    )}
  </>
)

function ImportProblems({ preview: { problems, ignored_columns } }: { preview: ImportPreview }) {
  return (
    <>
      {problems.length > 0 && (
        <ul className={css['problems']} aria-label="Was zu berichtigen ist">
          {problems.map(({ line, sentence }) => (
            <li key={`${line} ${sentence}`}>
              Zeile {formatNumber(line)}: {sentence}
            </li>
          ))}
        </ul>
      )}
      {ignored_columns.length > 0 && <p>Nicht gelesen: {ignored_columns.join(', ')}</p>}
    </>
  )
}

const changeKinds =
  (isWhole: boolean) =>
  (preview: ImportPreview): ChangeKind[] => [
    { head: 'Neu', ...preview.new },
    { head: 'Geändert', ...preview.changed },
    { head: 'Wieder da', ...preview.returning },
    { head: isWhole ? 'Werden deaktiviert' : 'Nicht in der Datei, bleiben', ...preview.missing },
    { head: 'Aus der Personalplanung, bleiben', ...preview.of_planner },
    { head: 'Neue Gruppen', ...preview.new_groups },
    { head: 'Neue Zuweisungen', count: preview.memberships_added, names: [] },
  ]
