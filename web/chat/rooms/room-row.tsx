import { Link } from '@tanstack/react-router'
import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { isolate } from '#web/ui/format.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { shortly } from '../days.ts'
import { ofList, pathOf } from '../search.ts'
import { useUnsentIn } from '../unsent.ts'
import { RoomMenu } from './room-menu.tsx'
import css from './rooms.module.css'

type Props = { kind: ChatKind; room: ChatRoom; today: string }

export function RoomRow({ kind, room, today }: Props) {
  const { id, name, unread, visible, is_past, last_message_at } = room
  const where = { kind, room_id: id }
  const waiting = useUnsentIn(where).filter(({ standing }) => standing.state !== 'sending').length
  return (
    <li className={css['row']}>
      <Link
        from="/chat"
        to="/chat/$room/$group_id"
        params={pathOf(where)}
        search={ofList}
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
            {last_message_at && <time dateTime={last_message_at}>{shortly(last_message_at, today)}</time>}
          </span>
          <span className={css['line']}>
            <span className={css['last']} data-waiting={waiting > 0}>
              {waiting > 0 ? waitingText(waiting) : <LastMessage room={room} />}
            </span>
            {unread && (
              <span className={css['dot']}>
                <span className="only-read">ungelesen</span>
              </span>
            )}
          </span>
        </span>
      </Link>
      {!is_past && <RoomMenu room={where} name={name} noise={room.noise_level} visible={visible} />}
    </li>
  )
}

/** In a group with its author: 'Georg Groß: Mit Käse bitte!'. */
function LastMessage({ room: { last_message, last_message_by } }: { room: ChatRoom }) {
  const me = useCurrentUser()
  if (last_message === null) return 'Noch keine Nachrichten'
  if (last_message_by === null) return last_message
  return `${last_message_by.user_id === me.id ? 'Ich' : isolate(last_message_by.display_name)}: ${last_message}`
}

const waitingText = (count: number) =>
  `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'} noch nicht gesendet`
