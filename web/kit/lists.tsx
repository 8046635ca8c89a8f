/** Tables, filters, pages: as an administrator's list, as a timesheet, as a wide table of results. */
import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { formatDate, formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CopyIcon, DocumentsIcon, EditIcon, PlusIcon, TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { parseOrder } from '#web/ui/order-by.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { Empty } from '#web/ui/states.tsx'
import { TimeInput } from '#web/ui/time-input.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { people, type Sample, samples, statuses } from './sample.ts'
import { Row, Section } from './section.tsx'

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
  const [asked, setAsked] = useState(0)
  const [status, setStatus] = useState<string>('Alle')
  const [order, setOrder] = useState('+name')
  const [page, setPage] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set([15, 21]))
  const rows = listed(filter, status, order)
  return (
    <Section title="Listen">
      <div>
        <Toolbar
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
              setAsked(asked + 1)
              setPage(0)
            }}
          />
          <Select
            label="Status"
            labelHidden
            choices={['Alle', ...statuses]}
            value={status}
            onChange={setStatus}
          />
        </Toolbar>
        <p data-testid="asked" hidden>
          {asked}
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
      <Timesheet />
      <h3>Wird aufgefrischt</h3>
      <DataTable
        caption="Wird aufgefrischt"
        columns={columns.slice(0, 4)}
        rows={samples.slice(3, 6)}
        rowKey={(row) => row.id}
        refreshing
      />
      <Results />
    </Section>
  )
}

function listed(filter: string, status: string, order: string): Sample[] {
  const { key, down } = parseOrder(order) ?? { key: 'name', down: false }
  return samples
    .filter((row) => row.name.toLowerCase().includes(filter.toLowerCase()))
    .filter((row) => status === 'Alle' || row.status === status)
    .sort(
      (a, b) =>
        String(a[key as keyof Sample]).localeCompare(String(b[key as keyof Sample]), 'de') * (down ? -1 : 1),
    )
}

type Person = (typeof people)[number]

const timeColumn = (
  head: string,
  value: (id: number) => string | null,
  change: (id: number, time: string | null) => void,
): Column<Person> => ({
  key: head,
  head,
  cell: ({ id, name }) => (
    <TimeInput
      label={`${head}, ${name}`}
      labelHidden
      size="small"
      value={value(id)}
      onChange={(time) => change(id, time)}
    />
  ),
})

function Timesheet() {
  const [times, setTimes] = useState<Record<number, string | null>>({ 2: '16:45:00' })
  const set = (id: number, time: string | null) => setTimes({ ...times, [id]: time })
  return (
    <div>
      <Row>
        <h3>Stundenzettel</h3>
      </Row>
      <DataTable
        caption="Stundenzettel"
        rows={people.slice(0, 4)}
        rowKey={(row) => row.id}
        changed={(row) => row.id in times}
        columns={[
          { key: 'name', head: 'Name', main: true, cell: (row) => row.name },
          { key: 'funktion', head: 'Funktion', cell: () => 'Helfer' },
          { key: 'soll', head: 'Soll', cell: () => '08:00 – 16:30' },
          timeColumn('Ist von', () => '08:00:00', set),
          timeColumn('Ist bis', (id) => (id in times ? (times[id] ?? null) : '16:30:00'), set),
          { key: 'dauer', head: 'Dauer', align: 'end' as const, cell: () => formatMinutes(510) },
          { key: 'ok', head: 'Übermittelt', cell: () => 'Nein' },
        ]}
      />
    </div>
  )
}

function Results() {
  const fields = Array.from({ length: 14 }, (_, at) => `Feld ${at + 1}`)
  return (
    <div>
      <h3>Ergebnisse</h3>
      <br />
      <DataTable
        scroll
        caption="Ergebnisse"
        rows={people.slice(0, 8)}
        rowKey={(row) => row.id}
        columns={[
          { key: 'name', head: 'Benutzer', cell: (row) => row.name },
          ...fields.map((head, at) => ({
            key: head,
            head,
            align: at % 2 ? ('end' as const) : ('start' as const),
            cell: (row: { id: number }) => (at % 2 ? formatNumber(row.id * 1234.5 + at) : 'Bestätigt'),
          })),
        ]}
      />
    </div>
  )
}
