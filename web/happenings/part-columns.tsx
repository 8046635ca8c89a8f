import { Link } from '@tanstack/react-router'
import type { SubhappeningListItem } from '#contract/parts.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { formatHours, formatNumber } from '#web/ui/format.ts'
import { UsersIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import css from './happenings.module.css'
import { Recorders } from './recorder-names.tsx'
import { startTimesheet } from './search.ts'

export const partColumns = (isAdmins: boolean) => (isAdmins ? forAdmins : forStaff)

const paramsOf = ({ id, happening_id }: SubhappeningListItem) => ({ happening_id, subhappening_id: id })

const forStaff: Column<SubhappeningListItem>[] = [
  {
    key: 'name',
    head: 'Name',
    main: true,
    sortable: true,
    cell: (part) => (
      <Link
        to="/happenings/$happening_id/$subhappening_id/timesheet"
        params={paramsOf(part)}
        search={startTimesheet}
        className={css['name']}
      >
        {part.name}
      </Link>
    ),
  },
  { key: 'users', head: 'Zeiterfasser', wrap: true, cell: ({ users }) => <Recorders users={users} /> },
  { key: 'sollzeit', head: 'Sollzeit', align: 'end', cell: ({ sollzeit }) => formatHours(sollzeit) },
  { key: 'istzeit', head: 'Istzeit', align: 'end', cell: ({ istzeit }) => formatHours(istzeit) },
  {
    key: 'entries',
    head: 'Erfasst',
    align: 'end',
    cell: ({ istentries, sollentries }) => `${formatNumber(istentries)} von ${formatNumber(sollentries)}`,
  },
]

const forAdmins: Column<SubhappeningListItem>[] = [
  ...forStaff,
  {
    key: 'submitted',
    head: 'Übermittelt',
    align: 'end',
    cell: ({ entries_submitted }) => formatNumber(entries_submitted),
  },
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
