import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { Failed } from '#web/api.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { RefreshIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { columnsFor } from './columns.tsx'
import { Filters } from './filters.tsx'
import { rememberList } from './last-list.ts'
import { MassStatus } from './mass-status.tsx'
import { NoHappenings, NothingToRecord } from './no-happenings.tsx'
import { happeningsQuery } from './queries.ts'
import type { HappeningsSearch } from './search.ts'

const route = getRouteApi('/signed-in/happenings')

export function HappeningsScreen() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/happenings' })
  const { is_admin } = useCurrentUser()
  // The old rows stay until the new ones are there.
  const shown = useDeferredValue(search)
  const { data, error } = useSuspenseQuery(happeningsQuery(shown))
  const { selected, select, clear } = useSelection(search)
  useEffect(() => rememberList(search), [search])
  const setSearch = (change: Partial<HappeningsSearch>, replace = false) =>
    void navigate({ to: '/happenings', search: { ...search, page: 0, ...change }, replace })

  // Whoever has lost their last part while looking has nothing to see here any more.
  if (error instanceof Failed && error.status === 403)
    return (
      <Page title="Veranstaltungen">
        <NothingToRecord />
      </Page>
    )
  return (
    <Page title="Veranstaltungen" actions={is_admin && <SyncLink />}>
      <Filters search={search} isAdmins={is_admin} onSearch={setSearch} />
      <DataTable
        caption="Veranstaltungen"
        columns={columnsFor(is_admin)}
        rows={data.items}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        order={search.order_by}
        onOrder={(order_by) => setSearch({ order_by })}
        refreshing={shown !== search}
        {...(is_admin && { selected, onSelect: select })}
        empty={
          <NoHappenings
            search={shown}
            isAdmins={is_admin}
            onSearch={setSearch}
            sync={is_admin && <SyncLink />}
          />
        }
      />
      {is_admin && selected.size > 0 && <MassStatus ids={[...selected].map(Number)} onClear={clear} />}
      <Pager page={shown.page} pages={data.pages} onPage={(page, replace) => setSearch({ page }, replace)} />
      <Outlet />
    </Page>
  )
}

// Not fetched ahead: whether a sync is under way counts at the moment of the click.
const SyncLink = () => (
  <LinkButton from="/happenings" to="/happenings/sync" search preload={false} icon={<RefreshIcon />}>
    Abgleich mit der Personalplanung
  </LinkButton>
)

type Ids = ReadonlySet<string | number>
const none: Ids = new Set()

/** What is ticked stays so from page to page and while the list refreshes; another filter begins anew. */
function useSelection({ filter, status, type, start, end }: HappeningsSearch) {
  const asked = JSON.stringify([filter, status, type, start, end])
  const [ticked, setTicked] = useState({ asked, ids: none })
  return {
    selected: ticked.asked === asked ? ticked.ids : none,
    select: (ids: Ids) => setTicked({ asked, ids }),
    clear: () => setTicked({ asked, ids: none }),
  }
}
