import { useQuery } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { queryClient } from '#web/query-client.ts'
import { draft } from '#web/unsaved/draft.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { Begun } from '../begun.tsx'
import type { Draft } from '../drafts.ts'
import { roomsQuery } from '../queries.ts'
import type { Room } from '../search.ts'
import { Sending } from '../sending.tsx'
import { useUnsent } from '../unsent.ts'
import css from './rooms.module.css'

type Rooms = Record<ChatKind, readonly { id: number }[]>
/** `begun`: under which keys something is. */
type Props = Rooms & { begun: readonly string[] }

/**
 * What was refused, or only begun, in rooms that its author has lost meanwhile: nowhere else could it be read or
 * discarded.
 */
export function Stray({ groups, direct, begun }: Props) {
  const { is_admin } = useCurrentUser()
  const hidden = roomsQuery('groups', { show_hidden: true })
  // Those that an administrator does not look at now are not lost.
  const every = useQuery({ ...hidden, enabled: is_admin }).data
  const rooms: Rooms = { groups: every ?? groups, direct }
  const isLost = ({ kind, room_id }: Room) => rooms[kind].every(({ id }) => id !== room_id)
  const refused = useUnsent().filter((item) => item.state === 'refused' && isLost(item))
  const lost = begun.filter((key) => isLost(roomIn(key)))
  if ((is_admin && !every) || refused.length + lost.length === 0) return null
  return (
    <section aria-label="Nicht gesendet" className={css['stray']}>
      <h2>Nicht gesendet</h2>
      <ul>
        {refused.map((unsent) => (
          <li key={unsent.client_key}>
            <p dir="auto">{unsent.content || 'Bild'}</p>
            <Sending unsent={unsent} place="chat" />
          </li>
        ))}
        {lost.map((key) => (
          <BegunUnder key={key} kept={key} />
        ))}
      </ul>
    </section>
  )
}

function roomIn(key: string): Room {
  const [kind, room_id] = key.split('/').slice(-2)
  return { kind: kind as ChatKind, room_id: Number(room_id) }
}

function BegunUnder({ kept: key }: { kept: string }) {
  const { query, set } = draft(key, (stored) => stored as Draft | undefined)
  const { data: begun } = useQuery(query)
  if (!begun) return null
  const put = async (value: Draft | undefined) => {
    await set(value)
    await queryClient.invalidateQueries({ queryKey: ['chat', 'begun'] })
  }
  const discard = () => {
    void put(undefined)
    return () => void put(begun)
  }
  return (
    <li>
      <Begun draft={begun} place="chat" onDiscard={discard} />
    </li>
  )
}
