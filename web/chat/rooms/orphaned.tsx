import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatKind } from '#contract/chat.ts'
import { queryClient } from '#web/query-client.ts'
import { useStore } from '#web/store.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { Begun } from '../begun.tsx'
import { begunIn, type Draft, draftOf } from '../drafts.ts'
import { roomsQuery } from '../queries.ts'
import type { Room } from '../search.ts'
import { Sending } from '../sending.tsx'
import { useUnsent } from '../unsent.ts'
import css from './rooms.module.css'

type Rooms = Record<ChatKind, readonly { id: number }[]>
/** `begun`: where something is. */
type Props = Rooms & { begun: readonly Room[] }

/**
 * What was refused, or only begun, in rooms that its author has lost meanwhile: nowhere else could it be read or
 * discarded.
 */
export function Orphaned({ groups, direct, begun }: Props) {
  const { is_admin } = useCurrentUser()
  const hidden = roomsQuery('groups', { show_hidden: true })
  // Those that an administrator does not look at now are not lost.
  const every = useQuery({ ...hidden, enabled: is_admin }).data
  const rooms: Rooms = { groups: every ?? groups, direct }
  const isLost = ({ kind, room_id }: Room) => rooms[kind].every(({ id }) => id !== room_id)
  const refused = useUnsent().filter((item) => item.standing.state === 'refused' && isLost(item))
  const lost = begun.filter(isLost)
  if ((is_admin && !every) || refused.length + lost.length === 0) return null
  return (
    <section aria-label="Nicht gesendet" className={css['orphaned']}>
      <h2>Nicht gesendet</h2>
      <ul>
        {refused.map((unsent) => (
          <li key={unsent.client_key}>
            <p dir="auto">{unsent.content || 'Bild'}</p>
            <Sending unsent={unsent} place="chat" />
          </li>
        ))}
        {lost.map((room) => (
          <BegunIn key={`${room.kind}/${room.room_id}`} room={room} />
        ))}
      </ul>
    </section>
  )
}

function BegunIn({ room }: { room: Room }) {
  const { id } = useCurrentUser()
  const [begun] = useState(() => begunIn(id, room))
  const draft = draftOf(useStore(begun))
  if (draft.text === '' && draft.image === null) return null
  const put = async (value: Draft) => {
    await begun.set(value)
    await queryClient.invalidateQueries({ queryKey: ['chat', 'begun'] })
  }
  const discard = () => {
    void put({ text: '', image: null })
    return () => void put(draft)
  }
  return (
    <li>
      <Begun draft={draft} place="chat" onDiscard={discard} />
    </li>
  )
}
