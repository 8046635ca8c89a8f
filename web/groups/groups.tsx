import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { GroupsIcon, PlusIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { found } from './found.ts'
import { GroupActions } from './group-actions.tsx'
import { customGroupsQuery } from './queries.ts'
import type { GroupsSearch } from './search.ts'

const route = getRouteApi('/signed-in/groups')

export function GroupsScreen() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/groups' })
  const all = useSuspenseQuery(customGroupsQuery).data
  const { names, pages } = found(all, search)
  const setSearch = (change: Partial<GroupsSearch>, replace = false) =>
    void navigate({ to: '/groups', search: { ...search, page: 0, ...change }, replace })

  return (
    <Page
      title="Gruppen"
      actions={
        <LinkButton from="/groups" to="/groups/create" search variant="primary" icon={<PlusIcon />}>
          Neue Gruppe
        </LinkButton>
      }
    >
      {all.length === 0 ? (
        <Empty icon={<GroupsIcon />} title="Es gibt noch keine eigenen Gruppen.">
          <p>
            Legen Sie eine an und weisen Sie ihr Benutzer zu. Die Gruppen der Personalplanung stehen nur unter
            „Zuweisungen“.
          </p>
        </Empty>
      ) : (
        <>
          <Toolbar>
            <FilterBox
              label="Gruppen suchen"
              value={search.filter}
              onChange={(filter) => setSearch({ filter }, true)}
            />
          </Toolbar>
          <DataTable
            caption="Eigene Gruppen"
            columns={columns}
            rows={names}
            rowKey={(name) => name}
            order={search.order_by}
            onOrder={(order_by) => setSearch({ order_by })}
            empty={
              <Empty
                icon={<GroupsIcon />}
                title="Keine Gruppe gefunden"
                action={<Button onClick={() => setSearch({ filter: '' })}>Alle Gruppen zeigen</Button>}
              >
                <p>Suchen Sie mit einem anderen Teil des Namens.</p>
              </Empty>
            }
          />
          <Pager page={search.page} pages={pages} onPage={(page, replace) => setSearch({ page }, replace)} />
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
