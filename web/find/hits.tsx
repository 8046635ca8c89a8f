// The hits of the search, grouped by kind.
import { type ReactNode, useId } from 'react'
import type { SearchHits } from '#contract/find.ts'
import { type KindOfHits, kindsOfHits } from '#contract/words/hits.ts'
import { defaultChatSearch, roomParams } from '#web/chat/search.ts'
import { defaultHappeningSearch, defaultTimesheetSearch } from '#web/happenings/search.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format.ts'
import { SearchIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Empty } from '#web/ui/states.tsx'
import css from './find.module.css'
import { Hit, PersonHit, SearchWordsContext } from './hit.tsx'
import type { Place } from './places.ts'
import type { FindSearch } from './search.ts'

type Props = {
  found: SearchHits
  search: FindSearch
  onSearch: (search: FindSearch) => void
  places: readonly Place[]
  /** The user's group chats whose names match. */
  rooms: readonly { id: number; name: string }[]
}

export const hitKindTitles: Record<KindOfHits, string> = {
  people: 'Personen',
  documents: 'Prozesse',
  answers: 'Ihre Angaben',
  happenings: 'Veranstaltungen',
  shifts: 'Ihre Einsätze',
  messages: 'Nachrichten',
}

export function Hits({ found, search, onSearch, places, rooms }: Props) {
  const { filter, kind: only } = search
  const { people, documents, answers, happenings, shifts, messages, proposal } = found
  const count = kindsOfHits.reduce(
    (sum, kind) => sum + found[kind].items.length,
    places.length + rooms.length,
  )
  /** `more`, if there are further hits: a button to search this kind alone, or a hint if that is done already. */
  const kind = (one: KindOfHits): Omit<HitGroupProps, 'children'> => ({
    title: hitKindTitles[one],
    ...(found[one].more && { more: only ? 'narrow' : () => onSearch({ filter, kind: one }) }),
  })
  if (count === 0)
    return (
      <>
        <Empty
          icon={<SearchIcon />}
          title="Nichts gefunden"
          action={
            proposal !== null && (
              <Button data-hit onClick={() => onSearch({ filter: proposal })}>
                Danach suchen
              </Button>
            )
          }
        >
          <p>
            {proposal === null
              ? 'Suchen Sie mit weniger Wörtern, oder nur mit ihrem Anfang.'
              : `Meinten Sie „${proposal}“?`}
          </p>
        </Empty>
        {messages.only_newest && <OlderMessagesNotice />}
      </>
    )
  return (
    <SearchWordsContext value={filter}>
      <output className="only-read">{count === 1 ? '1 Treffer' : `${count} Treffer`}</output>
      <ScreenHits title="Seiten" places={places.filter(({ isSynonymMatch }) => !isSynonymMatch)} />
      <HitGroup {...kind('people')}>
        {people.items.map((person) => (
          <PersonHit key={person.id} person={person} />
        ))}
      </HitGroup>
      <HitGroup title="Chats">
        {rooms.map(({ id, name }) => (
          <Hit
            key={id}
            to="/chat/$room/$group_id"
            params={roomParams({ kind: 'groups', room_id: id })}
            search={defaultChatSearch}
            name={name}
            text="Chat der Gruppe"
          />
        ))}
      </HitGroup>
      <HitGroup {...kind('documents')}>
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
      </HitGroup>
      <HitGroup {...kind('answers')}>
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
      </HitGroup>
      <HitGroup {...kind('shifts')}>
        {shifts.items.map(({ id, happening_name, name, ort, date, funktion }) => (
          <Hit
            key={id}
            to="/shifts"
            search={{ start: date, shift: id }}
            name={`${happening_name} · ${name}`}
            text={[formatDate(date), ort, funktion].filter(Boolean).join(' · ')}
          />
        ))}
      </HitGroup>
      <HitGroup {...kind('happenings')}>
        {happenings.items.map(({ id, name, type, ort, date, part }) => (
          <Hit
            key={`${id} ${part?.id}`}
            {...(part
              ? {
                  to: '/happenings/$happening_id/$subhappening_id/timesheet',
                  params: { happening_id: id, subhappening_id: part.id },
                  search: defaultTimesheetSearch,
                }
              : {
                  to: '/happenings/$happening_id',
                  params: { happening_id: id },
                  search: defaultHappeningSearch,
                })}
            name={part ? `${name} · ${part.name}` : name}
            text={[formatDate(date), type, ort].filter(Boolean).join(' · ')}
          />
        ))}
      </HitGroup>
      <HitGroup {...kind('messages')}>
        {messages.items.map(({ id, kind, room_id, room_name, display_name, created_at, excerpt }) => (
          <Hit
            key={id}
            to="/chat/$room/$group_id"
            params={roomParams({ kind, room_id })}
            search={{ message: id, find: filter }}
            name={kind === 'direct' ? display_name : `${display_name} in ${room_name}`}
            text={excerpt}
            at={created_at}
          />
        ))}
      </HitGroup>
      {messages.only_newest && <OlderMessagesNotice />}
      {/* Last, since these screens match by a synonym only. */}
      <ScreenHits title="Passende Seiten" places={places.filter(({ isSynonymMatch }) => isSynonymMatch)} />
    </SearchWordsContext>
  )
}

const OlderMessagesNotice = () => (
  <Notice tone="info">
    Die Daten sind gerade wiederhergestellt worden: Von den Nachrichten sind zuerst die neuesten zu finden, in
    wenigen Minuten alle.
  </Notice>
)

const ScreenHits = ({ title, places }: { title: string; places: readonly Place[] }) => (
  <HitGroup title={title}>
    {places.map(({ to, search, hash, title, within }) => (
      <Hit key={`${to}#${hash ?? ''}`} to={to} search={search} hash={hash} name={title} text={within} />
    ))}
  </HitGroup>
)

type HitGroupProps = { title: string; more?: 'narrow' | (() => void); children: ReactNode[] }

/** The first hits of one kind. `more`: a button or a hint for further hits. */
function HitGroup({ title, more, children }: HitGroupProps) {
  const heading = useId()
  if (children.length === 0) return null
  return (
    <section aria-labelledby={heading} className={css['kind']}>
      <h2 id={heading}>{title}</h2>
      <ul>{children}</ul>
      {more === 'narrow' ? (
        <p className={css['more']}>Es gibt weitere: Noch ein Wort grenzt die Suche ein.</p>
      ) : (
        more && (
          <p className={css['more']}>
            <Button size="small" variant="quiet" data-hit onClick={more}>
              Weitere Treffer
            </Button>
          </p>
        )
      )}
    </section>
  )
}
