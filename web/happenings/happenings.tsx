import { getRouteApi, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallError } from '#web/api.ts'
import { ColumnsMenu } from '#web/lists/columns-menu.tsx'
import { FindEverywhereLink } from '#web/lists/find-everywhere.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListView, visibleColumns } from '#web/lists/list-view.ts'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { currentUserQuery, useCurrentUser } from '#web/users/queries.ts'
import { Calendar } from './calendar/calendar.tsx'
import { columnsFor } from './columns.tsx'
import { Filters } from './filters.tsx'
import css from './happenings-views.module.css'
import { lastListStore } from './last-list.ts'
import { listQuery, typesQuery, viewFor } from './list-query.ts'
import { MassHappeningStatus as MassStatus } from './mass-status.tsx'
import { NoHappenings, NothingToRecord } from './no-happenings.tsx'
import { DayList } from './phone/day-list.tsx'
import { fitsDesktop, LIST_DESKTOP_REM, useFitsDesktop } from './room.ts'
import { type HappeningsSearch, happeningsSearch, isCalendar, type View } from './search.ts'
import { correctedRange, initialCalendarRange } from './views.ts'

const route = getRouteApi('/signed-in/happenings')

export async function loadHappenings(at: { pathname: string; search: Record<string, unknown> }) {
  const search = happeningsSearch(at.search)
  const days = correctedRange(search)
  if (days) throw redirect({ to: at.pathname, search: { ...search, ...days }, replace: true } as never)
  const isAdmin = queryClient.getQueryData(currentUserQuery.queryKey)?.is_admin ?? false
  const view = viewFor(search, fitsDesktop(LIST_DESKTOP_REM), isAdmin)
  await Promise.all([
    queryClient.ensureQueryData(listQuery(search, view)),
    queryClient.ensureQueryData(typesQuery),
  ])
}

export function HappeningsScreen() {
  const isDesk = useFitsDesktop(LIST_DESKTOP_REM)
  const { is_admin } = useCurrentUser()
  const { hidden, hide, navigate } = useListView(
    'happenings',
    happeningsSearch,
    route.useSearch(),
    route.useNavigate(),
  )
  const viewOf = (search: HappeningsSearch) => viewFor(search, isDesk, is_admin)
  const list = useList(route.useSearch(), navigate, (search) => listQuery(search, viewOf(search)))
  const { search, shown, selection, error } = list
  useEffect(() => lastListStore.set(search), [search])

  // The person has lost access in the meantime.
  if (error instanceof CallError && error.status === 403)
    return (
      <Page title="Veranstaltungen">
        <NothingToRecord />
      </Page>
    )
  const empty = (
    <NoHappenings
      search={shown}
      isAdmins={is_admin}
      onSearch={list.setSearch}
      sync={is_admin && <SyncLink />}
    />
  )
  const massStatus = is_admin && selection.selected.size > 0 && (
    <MassStatus ids={[...selection.selected].map(Number)} onSelect={selection.onSelect} />
  )
  const { items } = list.data
  const columns = columnsFor(is_admin)
  const view = viewOf(shown)
  return (
    <Page
      title="Veranstaltungen"
      width="full"
      actions={
        (isDesk || is_admin) && (
          <>
            {isDesk && <ViewSwitch search={search} view={viewOf(search)} onSearch={list.setSearch} />}
            {is_admin && <SyncLink />}
          </>
        )
      }
    >
      <UndoLines place="happenings" />
      <Filters
        list={list}
        isAdmins={is_admin}
        isDesk={isDesk}
        tools={
          isDesk &&
          viewOf(search) === 'list' && <ColumnsMenu columns={columns} hidden={hidden} onHide={hide} />
        }
      />
      {view === 'days' ? (
        <>
          <DayList
            search={shown}
            items={items}
            refreshing={list.table.refreshing}
            ticks={is_admin ? selection : undefined}
            empty={empty}
          />
          <FindEverywhereLink filter={shown.filter} />
          {massStatus}
          <Pager {...list.pager} />
        </>
      ) : isCalendar(view) ? (
        <Calendar
          view={view}
          search={shown}
          items={items}
          isCut={list.data.pages > 1}
          refreshing={list.table.refreshing}
          onSearch={list.setSearch}
        />
      ) : (
        <ListRows
          list={list}
          caption="Veranstaltungen"
          columns={visibleColumns(columns, hidden)}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          {...(is_admin && selection)}
          empty={empty}
        >
          {massStatus}
        </ListRows>
      )}
      <Outlet />
    </Page>
  )
}

// Not prefetched: the dialog must know whether a sync is running now.
const SyncLink = () => (
  <LinkButton from="/happenings" to="/happenings/sync" search preload={false} icon={<RefreshIcon />}>
    Abgleich mit der Personalplanung
  </LinkButton>
)

type ViewSwitchProps = {
  search: HappeningsSearch
  view: View
  onSearch: (change: Partial<HappeningsSearch>) => void
}

const viewChoices = [
  ['days', 'Tage'],
  ['list', 'Liste'],
  ['week', 'Woche'],
  ['month', 'Monat'],
] as const

/** A switch from a calendar to the list or the days resets the date range to the default. */
function ViewSwitch({ search, view: present, onSearch }: ViewSwitchProps) {
  const go = (view: View) => {
    const { start, end } = isCalendar(present) ? happeningsSearch({}) : search
    onSearch(isCalendar(view) ? initialCalendarRange(view, search) : { view, start, end })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons: no fieldset
    <div role="group" aria-label="Ansicht" className={css['views']}>
      {viewChoices.map(([view, text]) => (
        <Button key={view} aria-pressed={view === present} onClick={() => view !== present && go(view)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
