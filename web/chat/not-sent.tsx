// Unsent messages: their state, drafts in a read-only room, and drafts and refused messages of rooms that the author
// can no longer open.
import { useQuery } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { sendStateText } from '#web/outbox/unsent.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { bidiIsolate } from '#web/ui/format.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { type Draft, isEditChanged, useDraft, useRoomsWithDraft } from './drafts.ts'
import css from './not-sent.module.css'
import { discardUnsent, retryUnsent, type UnsentItem, useUnsentItems } from './outgoing.ts'
import { roomsQuery } from './queries.ts'
import { quoteExcerpt } from './room/messages.ts'
import type { RoomRef } from './search.ts'

/** State of an unsent message. `place`: where the undo of discarding is offered. */
export function UnsentMessageState({ unsent, place }: { unsent: UnsentItem; place: string }) {
  const { id: user } = useCurrentUser()
  const { state, problem } = unsent.sendState
  const words = sendStateText(unsent.sendState)
  if (state !== 'waiting' && state !== 'refused') return <p className={css['sending']}>{words}</p>
  const what = unsent.kind === 'message' ? 'Nachricht verworfen' : 'Änderung verworfen'
  const throwAway = () => offerUndo(place, what, discardUnsent(user, unsent))
  return (
    <output className={css['sending']} data-refused={problem !== undefined}>
      <span>{words}</span>
      <button type="button" onClick={() => retryUnsent(user, unsent.key)}>
        erneut versuchen
      </button>
      <button type="button" onClick={throwAway}>
        verwerfen
      </button>
    </output>
  )
}

/** Draft of a new message or edit in a read-only room. */
export function UnsendableDraft({ draft, place }: { draft: Draft; place: string }) {
  const { text, images, reply, edit } = draft
  const words = [text, isEditChanged(edit) ? edit?.text : ''].filter(Boolean).join('\n\n')
  const throwAway = () => {
    draft.clear()
    offerUndo(place, 'Nachricht verworfen', () => {
      draft.change({ text, reply, edit })
      draft.setImages(images)
    })
  }
  return (
    <div className={css['begun']}>
      {words && <p dir="auto">{words}</p>}
      {images.length > 0 && (
        <div className={css['images']}>
          {images.map((image, at) => (
            <img key={at} src={image} alt="Bild, das mitgesendet werden sollte" />
          ))}
        </div>
      )}
      <p className={css['sending']}>
        <span>begonnen und nicht gesendet</span>
        {words && (
          <button
            type="button"
            onClick={() => void copyText(words, { said: 'Nachricht kopiert', what: 'die Nachricht' })}
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

type RoomsByKind = Record<ChatKind, readonly { id: number }[]>

/** Refused messages and drafts of rooms that the author can no longer open; shown nowhere else. */
export function OrphanedMessages({ groups, direct }: RoomsByKind) {
  const { id, is_admin } = useCurrentUser()
  const refused = useUnsentItems().filter(({ sendState }) => sendState.state === 'refused')
  const withDraft = useRoomsWithDraft(id)
  const hasAny = refused.length + withDraft.length > 0
  // Administrators can still open hidden groups, even if the list omits them.
  const hidden = roomsQuery('groups', true)
  const every = useQuery({ ...hidden, enabled: is_admin && hasAny }).data
  if (is_admin && !every) return null
  const rooms: RoomsByKind = { groups: every ?? groups, direct }
  const isLost = ({ kind, room_id }: RoomRef) => rooms[kind].every(({ id }) => id !== room_id)
  const [lost, lostDrafts] = [refused.filter(({ args }) => isLost(args)), withDraft.filter(isLost)]
  if (lost.length + lostDrafts.length === 0) return null
  return (
    <section aria-label="Nicht gesendet" className={css['orphaned']}>
      <h2>Nicht gesendet</h2>
      <ul>
        {lost.map((unsent) => (
          <li key={unsent.key}>
            {unsent.kind === 'edit' && (
              <p>Ihre Änderung der Nachricht „{bidiIsolate(quoteExcerpt(unsent.args.before) || 'Bild')}“:</p>
            )}
            <p dir="auto">{unsent.args.content || 'Bild'}</p>
            <UnsentMessageState unsent={unsent} place="chat" />
          </li>
        ))}
        {lostDrafts.map((room) => (
          <li key={`${room.kind}/${room.room_id}`}>
            <OrphanedDraft room={room} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const OrphanedDraft = ({ room }: { room: RoomRef }) => (
  <UnsendableDraft draft={useDraft(useCurrentUser().id, room)} place="chat" />
)
