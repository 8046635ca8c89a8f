import type { DocRound } from '#contract/results.ts'
import { urlOf } from '#web/api.ts'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import css from './results.module.css'

/** Table of earlier rounds, with the results of each as a download. */
export function Rounds({ doc_id, rounds }: { doc_id: number; rounds: readonly DocRound[] }) {
  return (
    <section className={css['rounds']} aria-labelledby="rounds">
      <h2 id="rounds">Frühere Runden</h2>
      <DataTable caption="Frühere Runden" columns={columnsOf(doc_id)} rows={rounds} rowKey={({ id }) => id} />
    </section>
  )
}

const columnsOf = (doc_id: number): Column<DocRound>[] => [
  {
    key: 'ended_at',
    head: 'Beendet',
    main: true,
    cell: ({ ended_at }) => <Moment at={ended_at} />,
  },
  { key: 'ended_by', head: 'Von', cell: ({ ended_by_display_name }) => ended_by_display_name },
  {
    key: 'people',
    head: 'Personen',
    align: 'end',
    inRow: 'labelled',
    cell: ({ people }) => formatNumber(people),
  },
  {
    key: 'download',
    head: 'Excel',
    headHidden: true,
    cell: ({ id, ended_at }) => (
      <AnchorButton
        href={urlOf('/docs/{doc_id}/userdata/rounds/{round_id}/download/', { doc_id, round_id: id })}
        download
        variant="quiet"
        size="small"
        icon={<DownloadIcon />}
        aria-label={`Excel der Runde vom ${formatDateTime(ended_at)}`}
      >
        Excel
      </AnchorButton>
    ),
  },
]
