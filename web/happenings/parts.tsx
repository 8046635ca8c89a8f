import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { Happening } from '#contract/happenings.ts'
import type { Recorder, SubhappeningListItem } from '#contract/parts.ts'
import { urlOf } from '#web/api.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useList } from '#web/lists/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { ListSearchBox } from '#web/ui/filter/list-search.tsx'
import { formatCount, formatHours, formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, DownloadIcon, UsersIcon } from '#web/ui/icon.tsx'
import { AnchorButton, LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import css from './happenings.module.css'
import { formatProgress } from './progress.ts'
import { subhappeningsQuery } from './queries.ts'
import { defaultTimesheetSearch, type HappeningSearch } from './search.ts'

const route = getRouteApi('/signed-in/happenings/$happening_id')

/** Parts of a happening: recorders and progress. */
export function Parts({ happening: { id, can, status } }: { happening: Happening }) {
  const list = useList(route.useSearch(), route.useNavigate(), (search) => subhappeningsQuery(id, search))
  const params = { happening_id: id }
  const excel = urlOf('/happenings/{happening_id}.xlsx', params, { happening_filter: list.search.filter })
  const columns = can.administer ? (status === 'Archiv' ? archiveColumns : adminColumns) : staffColumns
  return (
    <>
      <FilterBar
        order={{ columns, ...list.table }}
        tools={
          can.administer && (
            <AnchorButton href={excel} download icon={<DownloadIcon />}>
              Excel
            </AnchorButton>
          )
        }
      >
        <ListSearchBox
          label="Teilveranstaltungen suchen"
          placeholder="Name oder Zeiterfasser …"
          {...list.filterBox}
        />
      </FilterBar>
      <ListRows
        list={list}
        caption="Teilveranstaltungen"
        columns={columns}
        rows={list.data.items}
        rowKey={(part) => part.id}
        rowName={({ name }) => name}
        asRow={toPhoneRow}
        empty={<NoParts search={list.shown} onSearch={list.setSearch} />}
      />
    </>
  )
}

const paramsOf = ({ id, happening_id }: SubhappeningListItem) => ({ happening_id, subhappening_id: id })

const staffColumns: Column<SubhappeningListItem>[] = [
  {
    key: 'name',
    head: 'Name',
    main: true,
    sortable: true,
    cell: (part) => (
      <Link
        to="/happenings/$happening_id/$subhappening_id/timesheet"
        params={paramsOf(part)}
        search={defaultTimesheetSearch}
        className={css['name']}
      >
        {part.name}
      </Link>
    ),
  },
  { key: 'users', head: 'Zeiterfasser', wrap: true, cell: ({ users }) => <Recorders users={users} /> },
  {
    key: 'sollzeit',
    head: 'Sollzeit',
    align: 'end',
    cell: ({ sollzeit }) => formatHours(sollzeit),
  },
  {
    key: 'istzeit',
    head: 'Istzeit',
    align: 'end',
    cell: ({ istzeit }) => formatHours(istzeit),
  },
  {
    key: 'sollentries',
    head: 'Soll-Einträge',
    align: 'end',
    cell: ({ sollentries }) => formatNumber(sollentries),
  },
  {
    key: 'entries',
    head: 'Erfasst',
    align: 'end',
    inRow: 'state',
    cell: formatProgress,
  },
]

/** An archived happening is read-only, so its parts have no actions. */
const archiveColumns: Column<SubhappeningListItem>[] = [
  ...staffColumns,
  {
    key: 'submitted',
    head: 'Übermittelt',
    align: 'end',
    cell: ({ entries_submitted }) => formatNumber(entries_submitted),
  },
]

const adminColumns: Column<SubhappeningListItem>[] = [
  ...archiveColumns,
  {
    key: 'actions',
    head: 'Aktionen',
    headHidden: true,
    cell: (part) => (
      <LinkButton
        from="/happenings/$happening_id"
        to="/happenings/$happening_id/$subhappening_id/change_users"
        params={paramsOf(part)}
        search
        variant="quiet"
        size="small"
        icon={<UsersIcon />}
        aria-label={`Zeiterfasser ändern: ${part.name}`}
        title="Zeiterfasser ändern"
      >
        <span className={css['whole']}>Zeiterfasser ändern</span>
      </LinkButton>
    ),
  },
]

/** Numbers come first on phones, since there may be more recorders than the row has room for. */
const toPhoneRow = ({ users, sollzeit, sollentries, istzeit, entries_submitted }: SubhappeningListItem) => ({
  line: [
    <span key="told" className={css['told']}>
      Soll {formatHours(sollzeit)}, {formatCount(sollentries ?? 0, 'Eintrag', 'Einträge')} · Ist{' '}
      {formatHours(istzeit)}
      {entries_submitted !== null && ` · ${formatNumber(entries_submitted)} übermittelt`}
      {users.length > 0 && ' · '}
      <RecorderNames users={users} />
    </span>,
  ],
})

/** Names shown before the rest is collapsed. A single further name is shown as well: to collapse it saves no room. */
const MAX_RECORDERS = 3

function Recorders({ users }: { users: readonly Recorder[] }) {
  const [open, setOpen] = useState(false)
  if (users.length === 0) return <span className={css['nobody']}>Niemand</span>
  const folds = users.length > MAX_RECORDERS + 1
  const visible = folds && !open ? users.slice(0, MAX_RECORDERS) : users
  return (
    <div>
      <RecorderNames users={visible} />{' '}
      {folds && (
        <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Weniger' : `und ${formatNumber(users.length - MAX_RECORDERS)} weitere`}
        </button>
      )}
    </div>
  )
}

/** With semicolons, since names contain commas. */
const RecorderNames = ({ users }: { users: readonly Recorder[] }) =>
  users.map(({ id, display_name }, at) => (
    <Fragment key={id}>
      {at > 0 && '; '}
      <bdi>{display_name}</bdi>
    </Fragment>
  ))

type NoPartsProps = { search: HappeningSearch; onSearch: (change: Partial<HappeningSearch>) => void }

function NoParts({ search: { filter }, onSearch }: NoPartsProps) {
  const icon = <CalendarIcon />
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
