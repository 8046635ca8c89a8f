// The choice of where to search, and the hits.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { kindsOfHits } from '#contract/words/hits.ts'
import { useHasNetwork } from '#web/shell/outage.ts'
import { Select } from '#web/ui/field/select.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './find.module.css'
import { Hits, hitKindTitles } from './hits.tsx'
import { type Place, placesFor, roomsFor } from './places.ts'
import { allChatsQuery, findQuery } from './queries.ts'
import { type FindSearch, findSearch } from './search.ts'

type Props = { search: FindSearch; onSearch: (search: FindSearch) => void }

export function Results({ search, onSearch }: Props) {
  const { filter, kind } = search
  const { data, error, isFetching, isPlaceholderData } = useQuery(findQuery(search))
  // Offline, and without hits for this filter.
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
    <>
      <div className={css['where']}>
        <Select
          label="Wo"
          labelHidden
          choices={[{ value: '', text: 'Überall' }, ...kindChoices]}
          value={kind ?? ''}
          onChange={(next) => onSearch(findSearch({ filter, kind: next }))}
        />
        {kind === 'messages' && (
          <Select
            label="Chat"
            labelHidden
            choices={[{ value: '', text: 'Alle Chats' }, ...chats]}
            value={search.room ?? ''}
            onChange={(room) => onSearch(findSearch({ filter, kind, room }))}
          />
        )}
      </div>
      {!isAsked && <EmptySearchHint />}
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
          search={search}
          onSearch={onSearch}
          places={kind ? [] : places}
          rooms={kind ? [] : roomsFor(filter, groups)}
        />
      )}
    </>
  )
}

const EmptySearchHint = () => (
  <Empty icon={<SearchIcon />} title="Wonach suchen Sie?">
    <p>
      Personen, Prozesse und ihre Texte, Ihre eigenen Angaben, Veranstaltungen, Ihre Chats und Nachrichten
      daraus: Der Anfang eines Wortes genügt, in Namen und Nachrichten auch ein anderer Teil.
    </p>
  </Empty>
)

const kindChoices = kindsOfHits.map((value) => ({ value, text: hitKindTitles[value] }))

function usePlaces(filter: string): Place[] {
  const user = useCurrentUser()
  const { routesById } = useRouter()
  return placesFor(filter, user, Object.values(routesById))
}
