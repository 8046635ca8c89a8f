import { Button } from '#web/ui/button.tsx'
import { CalendarIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { HappeningSearch } from './search.ts'

type Props = { search: HappeningSearch; onSearch: (change: Partial<HappeningSearch>) => void }

export function NoParts({ search: { page, filter }, onSearch }: Props) {
  const icon = <CalendarIcon />
  // The pager is on its way to the last page.
  if (page > 0) return null
  if (filter.trim() !== '')
    return (
      <Empty
        icon={icon}
        title="Keine Teilveranstaltung gefunden"
        action={<Button onClick={() => onSearch({ filter: '' })}>Alle Teilveranstaltungen zeigen</Button>}
      >
        <p>Suchen Sie mit einem anderen Teil des Namens oder nach einem Zeiterfasser.</p>
      </Empty>
    )
  return (
    <Empty icon={icon} title="Diese Veranstaltung hat keine Teile.">
      <p>Sie kommen mit dem nächsten Abgleich aus der Personalplanung, sobald dort welche geplant sind.</p>
    </Empty>
  )
}
