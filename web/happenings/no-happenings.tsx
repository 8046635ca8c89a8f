import type { ReactNode } from 'react'
import { UNSENT_FILTER } from '#contract/words/happenings.ts'
import { Button } from '#web/ui/button.tsx'
import { CalendarIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { HappeningsSearch } from './search.ts'

type Props = {
  search: HappeningsSearch
  isAdmins: boolean
  onSearch: (change: Partial<HappeningsSearch>) => void
  /** Link to the sync; false for users who may not synchronise. */
  sync: ReactNode
}
const icon = <CalendarIcon />

/** Empty state with reason and advice. */
export function NoHappenings({ search, isAdmins, onSearch, sync }: Props) {
  const { filter, status, type, start, end } = search
  const noWindow = { start: '', end: '' }
  if (start !== '' && end !== '' && start > end)
    return (
      <Empty
        icon={icon}
        title="„Von“ muss vor „Bis“ liegen."
        action={<Button onClick={() => onSearch({ start: end, end: start })}>Daten vertauschen</Button>}
      />
    )
  const hasWindow = start !== '' || end !== ''
  const all = { filter: '', status: '', type: '' }
  if (status === UNSENT_FILTER && filter.trim() === '' && type === '')
    return (
      <Empty
        icon={icon}
        title={`${hasWindow ? 'In diesem Zeitraum' : 'Hier'} sind alle Zeiten gesendet.`}
        action={<Button onClick={() => onSearch(all)}>Alle Veranstaltungen zeigen</Button>}
      />
    )
  if (filter.trim() !== '' || status !== '' || type !== '')
    return (
      <Empty
        icon={icon}
        title="Keine Veranstaltung gefunden"
        action={
          <>
            <Button onClick={() => onSearch(all)}>Suche und Auswahl aufheben</Button>
            {hasWindow && <Button onClick={() => onSearch(noWindow)}>In allen Zeiträumen suchen</Button>}
          </>
        }
      >
        <p>
          Suchen Sie mit einem anderen Wort{hasWindow ? ', oder wählen Sie einen größeren Zeitraum' : ''}.
        </p>
      </Empty>
    )
  const widen = hasWindow && <Button onClick={() => onSearch(noWindow)}>Alle Zeiträume zeigen</Button>
  if (!isAdmins) return <NothingToRecord action={widen} />
  if (hasWindow)
    return (
      <Empty icon={icon} title="In diesem Zeitraum gibt es keine Veranstaltungen." action={widen}>
        <p>Wählen Sie einen größeren Zeitraum, oder gleichen Sie ihn mit der Personalplanung ab.</p>
      </Empty>
    )
  return (
    <Empty icon={icon} title="Es gibt noch keine Veranstaltungen." action={sync}>
      <p>Sie kommen aus der Personalplanung und beginnen als Entwurf, den nur Admins sehen.</p>
    </Empty>
  )
}

/** `action`: button for a longer date range. Without it the text says that the user records no times at all. */
export const NothingToRecord = ({ action }: { action?: ReactNode }) => (
  <Empty
    icon={icon}
    title={
      action
        ? 'In diesem Zeitraum gibt es für Sie keine Veranstaltungen.'
        : 'Sie erfassen zurzeit keine Zeiten.'
    }
    action={action}
  >
    <p>
      {action
        ? 'Wählen Sie einen größeren Zeitraum.'
        : 'Sobald Sie für eine Veranstaltung eingetragen sind, steht sie hier.'}
    </p>
  </Empty>
)
