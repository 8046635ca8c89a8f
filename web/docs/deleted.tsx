/** The list of what was deleted: nothing to open any more, but to be brought back. */
import { useState } from 'react'
import type { DocListItem } from '#contract/docs.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { UndoIcon } from '#web/ui/icon.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { restore } from './doc-actions.ts'
import css from './docs.module.css'
import { StatusBadge } from './status.tsx'

export const deletedColumns: Column<DocListItem>[] = [
  {
    key: 'name',
    head: 'Name',
    main: true,
    sortable: true,
    cell: ({ name }) => <span className={css['name']}>{name}</span>,
  },
  { key: 'status', head: 'Status', sortable: true, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'deleted_at',
    head: 'Gelöscht am',
    cell: ({ deleted_at }) => deleted_at && <Moment at={deleted_at} />,
  },
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (doc) => <Restore doc={doc} /> },
]

function Restore({ doc }: { doc: DocListItem }) {
  const [pending, setPending] = useState(false)
  const act = async () => {
    setPending(true)
    await restore(doc)
    setPending(false)
  }
  return (
    <Button
      size="small"
      icon={<UndoIcon size={18} />}
      aria-label={`${doc.name} wiederherstellen`}
      pending={pending}
      onClick={() => void act()}
    >
      Wiederherstellen
    </Button>
  )
}
