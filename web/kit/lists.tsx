// Tables, filters, pagers: an administrator's list, a timesheet, a wide table of results.
import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatDate, formatMinutes } from '#web/ui/format.ts'
import { CopyIcon, DocumentsIcon, EditIcon, PlusIcon, TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { Empty } from '#web/ui/states.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { parseOrder } from '#web/ui/table/order-by.ts'
import { type Sample, samples, statuses } from './sample.ts'
import { Section } from './section.tsx'

const tones = {
  Entwurf: 'neutral',
  Inaktiv: 'muted',
  Aktiv: 'info',
  Erledigt: 'success',
  Archiv: 'muted',
} as const

const columns: Column<Sample>[] = [
  {
    key: 'name',
    head: 'Name',
    main: true,
    sortable: true,
    cell: (row) => <a href={`#${row.id}`}>{row.name}</a>,
  },
  { key: 'kind', head: 'Art', sortable: true, cell: (row) => row.kind },
  { key: 'date', head: 'Datum', sortable: true, cell: (row) => formatDate(row.date) },
  {
    key: 'status',
    head: 'Status',
    sortable: true,
    inRow: 'state',
    cell: (row) => <Badge tone={tones[row.status as keyof typeof tones]}>{row.status}</Badge>,
  },
  { key: 'planned', head: 'Soll', align: 'end', cell: (row) => formatMinutes(row.planned) },
  {
    key: 'actual',
    head: 'Ist',
    align: 'end',
    hide: 'narrow',
    cell: (row) => formatMinutes(row.actual) || '–',
  },
  {
    key: 'tools',
    head: 'Aktionen',
    headHidden: true,
    cell: (row) => (
      <>
        <IconButton label={`${row.name} umbenennen`} icon={<EditIcon />} />
        <IconButton label={`${row.name} kopieren`} icon={<CopyIcon />} />
        <IconButton label={`${row.name} löschen`} icon={<TrashIcon />} />
      </>
    ),
  },
]

export function Lists() {
  const [filter, setFilter] = useState('')
  const [refreshes, setRefreshes] = useState(0)
  const [status, setStatus] = useState<string>('Alle')
  const [order, setOrder] = useState('+name')
  const [page, setPage] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set([15, 21]))
  const rows = filterSamples(filter, status, order)
  return (
    <Section title="Listen">
      <div>
        <FilterBar
          more={
            <Select
              label="Status"
              labelHidden
              choices={['Alle', ...statuses]}
              value={status}
              onChange={setStatus}
            />
          }
          order={{ columns, order, onOrder: setOrder }}
          actions={
            <>
              <Button disabled={selected.size === 0}>Status von {selected.size} ändern</Button>
              <Button variant="primary" icon={<PlusIcon />}>
                Neue Veranstaltung
              </Button>
            </>
          }
        >
          <FilterBox
            label="Veranstaltungen suchen"
            value={filter}
            onChange={(text) => {
              setFilter(text)
              setRefreshes(refreshes + 1)
              setPage(0)
            }}
          />
        </FilterBar>
        <p data-testid="asked" hidden>
          {refreshes}
        </p>
        <DataTable
          caption="Veranstaltungen"
          columns={columns}
          rows={rows.slice(page * 10, page * 10 + 10)}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          order={order}
          onOrder={setOrder}
          selected={selected}
          onSelect={setSelected}
          empty={
            <Empty icon={<DocumentsIcon />} title="Keine Veranstaltung gefunden">
              Ändern Sie die Suche oder den Zeitraum.
            </Empty>
          }
        />
        <Pager page={page} pages={Math.ceil(rows.length / 10)} onPage={setPage} />
      </div>
      <h3>Wird aufgefrischt</h3>
      <DataTable
        caption="Wird aufgefrischt"
        columns={columns.slice(0, 4)}
        rows={samples.slice(3, 6)}
        rowKey={(row) => row.id}
        refreshing
      />
    </Section>
  )
}

function filterSamples(filter: string, status: string, order: string): Sample[] {
  const { key, down } = parseOrder(order) ?? { key: 'name', down: false }
  return samples
    .filter((row) => row.name.toLowerCase().includes(filter.toLowerCase()))
    .filter((row) => status === 'Alle' || row.status === status)
    .sort(
      (a, b) =>
        String(a[key as keyof Sample]).localeCompare(String(b[key as keyof Sample]), 'de') * (down ? -1 : 1),
    )
}
