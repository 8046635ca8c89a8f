// Global search: field and hits.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { useHasNetwork } from '#web/shell/use-away.ts'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { nextBelow } from '#web/ui/keyboard/arrows.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './find.module.css'
import { Hits } from './hits.tsx'
import { type Place, placesFor, roomsFor } from './places.ts'
import { findQuery, roomsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/find')

export function FindScreen() {
  const { filter } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isFetching, isPlaceholderData } = useQuery(findQuery({ filter }))
  // Offline, without matching results.
  const waits = !useHasNetwork() && (!data || isPlaceholderData)
  const places = usePlaces(filter)
  const rooms = useRooms(filter)
  const isAsked = filter.trim() !== ''
  return (
    <Page title="Suche" breadcrumb={[backToToday]}>
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

/** Arrow keys move through the hits and back into the field. */
function toNextHit(event: KeyboardEvent<HTMLDivElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  // In the field these move the cursor.
  if (event.key === 'Home' || event.key === 'End') return
  const next = nextBelow(event, at, stops.length)
  if (next === undefined) return
  event.preventDefault()
  stops[next]?.focus()
}

/** Matching group chats. */
function useRooms(filter: string) {
  const { data: rooms = [] } = useQuery(roomsQuery({ filter }))
  return roomsFor(filter, rooms)
}

/** Matching screens and sections. */
function usePlaces(filter: string): Place[] {
  const user = useCurrentUser()
  const { routesById } = useRouter()
  return placesFor(filter, user, Object.values(routesById))
}
