// Teams a person is planned for or records.
import { queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TeamOfPerson } from '#contract/shifts.ts'
import { ask } from '#web/api.ts'
import { defaultHappeningSearch } from '#web/happenings/search.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useList } from '#web/lists/use-list.ts'
import { pollEvery } from '#web/poll.ts'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { formatDate } from '#web/ui/format.ts'
import type { Column } from '#web/ui/table/data-table.tsx'
import css from './person.module.css'

type PageQuery = { page: number; order_by: string }

const teamsQuery = (user_id: number) => (query: PageQuery) =>
  queryOptions({
    queryKey: ['users', 'teams-of', user_id, query],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/teams/', { params: { user_id }, query, signal }),
    refetchInterval: pollEvery(30_000),
  })

const initialTeamsPage: PageQuery = { page: 0, order_by: '-date' }

export const firstTeamsQuery = (user_id: number) => teamsQuery(user_id)(initialTeamsPage)

/** Page and order are local state, since several lists on one screen cannot share its address. */
export function TeamsOfPerson({ user_id }: { user_id: number }) {
  const [wanted, setWanted] = useState(initialTeamsPage)
  const list = useList(wanted, async ({ search }) => setWanted(search), teamsQuery(user_id))
  return (
    <>
      {list.pager.pages > 1 && <FilterBar order={{ columns: teamColumns, ...list.table }} />}
      <ListRows
        list={list}
        caption="Teams"
        columns={teamColumns}
        rows={list.data.items}
        rowKey={({ subhappening_id }) => subhappening_id}
        rowName={({ happening_name, name }) => `${happening_name} – ${name}`}
        empty={<p className={css['none']}>In keinem Team.</p>}
      />
    </>
  )
}

const teamColumns: Column<TeamOfPerson>[] = [
  {
    key: 'name',
    head: 'Veranstaltung',
    main: true,
    sortable: true,
    cell: ({ happening_id, happening_name, name }) => (
      <Link to="/happenings/$happening_id" params={{ happening_id }} search={defaultHappeningSearch}>
        {happening_name} – {name}
      </Link>
    ),
  },
  { key: 'date', head: 'Datum', sortable: true, cell: ({ date }) => formatDate(date) },
  {
    key: 'as',
    head: 'Als',
    cell: ({ records, is_planned }) =>
      [records && 'Zeiterfasser', is_planned && 'eingeplant'].filter(Boolean).join(', '),
  },
  { key: 'status', head: 'Status', inRow: 'state', cell: ({ status }) => status },
]
