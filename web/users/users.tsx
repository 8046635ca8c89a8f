import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { UserListItem } from '#contract/users.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { PlusIcon, RefreshIcon, UsersIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { usersQuery } from './queries.ts'
import { filterStatuses, type UsersSearch } from './search.ts'
import { UserMenu } from './user-menu.tsx'
import css from './users.module.css'

const route = getRouteApi('/signed-in/users')
const roles = ['Alle', ...filterStatuses] as const

export function UsersScreen() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/users' })
  // The old rows stay until the new ones are there.
  const shown = useDeferredValue(search)
  const { items, pages } = useSuspenseQuery(usersQuery(shown)).data
  const setSearch = (change: Partial<UsersSearch>, replace = false) =>
    void navigate({ to: '/users', search: { ...search, page: 0, ...change }, replace })

  return (
    <Page
      title="Benutzer"
      actions={
        <>
          <LinkButton from="/users" to="/users/sync" search icon={<RefreshIcon />}>
            Abgleich mit der Personalplanung
          </LinkButton>
          <LinkButton from="/users" to="/users/create" search variant="primary" icon={<PlusIcon />}>
            Neuer Benutzer
          </LinkButton>
        </>
      }
    >
      <Toolbar>
        <FilterBox
          label="Benutzer suchen"
          labelHidden={false}
          value={search.filter}
          onChange={(filter) => setSearch({ filter }, true)}
        />
        <Select
          label="Auswahl"
          choices={roles}
          value={roles.find((role) => role === search.filter_status) ?? 'Alle'}
          onChange={(role) => setSearch({ filter_status: role === 'Alle' ? '' : role })}
        />
      </Toolbar>
      <DataTable
        caption="Benutzer"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        order={search.order_by}
        onOrder={(order_by) => setSearch({ order_by })}
        refreshing={shown !== search}
        empty={<NoUsers search={shown} onReset={() => setSearch({ filter: '', filter_status: '' })} />}
      />
      <Pager page={shown.page} pages={pages} onPage={(page, replace) => setSearch({ page }, replace)} />
      <Outlet />
    </Page>
  )
}

const columns: Column<UserListItem>[] = [
  {
    key: 'username',
    head: 'Benutzername',
    main: true,
    sortable: true,
    cell: ({ username, is_active, is_anonymised, has_password }) => (
      <span className={css['name']}>
        {username}
        {!is_active && <Badge tone="muted">{is_anonymised ? 'Anonymisiert' : 'Deaktiviert'}</Badge>}
        {is_active && !has_password && <Badge tone="warning">Kein Passwort</Badge>}
      </span>
    ),
  },
  known('persplan_vorname', 'Vorname'),
  known('persplan_nachname', 'Nachname'),
  { ...known('persplan_email', 'E-Mail'), cell: ({ persplan_email }) => <Email address={persplan_email} /> },
  {
    ...known('persplan_telefon', 'Telefon'),
    hide: 'narrow',
    cell: ({ persplan_telefon }) => <span className={css['line']}>{persplan_telefon ?? '–'}</span>,
  },
  {
    key: 'is_admin',
    head: 'Rolle',
    sortable: true,
    cell: ({ is_admin }) => (is_admin ? <Badge tone="info">Admin</Badge> : 'Benutzer'),
  },
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (user) => <UserMenu user={user} /> },
]

/** What the planner knows of somebody, and of local users nobody. */
function known(
  key: 'persplan_vorname' | 'persplan_nachname' | 'persplan_email' | 'persplan_telefon',
  head: string,
): Column<UserListItem> {
  return {
    key,
    head,
    sortable: true,
    cell: (user) => <span className={css['fact']}>{user[key] ?? '–'}</span>,
  }
}

/** An address that has to break does so before its @. */
function Email({ address }: { address: string | null }) {
  const at = address?.indexOf('@') ?? -1
  return (
    <span className={css['fact']}>
      {address === null ? '–' : address.slice(0, Math.max(at, 0))}
      {address !== null && <wbr />}
      {address?.slice(Math.max(at, 0))}
    </span>
  )
}

function NoUsers({ search, onReset }: { search: UsersSearch; onReset: () => void }) {
  // The pager is on its way to the last page.
  if (search.page > 0) return null
  return (
    <Empty
      icon={<UsersIcon />}
      title="Kein Benutzer gefunden"
      action={<Button onClick={onReset}>Alle Benutzer zeigen</Button>}
    >
      <p>
        Suchen Sie mit einem Teil des Namens, der E-Mail oder der Telefonnummer, oder wählen Sie andere aus.
      </p>
    </Empty>
  )
}
