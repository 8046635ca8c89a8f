import type { OperationJob } from '#contract/operation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Moment } from '#web/ui/moment.tsx'
import css from './operation.module.css'

/** Syncs and sendings of times that have ended, the newest first. */
export function Jobs({ jobs }: { jobs: readonly OperationJob[] }) {
  return (
    <DataTable
      caption="Letzte Aufträge"
      columns={columns}
      rows={jobs}
      rowKey={({ name, finished_at }) => `${name} ${finished_at}`}
      rowName={({ name }) => name}
      empty={<p className={css['nothing']}>Noch keine. Hier stehen Abgleiche und Sendungen von Zeiten.</p>}
    />
  )
}

const columns: Column<OperationJob>[] = [
  { key: 'name', head: 'Auftrag', main: true, cell: ({ name }) => name },
  {
    key: 'failed',
    head: 'Ausgang',
    cell: ({ failed }) => (
      <Badge tone={failed ? 'warning' : 'success'}>{failed ? 'Nicht geklappt' : 'Geklappt'}</Badge>
    ),
  },
  { key: 'finished_at', head: 'Beendet', cell: ({ finished_at }) => <Moment at={finished_at} /> },
  { key: 'says', head: 'Ergebnis', wrap: true, cell: ({ says }) => says },
]
