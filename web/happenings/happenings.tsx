import { getRouteApi, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failed } from '#web/api.ts'
import { ColumnsMenu } from '#web/lists/columns-menu.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { shownOf, useListView } from '#web/lists/list-view.ts'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { Calendar } from './calendar/calendar.tsx'
import { columnsFor } from './columns.tsx'
import { Filters } from './filters.tsx'
import css from './happenings-views.module.css'
import { rememberList } from './last-list.ts'
import { listQuery, typesQuery } from './list-query.ts'
import { MassHappeningStatus as MassStatus } from './mass-status.tsx'
import { NoHappenings, NothingToRecord } from './no-happenings.tsx'
import { PhoneList } from './phone/phone-list.tsx'
import { fitsDesktop, LIST_DESK, useFitsDesktop } from './room.ts'
import { type CalendarView, type HappeningsSearch, happeningsSearch } from './search.ts'
import { correctedRange, enterCalendar } from './views.ts'

const route = getRouteApi('/signed-in/happenings')

export async function loadHappenings(at: { pathname: string; search: Record<string, unknown> }) {
  const search = happeningsSearch(at.search)
  const days = correctedRange(search)
  if (days) throw redirect({ to: at.pathname, search: { ...search, ...days }, replace: true } as never)
  const isDesk = fitsDesktop(LIST_DESK)
  await Promise.all([
    queryClient.ensureQueryData(listQuery(search, isDesk)),
    queryClient.ensureQueryData(typesQuery),
  ])
}

export function HappeningsScreen() {
  const isDesk = useFitsDesktop(LIST_DESK)
  const view = useListView('happenings', happeningsSearch, route.useSearch(), route.useNavigate())
  const list = useList(route.useSearch(), view.navigate, (search) => listQuery(search, isDesk))
  const { is_admin } = useCurrentUser()
  const { search, shown, selection, error } = list
  useEffect(() => rememberList(search), [search])

  // The person has lost access in the meantime.
  if (error instanceof Failed && error.status === 403)
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
  return (
    <Page
      title="Veranstaltungen"
      actions={
        (isDesk || is_admin) && (
          <>
            {isDesk && <ViewSwitch search={search} onSearch={list.setSearch} />}
            {is_admin && <SyncLink />}
          </>
        )
      }
    >
      <UndoLines place="happenings" />
      {isDesk && (
        <Filters
          list={list}
          isAdmins={is_admin}
          tools={!search.view && <ColumnsMenu columns={columns} hidden={view.hidden} onHide={view.hide} />}
        />
      )}
      {!isDesk ? (
        <PhoneList list={list} items={items} isAdmins={is_admin} empty={empty}>
          {massStatus}
        </PhoneList>
      ) : shown.view ? (
        <Calendar
          view={shown.view}
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
          columns={shownOf(columns, view.hidden)}
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

// Not prefetched: whether a sync is running must be current.
const SyncLink = () => (
  <LinkButton from="/happenings" to="/happenings/sync" search preload={false} icon={<RefreshIcon />}>
    Abgleich mit der Personalplanung
  </LinkButton>
)

type ViewSwitchProps = { search: HappeningsSearch; onSearch: (change: Partial<HappeningsSearch>) => void }

const texts: Record<CalendarView, string> = { week: 'Woche', month: 'Monat' }

/** Switches between list and calendar. Back in the list its default days apply. */
function ViewSwitch({ search, onSearch }: ViewSwitchProps) {
  const button = (text: string, isOn: boolean, go: () => void) => (
    <Button key={text} aria-pressed={isOn} onClick={() => !isOn && go()}>
      {text}
    </Button>
  )
  const { start, end } = happeningsSearch({})
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons: no fieldset
    <div role="group" aria-label="Ansicht" className={css['views']}>
      {button('Liste', search.view === undefined, () => onSearch({ view: undefined, start, end }))}
      {(['week', 'month'] as const).map((view) =>
        button(texts[view], search.view === view, () => onSearch(enterCalendar(view, search))),
      )}
    </div>
  )
}
