import { useState } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { type ReactionName, reactions as signs } from '#contract/words/reactions.ts'
import { useStore } from '#web/store.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { OpenRoom } from './open-room.ts'
import css from './reactions.module.css'

/** Names that are read aloud with a sign. */
const FIRST = 5

type Props = {
  message: ChatMessage
  open: OpenRoom
  user_id: number
  canPost: boolean
  onReact: (id: number, reaction: ReactionName, isOn: boolean) => void
}

/** Signs under a message. A press on one's own takes it back, on another one joins in. */
export function Reactions({ message, open, user_id, canPost, onReact }: Props) {
  const users = useStore(open.states, ({ meta }) => meta?.users) ?? []
  const [isOpen, setIsOpen] = useState(false)
  const namesOf = (ids: readonly number[]) => {
    const names = new Map(users.map(({ id, display_name }) => [id, display_name]))
    return ids.map((id) => names.get(id) ?? 'Jemand, der nicht Mitglied ist')
  }
  const firstOf = (ids: readonly number[]) => {
    const first = namesOf(ids.slice(0, FIRST)).join(', ')
    return ids.length > FIRST ? `${first} und ${formatNumber(ids.length - FIRST)} weitere` : first
  }
  return (
    <>
      <ul className={css['reactions']} aria-label="Reaktionen">
        {message.reactions.map(({ reaction, user_ids }) => (
          <li key={reaction}>
            <button
              type="button"
              aria-pressed={user_ids.includes(user_id)}
              aria-label={`${signs[reaction].word}: ${firstOf(user_ids)}`}
              aria-disabled={!canPost || undefined}
              onClick={() => canPost && onReact(message.id, reaction, !user_ids.includes(user_id))}
            >
              {signs[reaction].sign} <span>{user_ids.length}</span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label="Wer reagiert hat"
            onClick={() => setIsOpen(true)}
          >
            …
          </button>
        </li>
      </ul>
      {isOpen && (
        <Modal title="Wer reagiert hat" isRead onClose={() => setIsOpen(false)}>
          <dl className={css['who']}>
            {message.reactions.map(({ reaction, user_ids }) => (
              <div key={reaction}>
                <dt>
                  <span aria-hidden="true">{signs[reaction].sign}</span> {signs[reaction].word}
                </dt>
                {namesOf(user_ids).map((name, at) => (
                  <dd key={at} dir="auto">
                    {name}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </Modal>
      )}
    </>
  )
}
