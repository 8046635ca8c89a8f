import { getRouteApi, Outlet } from '@tanstack/react-router'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListView } from '#web/lists/list-view.ts'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { ListSearchBox } from '#web/ui/filter/list-search.tsx'
import { GroupsIcon, PlusIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { groupsPageQuery } from './changes.ts'
import { GroupActions } from './group-actions.tsx'
import { customGroupsQuery } from './queries.ts'
import { groupsSearch } from './search.ts'

const route = getRouteApi('/signed-in/groups')

export const loadGroups = () => queryClient.ensureQueryData(customGroupsQuery)

export function GroupsScreen() {
  const view = useListView('groups', groupsSearch, route.useSearch(), route.useNavigate())
  const list = useList(route.useSearch(), view.navigate, groupsPageQuery)
  return (
    <Page
      title="Gruppen"
      breadcrumb={[backToToday]}
      actions={
        <LinkButton from="/groups" to="/groups/create" search variant="primary" icon={<PlusIcon />}>
          Neue Gruppe
        </LinkButton>
      }
    >
      {list.data.count === 0 ? (
        <Empty icon={<GroupsIcon />} title="Es gibt noch keine eigenen Gruppen.">
          <p>
            Legen Sie eine an, und weisen Sie ihr Benutzer zu. Die Gruppen der Personalplanung stehen nur
            unter „Zuweisungen“.
          </p>
        </Empty>
      ) : (
        <>
          <FilterBar
            order={{ columns, ...list.table }}
            reset={{ by: { Suche: list.search.filter }, onReset: () => list.setSearch({ filter: '' }) }}
          >
            <ListSearchBox label="Gruppen suchen" {...list.filterBox} />
          </FilterBar>
          <ListRows
            list={list}
            caption="Eigene Gruppen"
            columns={columns}
            rows={list.data.names}
            rowKey={(name) => name}
            empty={
              <Empty
                icon={<GroupsIcon />}
                title="Keine Gruppe gefunden"
                action={<Button onClick={() => list.setSearch({ filter: '' })}>Alle Gruppen zeigen</Button>}
              >
                <p>Suchen Sie mit einem anderen Teil des Namens.</p>
              </Empty>
            }
          />
        </>
      )}
      <Outlet />
    </Page>
  )
}

const columns: Column<string>[] = [
  { key: 'name', head: 'Name', main: true, sortable: true, cell: (name) => name },
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (name) => <GroupActions name={name} /> },
]
