import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router'
import type { UserListItem } from '#contract/users.ts'
import { userFilters } from '#contract/words/users.ts'
import { ColumnsMenu } from '#web/lists/columns-menu.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { shownOf, useListView } from '#web/lists/list-view.ts'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { DocumentsIcon, PlusIcon, RefreshIcon, SendIcon, UsersIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useIsNarrow } from '#web/ui/media.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { Access } from './access.tsx'
import { Chosen } from './chosen.tsx'
import { usersQuery } from './list-query.ts'
import { usersSearch } from './search.ts'
import { UserMenu } from './user-menu.tsx'
import css from './users.module.css'

const route = getRouteApi('/signed-in/users')

export const loadUsers = (search: Record<string, unknown>) =>
  queryClient.ensureQueryData(usersQuery(usersSearch(search)))

export function UsersScreen() {
  const view = useListView('users', usersSearch, route.useSearch(), route.useNavigate())
  const list = useList(route.useSearch(), view.navigate, usersQuery)
  const isNarrow = useIsNarrow()
  const { filter, filter_status } = list.search
  const { selected, onSelect } = list.selection
  const reset = () => list.setSearch({ filter: '', filter_status: '' })
  return (
    <Page
      title="Benutzer"
      breadcrumb={[backToToday]}
      actions={
        <>
          {isNarrow ? (
            <MoreWays />
          ) : (
            <>
              <LinkButton from="/users" to="/users/sync" search icon={<RefreshIcon />}>
                Abgleich mit der Personalplanung
              </LinkButton>
              <LinkButton from="/users" to="/users/import" search icon={<DocumentsIcon />}>
                Aus Datei
              </LinkButton>
              <LinkButton
                from="/users"
                to="/users/invite"
                search={(list) => list}
                preload={false}
                icon={<SendIcon />}
              >
                Einladen
              </LinkButton>
            </>
          )}
          <LinkButton from="/users" to="/users/create" search variant="primary" icon={<PlusIcon />}>
            Neuer Benutzer
          </LinkButton>
        </>
      }
    >
      <UndoLines place="users" />
      <FilterBar
        more={<Select label="Zeigen" {...list.choice('filter_status', userFilters)} />}
        order={{ columns, ...list.table }}
        tools={!isNarrow && <ColumnsMenu columns={columns} hidden={view.hidden} onHide={view.hide} />}
        reset={{ by: { Suche: filter, Zeigen: filter_status }, onReset: reset }}
      >
        <FilterBox label="Benutzer suchen" labelHidden={false} {...list.filterBox} />
      </FilterBar>
      <ListRows
        list={list}
        caption="Benutzer"
        columns={shownOf(columns, view.hidden)}
        rows={list.data.items}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        asRow={asRow}
        {...list.selection}
        empty={
          <Empty
            icon={<UsersIcon />}
            title="Kein Benutzer gefunden"
            action={<Button onClick={reset}>Alle Benutzer zeigen</Button>}
          >
            <p>Suchen Sie mit einem Teil des Namens, der E-Mail oder der Telefonnummer.</p>
          </Empty>
        }
      >
        {selected.size > 0 && <Chosen ids={[...selected].map(Number)} onClear={() => onSelect(new Set())} />}
      </ListRows>
      <Outlet />
    </Page>
  )
}

function MoreWays() {
  const navigate = useNavigate({ from: '/users' })
  return (
    <Menu
      label="Weitere Wege"
      items={[
        {
          text: 'Abgleich mit der Personalplanung',
          icon: <RefreshIcon />,
          onPick: () => void navigate({ to: '/users/sync', search: true }),
        },
        {
          text: 'Aus Datei',
          icon: <DocumentsIcon />,
          onPick: () => void navigate({ to: '/users/import', search: true }),
        },
        {
          text: 'Einladen',
          icon: <SendIcon />,
          onPick: () => void navigate({ to: '/users/invite', search: (list) => list }),
        },
      ]}
    />
  )
}

const columns: Column<UserListItem>[] = [
  {
    key: 'username',
    head: 'Benutzername',
    main: true,
    sortable: true,
    cell: (user) => (
      <span className={css['name']}>
        <PersonLink user={user}>{user.username}</PersonLink>
        <Condition user={user} />
      </span>
    ),
  },
  plannedOrLocal('persplan_vorname', 'Vorname'),
  plannedOrLocal('persplan_nachname', 'Nachname'),
  {
    ...plannedOrLocal('persplan_email', 'E-Mail'),
    cell: ({ email, persplan_email }) => {
      const address = email ?? persplan_email
      return address && <Email address={address} />
    },
  },
  {
    ...plannedOrLocal('persplan_telefon', 'Telefon'),
    hide: 'narrow',
    cell: ({ persplan_telefon: number }) => number && <span className={css['line']}>{number}</span>,
  },
  {
    key: 'is_admin',
    head: 'Rolle',
    sortable: true,
    cell: ({ is_admin }) => (is_admin ? <Badge tone="info">Admin</Badge> : 'Benutzer'),
  },
  { key: 'access', head: 'Zugang', cell: (user) => <Access user={user} /> },
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (user) => <UserMenu user={user} /> },
]

/** On a phone by name; all else is with the person. */
function asRow(user: UserListItem) {
  const { username, is_active, is_admin, has_password } = user
  const name = [user.persplan_vorname, user.persplan_nachname].filter(Boolean).join(' ')
  const address = user.email ?? user.persplan_email
  return {
    title: <PersonLink user={user}>{name || username}</PersonLink>,
    line: [name && username, <Access key="access" user={user} />, address, user.persplan_telefon],
    state:
      is_active && has_password ? is_admin && <Badge tone="info">Admin</Badge> : <Condition user={user} />,
  }
}

/** Nothing is left of an anonymised person to look at. */
const PersonLink = ({ user: { id, is_anonymised }, children }: { user: UserListItem; children: string }) =>
  is_anonymised ? (
    <span>{children}</span>
  ) : (
    <Link to="/users/$user_id/person" params={{ user_id: id }} preload={false}>
      {children}
    </Link>
  )

function Condition({ user: { is_active, is_blocked, is_anonymised, has_password } }: { user: UserListItem }) {
  if (is_active) return !has_password && <Badge tone="warning">Kein Passwort</Badge>
  return (
    <Badge tone={is_blocked ? 'danger' : 'muted'}>
      {is_anonymised ? 'Anonymisiert' : is_blocked ? 'Gesperrt' : 'Deaktiviert'}
    </Badge>
  )
}

/** The planner's value, or the local one. */
function plannedOrLocal(
  key: 'persplan_vorname' | 'persplan_nachname' | 'persplan_email' | 'persplan_telefon',
  head: string,
): Column<UserListItem> {
  return {
    key,
    head,
    sortable: true,
    cell: ({ [key]: fact }) => fact && <span className={css['fact']}>{fact}</span>,
  }
}

/** May wrap before the @. */
function Email({ address }: { address: string }) {
  const at = Math.max(address.indexOf('@'), 0)
  return (
    <span className={`${css['fact']} ${css['email']}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
