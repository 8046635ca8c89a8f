// Details of a message: its earlier wordings, and who has reacted to it.
import { useQuery } from '@tanstack/react-query'
import type { ChatMessage } from '#contract/chat.ts'
import { reactions as signs } from '#contract/words/reactions.ts'
import { errorSentence } from '#web/api.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { reactorsQuery, wordingsQuery } from '../queries.ts'
import type { RoomRef } from '../search.ts'
import css from './message.module.css'

export type MessageDetailKind = 'wordings' | 'reactions'

type Props = { room: RoomRef; message: ChatMessage; detail: MessageDetailKind; onClose: () => void }

export const MessageDetails = ({ room, message, detail, onClose }: Props) => (
  <Modal title={detail === 'wordings' ? 'Frühere Fassungen' : 'Wer reagiert hat'} isRead onClose={onClose}>
    {detail === 'wordings' ? (
      <Wordings room={room} message={message} />
    ) : (
      <Reactors room={room} message={message} />
    )}
  </Modal>
)

type DetailProps = Pick<Props, 'room' | 'message'>

function Wordings({ room, message: { id, edited_at } }: DetailProps) {
  const { data, error } = useQuery(wordingsQuery(room, id, edited_at))
  if (error) return <p>{errorSentence(error)}</p>
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

function Reactors({ room, message }: DetailProps) {
  const { data, error } = useQuery(reactorsQuery(room, message))
  if (error) return <p>{errorSentence(error)}</p>
  if (!data) return <Spinner />
  return (
    <dl className={css['who']}>
      {data.map(({ reaction, people }) => (
        <div key={reaction}>
          <dt>
            <span aria-hidden="true">{signs[reaction].sign}</span> {signs[reaction].word}
          </dt>
          {people.map(({ id, display_name }) => (
            <dd key={id} dir="auto">
              {display_name}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
