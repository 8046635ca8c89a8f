// Global search: field and hits.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { kindsOfHits } from '#contract/words/hits.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { useHasNetwork } from '#web/shell/use-away.ts'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { nextBelow } from '#web/ui/keyboard/arrows.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './find.module.css'
import { Hits, titleOf } from './hits.tsx'
import { type Place, placesFor, roomsFor } from './places.ts'
import { allChatsQuery, findQuery } from './queries.ts'
import { findSearch } from './search.ts'

const route = getRouteApi('/signed-in/find')

export function FindScreen() {
  const search = route.useSearch()
  const { filter, kind } = search
  const navigate = route.useNavigate()
  const { data, error, isFetching, isPlaceholderData } = useQuery(findQuery(search))
  // Offline, without matching results.
  const waits = !useHasNetwork() && (!data || isPlaceholderData)
  const places = usePlaces(filter)
  const { data: groups = [] } = useQuery(allChatsQuery('groups', search))
  const { data: direct = [] } = useQuery(allChatsQuery('direct', search))
  const chats = [
    ...groups.map(({ id, name }) => ({ value: `groups/${id}`, text: name })),
    ...direct.map(({ id, name }) => ({ value: `direct/${id}`, text: name })),
  ]
  const isAsked = filter.trim() !== ''
  return (
    <Page title="Suche" breadcrumb={[backToToday]}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys lead from hit to hit, wherever inside the focus is */}
      <div className={css['find']} onKeyDown={toNextHit}>
        <div className={css['where']}>
          <FilterBox
            isFirst
            label="Alles durchsuchen"
            placeholder="Namen, Prozesse, Nachrichten …"
            value={filter}
            onChange={(next) => void navigate({ search: { ...search, filter: next }, replace: true })}
          />
          <Select
            label="Wo"
            labelHidden
            choices={[{ value: '', text: 'Überall' }, ...kinds]}
            value={kind ?? ''}
            onChange={(next) => void navigate({ search: findSearch({ filter, kind: next }), replace: true })}
          />
          {kind === 'messages' && (
            <Select
              label="Chat"
              labelHidden
              choices={[{ value: '', text: 'Alle Chats' }, ...chats]}
              value={search.room ?? ''}
              onChange={(room) =>
                void navigate({ search: findSearch({ filter, kind, room }), replace: true })
              }
            />
          )}
        </div>
        {!isAsked && <Hint />}
        {isAsked && error && !data && <Notice tone="warning">{error.message}</Notice>}
        {isAsked && waits && (
          <Notice tone="info">
            Die Suche braucht eine Verbindung. Sobald Sie wieder Netz haben, geht sie weiter.
          </Notice>
        )}
        {isAsked && !data && isFetching && !waits && <Spinner />}
        {isAsked && data && (
          <Hits
            found={data}
            filter={filter}
            kind={kind}
            places={kind ? [] : places}
            rooms={kind ? [] : roomsFor(filter, groups)}
          />
        )}
      </div>
    </Page>
  )
}

const Hint = () => (
  <Empty icon={<SearchIcon />} title="Wonach suchen Sie?">
    <p>
      Personen, Prozesse und ihre Texte, Ihre eigenen Angaben, Veranstaltungen, Ihre Chats und Nachrichten
      daraus: Der Anfang eines Wortes genügt, in Namen und Nachrichten auch ein anderer Teil.
    </p>
  </Empty>
)

/** Arrow keys move through the hits and back into the field. */
function toNextHit(event: KeyboardEvent<HTMLDivElement>) {
  // A select chooses by them.
  if (event.target instanceof HTMLSelectElement) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  // In the field these move the cursor.
  if (event.key === 'Home' || event.key === 'End') return
  const next = nextBelow(event, at, stops.length)
  if (next === undefined) return
  event.preventDefault()
  stops[next]?.focus()
}

const kinds = kindsOfHits.map((value) => ({ value, text: titleOf[value] }))

/** Matching screens and sections. */
function usePlaces(filter: string): Place[] {
  const user = useCurrentUser()
  const { routesById } = useRouter()
  return placesFor(filter, user, Object.values(routesById))
}
