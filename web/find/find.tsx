// The search over everything, from top to bottom: the field, then the hits by kind, each a way to its place.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps, useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { Found } from '#contract/find.ts'
import { startDirect } from '#web/chat/changes.ts'
import { pathOf, startChat } from '#web/chat/search.ts'
import { startHappening, startTimesheet } from '#web/happenings/search.ts'
import { useHasNetwork } from '#web/shell/use-away.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { ChatIcon, SearchIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { nextBelow } from '#web/ui/keyboard/arrows.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './find.module.css'
import type { Place } from './places.ts'
import { findQuery, placesQuery, roomsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/find')

/** Who began here is led to where everybody begins. */
const way = [
  <Link key="today" to="/today">
    Heute
  </Link>,
]

export function FindScreen() {
  const { filter } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isFetching, isPlaceholderData } = useQuery(findQuery({ filter }))
  // What is not there yet, or is still that of the words before.
  const waits = !useHasNetwork() && (!data || isPlaceholderData)
  const places = usePlaces(filter)
  const rooms = useRooms(filter)
  const isAsked = filter.trim() !== ''
  return (
    <Page title="Suche" breadcrumb={way}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys lead from hit to hit, wherever inside the focus is */}
      <div className={css['find']} onKeyDown={toNextHit}>
        <FilterBox
          isFirst
          label="Alles durchsuchen"
          placeholder="Namen, Prozesse, Nachrichten …"
          value={filter}
          onChange={(next) => void navigate({ to: '.', search: { filter: next }, replace: true })}
        />
        {!isAsked && <Hint />}
        {isAsked && error && !data && <Notice tone="warning">{error.message}</Notice>}
        {isAsked && waits && (
          <Notice tone="info">
            Die Suche braucht eine Verbindung. Sobald Sie wieder Netz haben, geht sie weiter.
          </Notice>
        )}
        {isAsked && !data && isFetching && !waits && <Spinner />}
        {isAsked && data && <Hits found={data} filter={filter} places={places} rooms={rooms} />}
      </div>
    </Page>
  )
}

const Hint = () => (
  <Empty icon={<SearchIcon />} title="Wonach suchen Sie?">
    <p>
      Personen, Prozesse und ihre Texte, Ihre eigenen Angaben, Veranstaltungen, Ihre Chats und Nachrichten
      daraus: Der Anfang eines Wortes genügt.
    </p>
  </Empty>
)

/** Up and down through the hits, from the field and back into it. */
function toNextHit(event: KeyboardEvent<HTMLDivElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  // In the field these two move the cursor.
  if (event.key === 'Home' || event.key === 'End') return
  const next = nextBelow(event, at, stops.length)
  if (next === undefined) return
  event.preventDefault()
  stops[next]?.focus()
}

type HitsProps = { found: Found; filter: string; places: Place[]; rooms: ReturnType<typeof useRooms> }

function Hits({ found, filter, places, rooms }: HitsProps) {
  const { people, documents, answers, happenings, messages } = found
  const count = Object.values(found).reduce(
    (sum, { items }) => sum + items.length,
    places.length + rooms.length,
  )
  if (count === 0)
    return (
      <>
        <Empty icon={<SearchIcon />} title="Nichts gefunden">
          <p>Es zählt der Anfang jedes Wortes. Suchen Sie mit weniger oder kürzeren Wörtern.</p>
        </Empty>
        {messages.only_newest && <OlderFollow />}
      </>
    )
  return (
    <>
      <output className="only-read">{count === 1 ? '1 Treffer' : `${count} Treffer`}</output>
      <Kind title="Seiten" more={false}>
        {places.map(({ to, search, hash, title, within }) => (
          <Hit key={`${to}#${hash ?? ''}`} to={to} search={search} hash={hash} name={title} text={within} />
        ))}
      </Kind>
      <Kind title="Personen" more={people.more}>
        {people.items.map((person) => (
          <PersonHit key={person.id} person={person} />
        ))}
      </Kind>
      <Kind title="Chats" more={false}>
        {rooms.map(({ id, name }) => (
          <Hit
            key={id}
            to="/chat/$room/$group_id"
            params={pathOf({ kind: 'groups', room_id: id })}
            search={startChat}
            name={name}
            text="Chat der Gruppe"
          />
        ))}
      </Kind>
      <Kind title="Prozesse" more={documents.more}>
        {documents.items.map(({ id, name, excerpt }) => (
          <Hit
            key={id}
            to="/docs/$doc_id/show"
            params={{ doc_id: id }}
            search={{ find: filter }}
            name={name}
            text={excerpt}
          />
        ))}
      </Kind>
      <Kind title="Ihre Angaben" more={answers.more}>
        {answers.items.map(({ doc_id, doc_name, field, excerpt }) => (
          <Hit
            key={doc_id}
            to="/docs/$doc_id/show"
            params={{ doc_id }}
            search={{ field }}
            name={doc_name}
            text={`${field}: ${excerpt}`}
          />
        ))}
      </Kind>
      <Kind title="Veranstaltungen" more={happenings.more}>
        {happenings.items.map(({ id, name, type, date, part }) => (
          <Hit
            key={`${id} ${part?.id}`}
            {...(part
              ? {
                  to: '/happenings/$happening_id/$subhappening_id/timesheet',
                  params: { happening_id: id, subhappening_id: part.id },
                  search: startTimesheet,
                }
              : { to: '/happenings/$happening_id', params: { happening_id: id }, search: startHappening })}
            name={part ? `${name} · ${part.name}` : name}
            text={[formatDate(date), type].filter(Boolean).join(' · ')}
          />
        ))}
      </Kind>
      <Kind title="Nachrichten" more={messages.more}>
        {messages.items.map(({ id, kind, room_id, room_name, display_name, created_at, excerpt }) => (
          <Hit
            key={id}
            to="/chat/$room/$group_id"
            params={pathOf({ kind, room_id })}
            search={{ message: id, find: filter }}
            name={kind === 'direct' ? display_name : `${display_name} in ${room_name}`}
            text={excerpt}
            at={created_at}
          />
        ))}
      </Kind>
      {messages.only_newest && <OlderFollow />}
    </>
  )
}

const OlderFollow = () => (
  <Notice tone="info">
    Die Daten sind gerade wiederhergestellt worden: Von den Nachrichten sind zuerst die neuesten zu finden, in
    wenigen Minuten alle.
  </Notice>
)

/** Hits of one kind; of many the first. */
function Kind({ title, more, children }: { title: string; more: boolean; children: ReactNode[] }) {
  const heading = useId()
  if (children.length === 0) return null
  return (
    <section aria-labelledby={heading} className={css['kind']}>
      <h2 id={heading}>{title}</h2>
      <ul>{children}</ul>
      {more && <p className={css['more']}>Es gibt weitere: Noch ein Wort grenzt die Suche ein.</p>}
    </section>
  )
}

type HitProps = {
  to: string
  params?: object
  search?: object | undefined
  hash?: string | undefined
  name: string
  text?: string | null | undefined
  at?: string
}

function Hit({ to, params = {}, search = {}, hash, name, text, at }: HitProps) {
  return (
    <li>
      <Link {...({ to, params, search, hash } as LinkProps)} className={css['hit']} data-hit>
        <Words name={name} text={text} at={at} />
      </Link>
    </li>
  )
}

/** Opens the chat with them, or begins it; for administrators the person comes first. */
function PersonHit({ person: { id, display_name, username } }: { person: Found['people']['items'][number] }) {
  const { is_admin } = useCurrentUser()
  const navigate = useNavigate()
  const write = async () => {
    try {
      const room = await startDirect(id)
      await navigate({ to: '/chat/$room/$group_id', params: pathOf(room), search: { show_hidden: false } })
    } catch (error) {
      toastFailure(error)
    }
  }
  const look = { className: `${css['hit']} ${css['person']}`, 'data-hit': true }
  const shown = (text: string) => (
    <>
      <Avatar name={display_name} id={id} />
      <span>
        <Words name={display_name} text={text} />
      </span>
    </>
  )
  if (is_admin)
    return (
      <li className={css['both']}>
        <Link to="/users/$user_id/person" params={{ user_id: id }} {...look}>
          {shown(username)}
        </Link>
        <IconButton
          label={`Nachricht an ${display_name} schreiben`}
          icon={<ChatIcon />}
          data-hit
          onClick={() => void write()}
        />
      </li>
    )
  return (
    <li>
      <button type="button" {...look} onClick={() => void write()}>
        {shown('Nachricht schreiben')}
      </button>
    </li>
  )
}

type WordsProps = { name: string; text?: string | null | undefined; at?: string | undefined }

const Words = ({ name, text, at }: WordsProps) => (
  <>
    <span className={css['name']}>
      <bdi>{name}</bdi>
      {at && (
        <span className={css['at']}>
          <time dateTime={at}>{toTheMinute(at)}</time>
        </span>
      )}
    </span>
    {text && (
      <span className={css['text']}>
        <bdi>{text}</bdi>
      </span>
    )}
  </>
)

/** '03.04.2027, 09:30' */
const toTheMinute = (at: string) => formatDateTime(at).slice(0, 16).replace(' ', ', ')

/** The group chats that are called so. */
function useRooms(filter: string) {
  const { data: rooms = [] } = useQuery(roomsQuery({ filter }))
  return useQuery(placesQuery).data?.roomsFor(filter, rooms) ?? []
}

/** The screens and sections that are called so. */
function usePlaces(filter: string): Place[] {
  const user = useCurrentUser()
  const { routesById } = useRouter()
  return useQuery(placesQuery).data?.placesFor(filter, user, Object.values(routesById)) ?? []
}
