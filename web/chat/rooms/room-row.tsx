import { Link } from '@tanstack/react-router'
import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import { Badge } from '#web/ui/badge.tsx'
import { shortly } from '../days.ts'
import { ofList, pathOf } from '../search.ts'
import { useUnsentIn } from '../unsent.ts'
import { RoomMenu } from './room-menu.tsx'
import css from './rooms.module.css'

type Props = { kind: ChatKind; room: ChatRoom; today: string }

export function RoomRow({ kind, room, today }: Props) {
  const { id, name, unread, visible, is_past, last_message, last_message_at } = room
  const where = { kind, room_id: id }
  const waiting = useUnsentIn(where).filter(({ state }) => state !== 'sending').length
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
        <span className={css['line']}>
          <span className={css['name']}>{name}</span>
          {is_past && <Badge tone="warning">Gelöschte Gruppe</Badge>}
          {!visible && !is_past && <Badge tone="muted">Verborgen</Badge>}
          {last_message_at && <time dateTime={last_message_at}>{shortly(last_message_at, today)}</time>}
        </span>
        <span className={css['line']}>
          <span className={css['last']} data-waiting={waiting > 0}>
            {waiting > 0 ? waitingText(waiting) : (last_message ?? 'Noch keine Nachrichten')}
          </span>
          {unread && (
            <span className={css['dot']}>
              <span className="only-read">ungelesen</span>
            </span>
          )}
        </span>
      </Link>
      {!is_past && <RoomMenu room={where} name={name} noise={room.noise_level} visible={visible} />}
    </li>
  )
}

const waitingText = (count: number) =>
  `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'} noch nicht gesendet`
