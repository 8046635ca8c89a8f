/** One person, for administrators: what they belong to, what they have to do, where they are signed in, what was changed. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useState } from 'react'
import type { DocOfPerson } from '#contract/publishing.ts'
import type { TeamOfPerson } from '#contract/shifts.ts'
import type { GroupOfPerson, UserListItem } from '#contract/users.ts'
import { ask } from '#web/api.ts'
import { auditQuery } from '#web/audit/queries.ts'
import { auditSearch } from '#web/audit/search.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { startChat } from '#web/chat/search.ts'
import { startHappening } from '#web/happenings/search.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useList } from '#web/lists/use-list.ts'
import { every } from '#web/poll.ts'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { formatDate, formatDateTime, formatNumber } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { userSessionsQuery } from './changes.ts'
import css from './person.module.css'
import { userQuery } from './queries.ts'
import { usersSearch } from './search.ts'
import { spokenName } from './spoken-name.ts'

const route = getRouteApi('/signed-in/users/$user_id/person')

type Asked = { page: number; order_by: string }

const groupsQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'groups-of', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/groups/', { params: { user_id }, signal }),
  })
const docsQuery = (user_id: number) => (query: Asked) =>
  queryOptions({
    queryKey: ['users', 'docs-of', user_id, query],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/docs/', { params: { user_id }, query, signal }),
    refetchInterval: every(30_000),
  })
const teamsQuery = (user_id: number) => (query: Asked) =>
  queryOptions({
    queryKey: ['users', 'teams-of', user_id, query],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/teams/', { params: { user_id }, query, signal }),
    refetchInterval: every(30_000),
  })

const startDocs: Asked = { page: 0, order_by: '+state' }
const startTeams: Asked = { page: 0, order_by: '-date' }
const aboutThem = (user_id: number) => auditSearch({ object: `user ${user_id}` })

export function PersonScreen() {
  const { user_id } = route.useParams()
  const user = useSuspenseQuery(userQuery(user_id)).data
  const { groups, chats } = useSuspenseQuery(groupsQuery(user_id)).data
  const name = spokenName(user)
  useWindowTitle(name)
  return (
    <Page
      title={name}
      breadcrumb={[
        <Link key="users" to="/users" search={usersSearch({})}>
          Benutzer
        </Link>,
      ]}
      aside={user.is_admin && <Badge tone="info">Admin</Badge>}
      actions={
        <LinkButton to="/users" search={usersSearch({ filter: user.username })}>
          In der Liste
        </LinkButton>
      }
    >
      <dl className={css['facts']}>
        <Fact term="Benutzername">{user.username}</Fact>
        <Fact term="E-Mail">{user.email ?? user.persplan_email ?? '–'}</Fact>
        <Fact term="Telefon">{user.persplan_telefon ?? '–'}</Fact>
        <Fact term="Zugang">{accessOf(user)}</Fact>
      </dl>
      <Part title="Prozesse">
        <Docs user_id={user_id} />
      </Part>
      <Part title="Teams">
        <Teams user_id={user_id} />
      </Part>
      <Part title="Gruppen">
        {groups.length === 0 ? (
          <p className={css['none']}>In keiner Gruppe.</p>
        ) : (
          <ul className={css['rows']}>
            {groups.map((group) => (
              <Group key={group.id} group={group} />
            ))}
          </ul>
        )}
      </Part>
      <Part title="Gemeinsame Chats">
        {chats.length === 0 ? (
          <p className={css['none']}>Sie sind mit dieser Person in keinem Chat einer Gruppe.</p>
        ) : (
          <ul className={css['rows']}>
            {chats.map(({ id, name: room }) => (
              <li key={id}>
                <Link to="/chat/$room/$group_id" params={{ room: 'groups', group_id: id }} search={startChat}>
                  {room}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Angemeldet auf">
        <Sessions user_id={user_id} />
      </Part>
      <Part
        title="Was mit dem Konto geschah"
        aside={
          <Link to="/audit" search={aboutThem(user_id)}>
            Im Protokoll
          </Link>
        }
      >
        <Changes user_id={user_id} />
      </Part>
    </Page>
  )
}

function accessOf({ is_active, last_seen_at, invitation }: UserListItem): string {
  if (!is_active) return 'Deaktiviert'
  if (last_seen_at !== null) return `zuletzt am ${formatDateTime(last_seen_at).slice(0, 16)}`
  return invitation ? `eingeladen am ${formatDate(invitation.made_at)}` : 'nie angemeldet'
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css['part']}>
      <div className={css['head']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <Suspense>{children}</Suspense>
    </section>
  )
}

// Several lists on one screen have no place in its address.
function Docs({ user_id }: { user_id: number }) {
  const [asked, setAsked] = useState(startDocs)
  const list = useList(asked, async ({ search }) => setAsked(search), docsQuery(user_id))
  return (
    <ListRows
      list={list}
      caption="Prozesse"
      columns={docColumns}
      rows={list.data.items}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={<p className={css['none']}>Nichts auszufüllen.</p>}
    />
  )
}

const words = { finished: 'Fertig', begun: 'Angefangen', missing: 'Fehlt' }
const tones = { finished: 'success', begun: 'info', missing: 'warning' } as const

const docColumns: Column<DocOfPerson>[] = [
  {
    key: 'name',
    head: 'Prozess',
    main: true,
    sortable: true,
    cell: ({ id, name }) => (
      <Link to="/docs/$doc_id/people" params={{ doc_id: id }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'state',
    head: 'Stand',
    sortable: true,
    cell: ({ state, filled, fields, status }) => (
      <span>
        <Badge tone={tones[state]}>{words[state]}</Badge> {formatNumber(filled)}/{formatNumber(fields)}
        {status === 'Erledigt' && ', erledigt'}
      </span>
    ),
  },
  {
    key: 'due_on',
    head: 'Frist',
    sortable: true,
    cell: ({ due_on }) => (due_on ? formatDate(due_on) : '–'),
  },
  {
    key: 'changed_at',
    head: 'Zuletzt am',
    sortable: true,
    cell: ({ changed_at }) => (changed_at ? <Moment at={changed_at} toMinute /> : '–'),
  },
]

function Teams({ user_id }: { user_id: number }) {
  const [asked, setAsked] = useState(startTeams)
  const list = useList(asked, async ({ search }) => setAsked(search), teamsQuery(user_id))
  return (
    <ListRows
      list={list}
      caption="Teams"
      columns={teamColumns}
      rows={list.data.items}
      rowKey={({ subhappening_id }) => subhappening_id}
      rowName={({ happening_name, name }) => `${happening_name} – ${name}`}
      empty={<p className={css['none']}>In keinem Team.</p>}
    />
  )
}

const teamColumns: Column<TeamOfPerson>[] = [
  {
    key: 'name',
    head: 'Veranstaltung',
    main: true,
    sortable: true,
    cell: ({ happening_id, happening_name, name }) => (
      <Link to="/happenings/$happening_id" params={{ happening_id }} search={startHappening}>
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
  { key: 'status', head: 'Status', cell: ({ status }) => status },
]

const states = {
  granted: 'von Hand zugewiesen',
  imported: 'aus der Planung',
  revoked: 'entzogen',
  empty: 'nicht zugewiesen',
}

function Group({ group }: { group: GroupOfPerson }) {
  const { name, state, provider, changed_by_display_name: by, changed_at: at } = group
  const isChanged = state !== 'imported' && by !== null && at !== null
  return (
    <li>
      <span className={css['what']}>{name}</span>
      <span className={css['how']}>
        {state === 'imported' && provider !== null ? `über ${provider}` : states[state]}
        {isChanged && `, von ${by} am ${formatDate(at)}`}
      </span>
    </li>
  )
}

function Sessions({ user_id }: { user_id: number }) {
  const items = useQuery(userSessionsQuery(user_id)).data?.items
  if (!items) return null
  return items.length === 0 ? (
    <p className={css['none']}>Nirgends angemeldet.</p>
  ) : (
    <SessionList sessions={items} />
  )
}

/** The newest of what the audit log tells of them. */
const NEWEST = 10

function Changes({ user_id }: { user_id: number }) {
  const items = useQuery(auditQuery(aboutThem(user_id))).data?.items
  if (!items) return null
  if (items.length === 0) return <p className={css['none']}>Noch nichts.</p>
  return (
    <ul className={css['rows']}>
      {items.slice(0, NEWEST).map(({ id, at, sentence, display_name }) => (
        <li key={id}>
          <span className={css['what']}>{sentence}</span>
          <span className={css['how']}>
            {formatDateTime(at)}
            {display_name !== null && `, ${display_name}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
