import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router'
import type { UserListItem } from '#contract/users.ts'
import { userFilters } from '#contract/words/users.ts'
import { ColumnsMenu } from '#web/lists/columns-menu.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListView, visibleColumns } from '#web/lists/list-view.ts'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { ListSearchBox } from '#web/ui/filter/list-search.tsx'
import { DocumentsIcon, PlusIcon, RefreshIcon, SendIcon, UsersIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useIsNarrow } from '#web/ui/media.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { AccessSummary, accessInWords, conditionBadge } from './access.tsx'
import { usersQuery } from './list-query.ts'
import { usersSearch } from './search.ts'
import { SelectedUsersBar } from './selected-users-bar.tsx'
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
      width="full"
      breadcrumb={[backToToday]}
      actions={
        <>
          {isNarrow ? (
            <MoreActionsMenu />
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
        <ListSearchBox label="Benutzer suchen" labelHidden={false} {...list.filterBox} />
      </FilterBar>
      <ListRows
        list={list}
        caption="Benutzer"
        columns={visibleColumns(columns, view.hidden)}
        rows={list.data.items}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        asRow={toNarrowRow}
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
        {selected.size > 0 && (
          <SelectedUsersBar ids={[...selected].map(Number)} onClear={() => onSelect(new Set())} />
        )}
      </ListRows>
      <Outlet />
    </Page>
  )
}

function MoreActionsMenu() {
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
    heads: [
      { key: 'persplan_nachname', head: 'Nachname' },
      { key: 'persplan_vorname', head: 'Vorname' },
      { key: 'username', head: 'Benutzername' },
    ],
    main: true,
    cell: (user) => {
      const { id, username, persplan_nachname, persplan_vorname } = user
      const name = [persplan_nachname, persplan_vorname].filter(Boolean).join(', ')
      return (
        <span className={css['person']}>
          <Avatar name={name || username} id={id} size="small" />
          <span className={css['names']}>
            <PersonLink user={user}>{name || username}</PersonLink>
            {name && <span className={css['username']}>{username}</span>}
          </span>
        </span>
      )
    },
  },
  {
    key: 'persplan_email',
    head: 'E-Mail und Telefon',
    heads: [
      { key: 'persplan_email', head: 'E-Mail' },
      { key: 'persplan_telefon', head: 'Telefon' },
    ],
    cell: (user) => {
      const ways = [effectiveEmail(user), user.persplan_telefon].filter(Boolean)
      return (
        ways.length > 0 && (
          <span className={`${css['names']} ${css['ways']}`}>
            {ways.map((way) => (
              <span key={way} title={way ?? ''}>
                {way}
              </span>
            ))}
          </span>
        )
      )
    },
  },
  {
    key: 'is_admin',
    head: 'Rolle',
    sortable: true,
    cell: ({ is_admin }) =>
      is_admin ? <Badge tone="info">Admin</Badge> : <span className="only-read">Benutzer</span>,
  },
  { key: 'groups', head: 'Gruppen', cell: ({ groups }) => <GroupNames names={groups} /> },
  { key: 'access', head: 'Zugang', cell: (user) => <AccessSummary user={user} /> },
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (user) => <UserMenu user={user} /> },
]

/** Row on a phone: identified by the full name. Everything else is on the person's page. */
function toNarrowRow(user: UserListItem) {
  const { username, is_admin } = user
  const name = [user.persplan_vorname, user.persplan_nachname].filter(Boolean).join(' ')
  return {
    title: <PersonLink user={user}>{name || username}</PersonLink>,
    line: [
      name && username,
      user.is_active && accessInWords(user),
      effectiveEmail(user),
      user.persplan_telefon,
    ],
    state: conditionBadge(user) ?? (is_admin && <Badge tone="info">Admin</Badge>),
  }
}

/** The address entered here has precedence over that of the planner. */
const effectiveEmail = ({ email, persplan_email }: UserListItem) => email ?? persplan_email

/** No link for an anonymised user, whose page would have nothing to show. */
const PersonLink = ({ user: { id, is_anonymised }, children }: { user: UserListItem; children: string }) =>
  is_anonymised ? (
    <span>{children}</span>
  ) : (
    <Link to="/users/$user_id/person" params={{ user_id: id }} preload={false}>
      {children}
    </Link>
  )

/** Groups shown by name. Any others are only counted. */
const MAX_NAMED_GROUPS = 3

function GroupNames({ names }: { names: UserListItem['groups'] }) {
  const others = names.length - MAX_NAMED_GROUPS
  return (
    names.length > 0 && (
      <span className={css['groups']} title={names.join(', ')}>
        {names.slice(0, MAX_NAMED_GROUPS).map((name) => (
          <span key={name}>{name}</span>
        ))}
        {others > 0 && <b>+{others}</b>}
      </span>
    )
  )
}
