import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { ChatRoom } from '#contract/chat.ts'
import { every } from '#web/poll.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icon.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { peopleQuery } from '../changes.ts'
import { useToday } from '../days.ts'
import { begunRooms } from '../drafts.ts'
import { roomsQuery } from '../queries.ts'
import type { ChatSearch } from '../search.ts'
import { useUnsent } from '../unsent.ts'
import { useWriteTo } from '../use-write-to.ts'
import { Orphaned } from './orphaned.tsx'
import { RoomRow } from './room-row.tsx'
import css from './rooms.module.css'

/** Whom one can talk with: one's own chats, and for administrators the groups of all others behind them. */
export function RoomLists({ search }: { search: ChatSearch }) {
  const { id, is_admin, groups: memberOf } = useCurrentUser()
  // The rooms stay until those are there that were asked for.
  const shown = useDeferredValue(search)
  const groups = useSuspenseQuery(roomsQuery('groups', shown)).data
  const direct = useSuspenseQuery(roomsQuery('direct', { show_hidden: false })).data
  const begun = useQuery(begunQuery(id)).data ?? []
  const isAnyLeft = useUnsent().length + begun.length > 0
  const today = useToday()
  const isOwn = (group: ChatRoom) => isHeard(group) || memberOf.some((own) => own.id === group.id)
  const own = [
    ...groups.filter(isOwn).map((room) => ({ kind: 'groups' as const, room })),
    ...direct.map((room) => ({ kind: 'direct' as const, room })),
  ].toSorted(byUnreadAndNewest)
  return (
    <div className={css['lists']}>
      <h1 data-bar-title>Chat</h1>
      <div className={css['search']}>
        <StartDirect />
      </div>
      <UndoLines place="chat" untilLeft />
      {isAnyLeft && <Orphaned {...{ groups, direct, begun }} />}
      {own.length === 0 && (
        <p className={css['none']}>
          Sie gehören noch zu keiner Gruppe mit einem Chat. Suchen Sie oben nach einem Namen.
        </p>
      )}
      <ul aria-label="Ihre Chats">
        {own.map(({ kind, room }) => (
          <RoomRow key={`${kind}/${room.id}`} kind={kind} room={room} today={today} />
        ))}
      </ul>
      {is_admin && <OtherGroups groups={groups.filter((group) => !isOwn(group))} search={search} />}
    </div>
  )
}

/** Whoever is no member of a group hears it only if they have asked for it. */
const isHeard = ({ noise_level, is_past }: ChatRoom) => noise_level !== 'mute' && !is_past

/** Such as the menu's dot leads to stand first. */
function byUnreadAndNewest({ room: one }: { room: ChatRoom }, { room: other }: { room: ChatRoom }) {
  if (one.unread !== other.unread) return one.unread ? -1 : 1
  const [at, otherAt] = [one.last_message_at ?? '', other.last_message_at ?? '']
  return at === otherAt ? 0 : at > otherAt ? -1 : 1
}

/** Groups that an administrator is no member of: folded, and the hidden ones only where they are asked for. */
function OtherGroups({ groups, search }: { groups: ChatRoom[]; search: ChatSearch }) {
  const navigate = useNavigate()
  const today = useToday()
  const [isOpen, setOpen] = useState(search.show_hidden)
  return (
    <details
      className={css['others']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Alle Gruppen ({formatNumber(groups.length)}){isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
      </summary>
      <div className={css['hidden']}>
        <Checkbox
          role="switch"
          aria-checked={search.show_hidden}
          label="Verborgene Gruppen zeigen"
          checked={search.show_hidden}
          onChange={(show_hidden) => void navigate({ to: '.', search: { show_hidden } })}
        />
      </div>
      <ul>
        {groups.map((room) => (
          <RoomRow key={room.id} kind="groups" room={room} today={today} />
        ))}
      </ul>
    </details>
  )
}

/** Where somebody has begun to write; looked for as often as their rooms. */
const begunQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['chat', 'begun', user_id],
    queryFn: () => begunRooms(user_id),
    refetchInterval: every(5_000),
    networkMode: 'always',
  })

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
