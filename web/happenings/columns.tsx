import { Link, useNavigate } from '@tanstack/react-router'
import type { Happening } from '#contract/happenings.ts'
import type { HappeningOrder } from '#contract/words/happening-texts.ts'
import { formatDate, formatDayAndDate, formatHours, formatNumber } from '#web/ui/format.ts'
import { CheckIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import css from './happenings.module.css'
import { kindColourStyle } from './kind.ts'
import { formatProgress } from './progress.ts'
import { defaultHappeningSearch } from './search.ts'
import { StatusBadge } from './status.tsx'

/** The key of a sortable column must be an order that the address accepts. Any other key would sort by day. */
type HappeningColumn = Column<Happening> & ({ sortable?: never } | { sortable: true; key: HappeningOrder })

export const columnsFor = (isAdmins: boolean) => (isAdmins ? adminColumns : staffColumns)

const staffColumns: HappeningColumn[] = [
  {
    key: 'name',
    head: 'Name',
    main: true,
    sortable: true,
    cell: ({ id, name }) => (
      <Link
        to="/happenings/$happening_id"
        params={{ happening_id: id }}
        search={defaultHappeningSearch}
        className={`${css['name']} ${css['listed']}`}
      >
        {name}
      </Link>
    ),
  },
  { key: 'type', head: 'Art', sortable: true, wrap: true, cell: ({ type }) => <HappeningKind type={type} /> },
  { key: 'ort', head: 'Ort', sortable: true, wrap: true, hide: 'medium', cell: ({ ort }) => ort },
  { key: 'date', head: 'Datum', sortable: true, cell: ({ date }) => <Day date={date} /> },
  {
    key: 'status',
    head: 'Status',
    sortable: true,
    inRow: 'state',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
]

const adminColumns: HappeningColumn[] = [
  ...staffColumns,
  {
    key: 'sollzeit',
    head: 'Sollzeit',
    align: 'end',
    inRow: 'labelled',
    cell: ({ sollzeit }) => formatHours(sollzeit),
  },
  {
    key: 'istzeit',
    head: 'Istzeit',
    align: 'end',
    inRow: 'labelled',
    cell: ({ istzeit }) => formatHours(istzeit),
  },
  {
    key: 'sollentries',
    head: 'Soll-Einträge',
    align: 'end',
    inRow: 'labelled',
    cell: ({ sollentries }) => formatNumber(sollentries),
  },
  {
    key: 'istentries',
    head: 'Erfasst',
    align: 'end',
    inRow: 'labelled',
    cell: formatProgress,
  },
  {
    key: 'actions',
    head: 'Aktionen',
    headHidden: true,
    cell: (happening) => <HappeningActions {...happening} />,
  },
]

export function HappeningActions({ id, name }: Happening) {
  const navigate = useNavigate({ from: '/happenings' })
  const params = { happening_id: id }
  return (
    <Menu
      label={`Aktionen für ${name}`}
      items={[
        {
          text: 'Status ändern',
          icon: <CheckIcon />,
          onPick: () => void navigate({ to: '/happenings/$happening_id/edit_status', params, search: true }),
        },
      ]}
    />
  )
}

const HappeningKind = ({ type }: Pick<Happening, 'type'>) => (
  <span className={css['kind']} style={kindColourStyle(type)}>
    {type}
  </span>
)

/** '21.11.2026'. CSS shows the weekday before it where there is room. */
function Day({ date }: { date: string }) {
  const text = formatDate(date)
  return (
    <time dateTime={date} className={css['day']}>
      <span className={css['weekday']}>{formatDayAndDate(date).slice(0, -text.length)}</span>
      {text}
    </time>
  )
}
