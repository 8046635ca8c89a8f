import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DocumentsIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { DocsSearch } from './search.ts'

type Props = {
  search: DocsSearch
  onSearch: (change: Partial<DocsSearch>) => void
  /** For those who may do something about it. */
  create: ReactNode
}

/** Stands in place of the list when it is empty: why, and what to do. */
export function NoDocs({ search: { page, filter, status }, onSearch, create }: Props) {
  const icon = <DocumentsIcon />
  // The pager is on its way to the last page.
  if (page > 0) return null
  if (filter.trim() === '' && status === 'Gelöscht')
    return <Empty icon={icon} title="In den letzten 30 Tagen wurde kein Prozess gelöscht." />
  if (filter.trim() !== '' || status !== '')
    return (
      <Empty
        icon={icon}
        title="Kein Prozess gefunden"
        action={<Button onClick={() => onSearch({ filter: '', status: '' })}>Alle Prozesse zeigen</Button>}
      >
        <p>
          Suchen Sie mit einem anderen Teil des Namens{create ? ', oder wählen Sie einen anderen Status' : ''}
          .
        </p>
      </Empty>
    )
  if (create)
    return (
      <Empty icon={icon} title="Es gibt noch keine Prozesse." action={create}>
        <p>Legen Sie einen an: Er beginnt als leerer Entwurf, den nur Admins sehen.</p>
      </Empty>
    )
  return (
    <Empty icon={icon} title="Gerade gibt es keine Prozesse für Sie.">
      <p>Sobald einer für Sie freigegeben ist, steht er hier.</p>
    </Empty>
  )
}
