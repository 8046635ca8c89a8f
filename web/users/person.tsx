// Administrators' page about a person: groups, documents, teams, sessions, history.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { GroupOfPerson } from '#contract/assignments.ts'
import type { AuditObject } from '#contract/audit.ts'
import { ask } from '#web/api.ts'
import { auditQuery } from '#web/audit/queries.ts'
import { auditSearch } from '#web/audit/search.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { useOpenDirectChat } from '#web/chat/queries.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import { queryClient } from '#web/query-client.ts'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { SendIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from '#web/ui/section.tsx'
import { accessInWords } from './access.tsx'
import { cellStateWords } from './assignments/cells.ts'
import { assignmentsSearch } from './assignments/search.ts'
import { userSessionsQuery } from './changes.ts'
import css from './person.module.css'
import { DocsOfPerson, firstDocsQuery } from './person-docs.tsx'
import { firstTeamsQuery, TeamsOfPerson } from './person-teams.tsx'
import { useCurrentUser, userQuery } from './queries.ts'
import { usersSearch } from './search.ts'
import { confirmSetActive } from './set-active.tsx'
import { spokenName } from './spoken-name.ts'
import { UserMenu } from './user-menu.tsx'

const route = getRouteApi('/signed-in/users/$user_id/person')

const groupsQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'groups-of', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/groups/', { params: { user_id }, signal }),
  })

const personAuditSearch = (user_id: number) => auditSearch({ object: `user ${user_id}` })

/** Loaded in parallel, so that nothing shifts. The first two are required. */
export const loadPerson = (user_id: number) =>
  Promise.all([
    queryClient.ensureQueryData(userQuery(user_id)),
    queryClient.ensureQueryData(groupsQuery(user_id)),
    queryClient.prefetchQuery(firstDocsQuery(user_id)),
    queryClient.prefetchQuery(firstTeamsQuery(user_id)),
    queryClient.prefetchQuery(userSessionsQuery(user_id)),
    queryClient.prefetchQuery(auditQuery(personAuditSearch(user_id))),
  ])

export function PersonScreen() {
  const { user_id } = route.useParams()
  const user = useSuspenseQuery(userQuery(user_id)).data
  const { groups, chats } = useSuspenseQuery(groupsQuery(user_id)).data
  const name = spokenName(user)
  const me = useCurrentUser()
  const writeTo = useOpenDirectChat()
  useWindowTitle(name)
  return (
    <Page
      title={name}
      breadcrumb={[
        <Link key="users" to="/users">
          Benutzer
        </Link>,
      ]}
      aside={user.is_admin && <Badge tone="info">Admin</Badge>}
      actions={
        <>
          {user.can.delete && !user.is_anonymised && (
            <Button onClick={() => void confirmSetActive([user_id], !user.is_active, name)}>
              {user.is_active ? 'Deaktivieren' : 'Aktivieren'}
            </Button>
          )}
          {user.is_active && user_id !== me.id && (
            <Button onClick={() => void writeTo(user_id)}>Nachricht</Button>
          )}
          {user.is_active && (
            <LinkButton
              to="/users/invite"
              search={{ ...usersSearch({ filter: user.username }), ids: String(user_id) }}
              preload={false}
              variant="primary"
              icon={<SendIcon />}
            >
              Einladen
            </LinkButton>
          )}
          <UserMenu user={user} isOwnPage />
        </>
      }
    >
      <DetailsList
        items={[
          { name: 'Benutzername', value: user.username },
          { name: 'E-Mail', value: <EmailAddress of={user.email ?? user.persplan_email} /> },
          { name: 'Telefon', value: user.persplan_telefon ?? '–' },
          { name: 'Zugang', value: accessInWords(user) },
        ]}
      />
      <Section title="Prozesse">
        <DocsOfPerson user_id={user_id} />
      </Section>
      <Section title="Teams">
        <TeamsOfPerson user_id={user_id} />
      </Section>
      <Section
        title="Gruppen"
        aside={
          // Inactive users are not in the matrix.
          user.is_active && (
            <Link to="/groupassignments" search={assignmentsSearch({ filterUser: user.username })}>
              Gruppe zuweisen
            </Link>
          )
        }
      >
        {groups.length === 0 ? (
          <p className={css['none']}>In keiner Gruppe.</p>
        ) : (
          <ul className={css['rows']}>
            {groups.map((group) => (
              <GroupItem key={group.id} group={group} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Gemeinsame Chats">
        {chats.length === 0 ? (
          <p className={css['none']}>Sie sind mit dieser Person in keinem Chat einer Gruppe.</p>
        ) : (
          <ul className={css['rows']}>
            {chats.map(({ id, name: room }) => (
              <li key={id}>
                <Link
                  to="/chat/$room/$group_id"
                  params={{ room: 'groups', group_id: id }}
                  search={defaultChatSearch}
                >
                  {room}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Angemeldet auf">
        <Sessions user_id={user_id} />
      </Section>
      <Section
        title="Was mit dem Konto geschah"
        aside={
          <Link to="/audit" search={personAuditSearch(user_id)}>
            Im Protokoll
          </Link>
        }
      >
        <LatestChanges user_id={user_id} />
      </Section>
    </Page>
  )
}

/** Allows a line break before the @. */
const EmailAddress = ({ of: address }: { of: string | null }) => {
  const [name, host] = address?.split('@') ?? []
  return name && host ? (
    <>
      {name}
      <wbr />@{host}
    </>
  ) : (
    (address ?? '–')
  )
}

function GroupItem({ group }: { group: GroupOfPerson }) {
  const { name, state, provider, changed_by_display_name: by, changed_at: at } = group
  const isChanged = state !== 'imported' && by !== null && at !== null
  return (
    <li>
      <span className={css['what']}>{name}</span>
      <span className="quiet">
        {state === 'imported' && provider !== null ? `über ${provider}` : cellStateWords[state]}
        {isChanged && `, von ${by} am ${formatDate(at)}`}
      </span>
    </li>
  )
}

const LoadError = ({ error }: { error: Error | null }) =>
  error && <p className={css['none']}>{error.message}</p>

function Sessions({ user_id }: { user_id: number }) {
  const { data, error } = useQuery(userSessionsQuery(user_id))
  if (!data) return <LoadError error={error} />
  const { items } = data
  return items.length === 0 ? (
    <p className={css['none']}>Nirgends angemeldet.</p>
  ) : (
    <SessionList sessions={items} />
  )
}

/** Number of latest audit rows. */
const MAX_CHANGES = 10

function LatestChanges({ user_id }: { user_id: number }) {
  const { data, error } = useQuery(auditQuery(personAuditSearch(user_id)))
  if (!data) return <LoadError error={error} />
  const { items } = data
  if (items.length === 0) return <p className={css['none']}>Noch nichts.</p>
  return (
    <ul className={css['rows']}>
      {items.slice(0, MAX_CHANGES).map(({ id, at, sentence, display_name, objects }) => (
        <li key={id}>
          <span className={css['what']}>
            {sentence}
            {otherObjects(objects, user_id)}
          </span>
          <span className="quiet">
            {formatDateTime(at)}
            {display_name !== null && `, von ${display_name}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Other objects of the row, such as a group. */
function otherObjects(objects: readonly AuditObject[], user_id: number): string {
  const names = objects.flatMap(({ kind, id, name }) =>
    name === null || (kind === 'user' && id === user_id) ? [] : [name],
  )
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}
