import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useId, useState } from 'react'
import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import { every } from '#web/poll.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { keptKeys } from '#web/unsaved/storage.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { peopleQuery } from '../changes.ts'
import { useToday } from '../days.ts'
import { roomsQuery } from '../queries.ts'
import type { ChatSearch } from '../search.ts'
import { draftsOf, useUnsent } from '../unsent.ts'
import { useWriteTo } from '../use-write-to.ts'
import { RoomRow } from './room-row.tsx'
import css from './rooms.module.css'

/** Whom one can talk with. */
export function RoomLists({ search }: { search: ChatSearch }) {
  const navigate = useNavigate()
  const { id, is_admin } = useCurrentUser()
  // The rooms stay until those are there that were asked for.
  const shown = useDeferredValue(search)
  const groups = useSuspenseQuery(roomsQuery('groups', shown)).data
  const direct = useSuspenseQuery(roomsQuery('direct', { show_hidden: false })).data
  const begun = useQuery(begunQuery(id)).data ?? []
  const isAnyLeft = useUnsent().length + begun.length > 0
  return (
    <div className={css['lists']}>
      <h1 data-bar-title>Chat</h1>
      <div className={css['search']}>
        <StartDirect />
      </div>
      <Suspense>{isAnyLeft && <Stray {...{ groups, direct, begun }} />}</Suspense>
      <List kind="groups" title="Gruppen" rooms={groups}>
        {is_admin
          ? 'Noch ist kein Chat sichtbar. Verborgene Gruppen können Sie unten zeigen.'
          : 'Sie gehören noch zu keiner Gruppe mit einem Chat.'}
      </List>
      {is_admin && (
        <div className={css['hidden']}>
          <Checkbox
            role="switch"
            aria-checked={search.show_hidden}
            label="Verborgene Gruppen zeigen"
            checked={search.show_hidden}
            onChange={(show_hidden) => void navigate({ to: '.', search: { show_hidden } })}
          />
        </div>
      )}
      <List kind="direct" title="Direkt" rooms={direct}>
        Noch kein Gespräch zu zweit. Suchen Sie oben nach einem Namen.
      </List>
    </div>
  )
}

/** Under which keys somebody has begun to write; looked for as often as their rooms. */
const begunQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['chat', 'begun', user_id],
    queryFn: async () => (await keptKeys(draftsOf(user_id))) ?? [],
    refetchInterval: every(5_000),
    networkMode: 'always',
  })

/** Of most people nothing is left anywhere. */
const Stray = lazy(async () => ({ default: (await import('./stray.tsx')).Stray }))

type ListProps = { kind: ChatKind; title: string; rooms: ChatRoom[]; children: string }

function List({ kind, title, rooms, children }: ListProps) {
  const heading = useId()
  const today = useToday()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {rooms.length === 0 && <p className={css['none']}>{children}</p>}
      <ul>
        {rooms.map((room) => (
          <RoomRow key={room.id} kind={kind} room={room} today={today} />
        ))}
      </ul>
    </section>
  )
}

const avatarOf = ({ id, display_name }: { id: number; display_name: string }) => (
  <Avatar name={display_name} id={id} size="small" />
)

/** Finds somebody to talk with; the chat that there may be already is opened again. */
function StartDirect() {
  const writeTo = useWriteTo()
  const [text, setText] = useState('')
  const [isNear, setIsNear] = useState(false)
  const { data, isPending, isPlaceholderData, failureReason } = useQuery({
    ...peopleQuery(text),
    enabled: isNear,
  })
  return (
    <Combobox
      label="Person suchen"
      labelHidden
      placeholder="Person suchen …"
      items={data?.users ?? []}
      itemKey={({ id }) => id}
      itemText={({ display_name }) => display_name}
      itemStart={avatarOf}
      more={data?.more ?? false}
      loading={isPending || isPlaceholderData}
      problem={failureReason}
      onFocus={() => setIsNear(true)}
      onSearch={setText}
      onPick={({ id }) => void writeTo(id)}
    />
  )
}
