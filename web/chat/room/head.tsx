import type { ChatMeta } from '#contract/chat.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ArrowLeftIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RoomMenu } from '../rooms/room-menu.tsx'
import type { Room } from '../search.ts'
import css from './room.module.css'

type Props = { room: Room; title: string; meta: ChatMeta | undefined; onLeave: () => void }

/** Where one is, with whom, and the way back. */
export function Head({ room, title, meta, onLeave }: Props) {
  return (
    <header className={css['head']}>
      <span className={css['back']}>
        <IconButton label="Zu den Chats" icon={<ArrowLeftIcon />} onClick={onLeave} />
      </span>
      <div className={css['what']}>
        <h2>
          {title}
          {meta && !meta.visible && <Badge tone="muted">Verborgen</Badge>}
        </h2>
        {meta && room.kind === 'groups' && <Participants people={meta.users} />}
      </div>
      {meta && (meta.can.post || room.kind === 'direct') && (
        <RoomMenu room={room} name={title} noise={meta.noise_level} visible={meta.visible} />
      )}
    </header>
  )
}

function Participants({ people }: { people: ChatMeta['users'] }) {
  return (
    <details className={css['people']}>
      <summary>{people.length === 1 ? '1 Teilnehmer' : `${people.length} Teilnehmer`}</summary>
      <ul>
        {people.map(({ id, display_name }) => (
          <li key={id}>{display_name}</li>
        ))}
      </ul>
    </details>
  )
}
