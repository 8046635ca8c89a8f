import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { sentenceOf } from '#web/api.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { wordingsQuery } from '../queries.ts'
import type { Room } from '../search.ts'
import css from './wordings.module.css'

/** Beside the time of a message that was worded anew; a press shows how it read before. */
export function Edited({ room, message }: { room: Room; message: ChatMessage }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={css['edited']} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        bearbeitet
      </button>
      {isOpen && (
        <Modal title="Frühere Fassungen" isRead onClose={() => setIsOpen(false)}>
          <Wordings room={room} message={message} />
        </Modal>
      )}
    </>
  )
}

function Wordings({ room, message: { id, edited_at } }: { room: Room; message: ChatMessage }) {
  const { data, error } = useQuery(wordingsQuery(room, id, edited_at))
  if (error) return <p>{sentenceOf(error)}</p>
  if (!data) return <Spinner />
  return (
    <ol className={css['wordings']}>
      {data.map(({ until, content }) => (
        <li key={until}>
          <p dir="auto">{content || 'Bild ohne Text'}</p>
          <small>bis {formatDateTime(until)}</small>
        </li>
      ))}
    </ol>
  )
}
