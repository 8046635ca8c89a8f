import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { Happening } from '#contract/happenings.ts'
import { isGone, urlOf } from '#web/api.ts'
import { ErrorScreen } from '#web/shell/offline.tsx'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { formatDayAndDate } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { lastList } from './last-list.ts'
import { NoParts } from './no-parts.tsx'
import { partColumns } from './part-columns.tsx'
import { happeningQuery, subhappeningsQuery } from './queries.ts'
import type { HappeningSearch } from './search.ts'
import { StatusBadge } from './status.tsx'
import { StatusButton } from './status-button.tsx'

const route = getRouteApi('/signed-in/happenings/$happening_id')

/** One happening and its parts: who records their times, and how far they have come. */
export function HappeningScreen() {
  const { happening_id } = route.useParams()
  const { data: happening, error } = useSuspenseQuery(happeningQuery(happening_id))
  const gone = isGone(error)
  useWindowTitle(gone ? undefined : happening.name)
  // It was there when it was first asked for; meanwhile it is gone, or somebody else's.
  if (gone) return <NotFoundScreen />
  const { can, name, type, date, status } = happening
  return (
    <Page
      title={name}
      breadcrumb={[
        <Link key="happenings" to="/happenings" search={lastList()}>
          Veranstaltungen
        </Link>,
      ]}
      actions={can.administer && <StatusButton happening={happening} />}
    >
      <DetailsList
        items={[
          { name: 'Art', value: type || '–' },
          { name: 'Datum', value: formatDayAndDate(date) },
          { name: 'Status', value: <StatusBadge status={status} /> },
        ]}
      />
      <Parts happening={happening} />
      <Outlet />
    </Page>
  )
}

function Parts({ happening: { id, can } }: { happening: Happening }) {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/happenings/$happening_id' })
  // The old rows stay until the new ones are there.
  const shown = useDeferredValue(search)
  const { items, pages } = useSuspenseQuery(subhappeningsQuery(id, shown)).data
  const params = { happening_id: id }
  const setSearch = (change: Partial<HappeningSearch>, replace = false) =>
    void navigate({
      to: '/happenings/$happening_id',
      params,
      search: { ...search, page: 0, ...change },
      replace,
    })
  const excel = urlOf('/happenings/{happening_id}.xlsx', params, { happening_filter: search.filter })
  return (
    <>
      <Toolbar
        actions={
          can.administer && (
            <AnchorButton href={excel} download icon={<DownloadIcon />}>
              Excel
            </AnchorButton>
          )
        }
      >
        <FilterBox
          label="Teilveranstaltungen suchen"
          placeholder="Name oder Zeiterfasser …"
          value={search.filter}
          onChange={(filter) => setSearch({ filter }, true)}
        />
      </Toolbar>
      <DataTable
        caption="Teilveranstaltungen"
        columns={partColumns(can.administer)}
        rows={items}
        rowKey={(part) => part.id}
        rowName={({ name }) => name}
        order={search.order_by}
        onOrder={(order_by) => setSearch({ order_by })}
        refreshing={shown !== search}
        empty={<NoParts search={shown} onSearch={setSearch} />}
      />
      <Pager page={shown.page} pages={pages} onPage={(page, replace) => setSearch({ page }, replace)} />
    </>
  )
}

export const HappeningErrorScreen = ({ error }: { error: unknown }) =>
  isGone(error) ? <NotFoundScreen /> : <ErrorScreen error={error} />
