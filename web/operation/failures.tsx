import type { OperationFailure } from '#contract/operation.ts'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import css from './operation.module.css'

/** Unexpected errors by request number, as in the server's log. */
export function Failures({ failures }: { failures: readonly OperationFailure[] }) {
  return (
    <DataTable
      caption="Fehler"
      columns={columns}
      rows={failures}
      rowKey={({ reference }) => reference}
      rowName={({ reference }) => `Fehler ${reference}`}
      empty={
        <p className={css['nothing']}>
          Keine. Sieht jemand „Bitte melden Sie den Fehler mit der Nummer …“, dann steht die Nummer hier.
        </p>
      }
    />
  )
}

const columns: Column<OperationFailure>[] = [
  {
    key: 'reference',
    head: 'Nummer',
    main: true,
    cell: ({ reference }) => <code className={css['code']}>{reference}</code>,
  },
  { key: 'at', head: 'Wann', cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'route',
    head: 'Wobei',
    wrap: true,
    cell: ({ route }) =>
      route === null ? 'Arbeit im Hintergrund' : <code className={css['code']}>{route}</code>,
  },
  {
    key: 'what',
    head: 'Was',
    wrap: true,
    cell: ({ what, place }) => (
      <span>
        {what}
        {place && (
          <>
            {' '}
            in <code className={css['code']}>{place}</code>
          </>
        )}
      </span>
    ),
  },
  { key: 'node', head: 'Knoten', hide: 'narrow', wrap: true, cell: ({ node }) => node },
]
