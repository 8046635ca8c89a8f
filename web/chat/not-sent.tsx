// What is not with the server: how it stands with a message that waits, and what was begun, or refused, where nothing
// can be said any more.
import { useQuery } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { type Draft, useBegunRooms, useDraft } from './drafts.ts'
import css from './not-sent.module.css'
import { discard, retry, type Unsent, useUnsent } from './outgoing.ts'
import { roomsQuery } from './queries.ts'
import type { Room } from './search.ts'

/** How it stands with a message. `place`: where discarding it can be taken back. */
export function Sending({ unsent, place }: { unsent: Unsent; place: string }) {
  const { id: user } = useCurrentUser()
  const { state, problem } = unsent.standing
  if (state !== 'waiting' && state !== 'refused') return <p className={css['sending']}>wird gesendet</p>
  const throwAway = () => offerUndo(place, 'Nachricht verworfen', discard(user, unsent))
  return (
    <output className={css['sending']} data-refused={problem !== undefined}>
      {/* Without a connection nobody has said anything. */}
      <span>
        {state === 'refused' ? `wurde abgelehnt: ${problem}` : (problem ?? 'wartet auf Verbindung')}
      </span>
      <button type="button" onClick={() => retry(user, unsent.client_key)}>
        erneut versuchen
      </button>
      <button type="button" onClick={throwAway}>
        verwerfen
      </button>
    </output>
  )
}

/** What somebody has begun to write where nothing can be said any more. */
export function Begun({ draft, place }: { draft: Draft; place: string }) {
  const { text, image } = draft
  const throwAway = () => {
    draft.clear()
    offerUndo(place, 'Nachricht verworfen', () => draft.set({ text, image }))
  }
  return (
    <div className={css['begun']}>
      {text && <p dir="auto">{text}</p>}
      {image && <img src={image} alt="Bild, das mitgesendet werden sollte" />}
      <p className={css['sending']}>
        <span>begonnen und nicht gesendet</span>
        {text && (
          <button
            type="button"
            onClick={() => void copyText(text, { said: 'Nachricht kopiert', what: 'die Nachricht' })}
          >
            kopieren
          </button>
        )}
        <button type="button" onClick={throwAway}>
          verwerfen
        </button>
      </p>
    </div>
  )
}

type Rooms = Record<ChatKind, readonly { id: number }[]>

/**
 * What was refused, or only begun, in rooms that its author has lost meanwhile: nowhere else could it be read or
 * discarded.
 */
export function Orphaned({ groups, direct }: Rooms) {
  const { id, is_admin } = useCurrentUser()
  const refused = useUnsent().filter(({ standing }) => standing.state === 'refused')
  const begun = useBegunRooms(id)
  const hasAny = refused.length + begun.length > 0
  // Those that an administrator does not look at now are not lost.
  const hidden = roomsQuery('groups', { show_hidden: true })
  const every = useQuery({ ...hidden, enabled: is_admin && hasAny }).data
  if (is_admin && !every) return null
  const rooms: Rooms = { groups: every ?? groups, direct }
  const isLost = ({ kind, room_id }: Room) => rooms[kind].every(({ id }) => id !== room_id)
  const [lostMessages, lostDrafts] = [refused.filter(isLost), begun.filter(isLost)]
  if (lostMessages.length + lostDrafts.length === 0) return null
  return (
    <section aria-label="Nicht gesendet" className={css['orphaned']}>
      <h2>Nicht gesendet</h2>
      <ul>
        {lostMessages.map((unsent) => (
          <li key={unsent.client_key}>
            <p dir="auto">{unsent.content || 'Bild'}</p>
            <Sending unsent={unsent} place="chat" />
          </li>
        ))}
        {lostDrafts.map((room) => (
          <li key={`${room.kind}/${room.room_id}`}>
            <BegunIn room={room} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const BegunIn = ({ room }: { room: Room }) => (
  <Begun draft={useDraft(useCurrentUser().id, room)} place="chat" />
)
