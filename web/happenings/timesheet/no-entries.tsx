import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { TimesheetSearch } from '../search.ts'

type Props = {
  search: TimesheetSearch
  onSearch: (change: Partial<TimesheetSearch>) => void
  onAdd: (() => void) | undefined
}

/** Stands in place of the rows: why there are none, and what to do. */
export function NoEntries({ search: { page, filter }, onSearch, onAdd }: Props) {
  // The pager is on its way to the last page.
  if (page > 0) return null
  if (filter)
    return (
      <Empty
        icon={<ClockIcon />}
        title="Kein Zeiteintrag gefunden"
        action={<Button onClick={() => onSearch({ filter: '' })}>Alle Zeiteinträge zeigen</Button>}
      >
        <p>Suchen Sie mit einem Teil des Namens, der Personalnummer, der Funktion oder der Firma.</p>
      </Empty>
    )
  return (
    <Empty
      icon={<ClockIcon />}
      title="Hier ist noch niemand geplant."
      action={onAdd && <Button onClick={onAdd}>Person hinzufügen</Button>}
    >
      <p>Wer hier arbeitet, kommt mit dem nächsten Abgleich aus der Personalplanung.</p>
    </Empty>
  )
}
