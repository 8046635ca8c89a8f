// The list of chats, with the last message of each and how many are unread.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import { maxCountedUnread } from '#contract/words/limits.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { bidiIsolate, formatNumber } from '#web/ui/format.ts'
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icon.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { timeOrDay } from '../days.ts'
import { OrphanedMessages } from '../not-sent.tsx'
import { useUnsentItemsIn } from '../outgoing.ts'
import { peopleQuery, roomsQuery, useOpenDirectChat } from '../queries.ts'
import { type ChatSearch, chatSearch, roomParams } from '../search.ts'
import { Mentions } from './mentions.tsx'
import { NoiseMenu } from './room-menu.tsx'
import css from './rooms.module.css'

const kindChoices = [
  { value: 'all', text: 'Alle' },
  { value: 'groups', text: 'Gruppen' },
  { value: 'direct', text: 'Zu zweit' },
  { value: 'mentions', text: 'Erwähnungen' },
] as const

/** The user's own chats. Below them, for administrators, the groups of which they are no member. */
export function RoomLists({ search }: { search: ChatSearch }) {
  const { is_admin, groups: memberOf } = useCurrentUser()
  const navigate = useNavigate()
  // The old list stays on the screen until the new one is loaded.
  const showHidden = useDeferredValue(search.show_hidden)
  const groups = useSuspenseQuery(roomsQuery('groups', showHidden)).data
  const direct = useSuspenseQuery(roomsQuery('direct')).data
  const today = useToday()
  const change = (to: Partial<Record<keyof ChatSearch, unknown>>) =>
    void navigate({ to: '.', search: chatSearch({ ...search, ...to }) })
  const isOwn = (group: ChatRoom) => isListedAsOwn(group) || memberOf.some((own) => own.id === group.id)
  const own = [
    ...groups.filter(isOwn).map((room) => ({ kind: 'groups' as const, room })),
    ...direct.map((room) => ({ kind: 'direct' as const, room })),
  ]
    .filter(({ kind }) => search.kind === undefined || kind === search.kind)
    .toSorted(byUnreadAndNewest)
  return (
    <div className={css['lists']}>
      <h1 data-bar-title>Chat</h1>
      <div className={css['search']}>
        <StartDirectChat />
        <Select
          label="Zeigen"
          labelHidden
          choices={kindChoices}
          value={search.kind ?? 'all'}
          onChange={(kind) => change({ kind })}
        />
      </div>
      <UndoLines place="chat" untilLeft />
      <OrphanedMessages groups={groups} direct={direct} />
      {search.kind === 'mentions' ? <Mentions /> : <Rooms own={own} kind={search.kind} today={today} />}
      {is_admin && (search.kind ?? 'groups') === 'groups' && (
        <OtherGroups
          groups={groups.filter((group) => !isOwn(group))}
          showHidden={search.show_hidden}
          onShowHidden={(show_hidden) => change({ show_hidden })}
        />
      )}
    </div>
  )
}

type RoomsProps = { own: readonly Omit<RoomRowProps, 'today'>[]; kind: ChatKind | undefined; today: string }

function Rooms({ own, kind, today }: RoomsProps) {
  return (
    <>
      {own.length === 0 && (
        <p className={css['none']}>
          {kind === 'direct'
            ? 'Sie haben noch keinen Chat zu zweit. '
            : 'Sie gehören noch zu keiner Gruppe mit einem Chat. '}
          Suchen Sie oben nach einem Namen.
        </p>
      )}
      <ul aria-label="Ihre Chats">
        {own.map(({ kind, room }) => (
          <RoomRow key={`${kind}/${room.id}`} kind={kind} room={room} today={today} />
        ))}
      </ul>
    </>
  )
}

/**
 * True if an administrator who is no member of a group has it among their own chats. Such groups are muted by
 * default, so this is true only after the administrator has chosen another noise level.
 */
const isListedAsOwn = ({ noise_level, is_past }: ChatRoom) => noise_level !== 'mute' && !is_past

/** Unread chats come first, since the dot in the menu announces them. */
function byUnreadAndNewest({ room: one }: { room: ChatRoom }, { room: other }: { room: ChatRoom }) {
  if (one.unread !== other.unread) return one.unread ? -1 : 1
  const [at, otherAt] = [one.last_message_at ?? '', other.last_message_at ?? '']
  return at === otherAt ? 0 : at > otherAt ? -1 : 1
}

const avatarOf = ({ id, display_name }: { id: number; display_name: string }) => (
  <Avatar name={display_name} id={id} size="small" />
)

/** Finds a person, and opens the direct chat with them. */
function StartDirectChat() {
  const writeTo = useOpenDirectChat()
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

type RoomRowProps = { kind: ChatKind; room: ChatRoom; today: string }

function RoomRow({ kind, room, today }: RoomRowProps) {
  const { id, name, unread, unread_messages, mentioned, visible, is_past, last_message_at } = room
  const where = { kind, room_id: id }
  const waiting = useUnsentItemsIn(where).filter(({ sendState }) => sendState.state !== 'sending').length
  return (
    <li className={css['row']}>
      <Link
        from="/chat"
        to="/chat/$room/$group_id"
        params={roomParams(where)}
        search={chatSearch}
        className={css['link']}
        activeOptions={{ includeSearch: false }}
        data-unread={unread}
      >
        <Avatar name={name} id={room.user_id} isGroup={kind === 'groups'} />
        <span className={css['lines']}>
          <span className={css['line']}>
            <span className={css['name']}>{name}</span>
            {is_past && <Badge tone="warning">Gelöschte Gruppe</Badge>}
            {!visible && !is_past && <Badge tone="muted">Verborgen</Badge>}
            {last_message_at && <time dateTime={last_message_at}>{timeOrDay(last_message_at, today)}</time>}
          </span>
          <span className={css['line']}>
            <span className={css['last']} data-waiting={waiting > 0}>
              {waiting > 0 ? waitingText(waiting) : <LastMessage room={room} />}
            </span>
            {unread && <UnreadCount count={unread_messages} isMentioned={mentioned} />}
          </span>
        </span>
      </Link>
      {!is_past && <NoiseMenu room={where} name={name} noise={room.noise_level} />}
    </li>
  )
}

function UnreadCount({ count, isMentioned }: { count: number; isMentioned: boolean }) {
  return (
    <span className={css['count']}>
      {isMentioned && (
        <>
          @ <span className="only-read">Sie sind erwähnt, </span>
        </>
      )}
      {count > maxCountedUnread ? `${maxCountedUnread}+` : count}
      <span className="only-read">{count === 1 ? ' ungelesene Nachricht' : ' ungelesene Nachrichten'}</span>
    </span>
  )
}

/** In a group with its author: 'Georg Groß: Mit Käse bitte!'. */
function LastMessage({ room: { last_message, last_message_by } }: { room: ChatRoom }) {
  const me = useCurrentUser()
  if (last_message === null) return 'Noch keine Nachrichten'
  if (last_message_by === null) return last_message
  return `${last_message_by.user_id === me.id ? 'Sie' : bidiIsolate(last_message_by.display_name)}: ${last_message}`
}

const waitingText = (count: number) =>
  `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'} noch nicht gesendet`

type OtherGroupsProps = {
  groups: ChatRoom[]
  showHidden: boolean
  onShowHidden: (showHidden: boolean) => void
}

/** Groups of which the administrator is no member, folded. Hidden groups are listed on request only. */
function OtherGroups({ groups, showHidden, onShowHidden }: OtherGroupsProps) {
  const today = useToday()
  const [isOpen, setOpen] = useState(showHidden)
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
          aria-checked={showHidden}
          label="Verborgene Gruppen zeigen"
          checked={showHidden}
          onChange={onShowHidden}
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
