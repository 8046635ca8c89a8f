// What a message says when asked: how it read before, and who has reacted to it.
import { useQuery } from '@tanstack/react-query'
import type { ChatMessage } from '#contract/chat.ts'
import { reactions as signs } from '#contract/words/reactions.ts'
import { sentenceOf } from '#web/api.ts'
import { useStore } from '#web/store.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { wordingsQuery } from '../queries.ts'
import css from './message.module.css'
import type { OpenRoom } from './open-room.ts'

export type Detail = 'wordings' | 'reactions'

type Props = { open: OpenRoom; message: ChatMessage; detail: Detail; onClose: () => void }

export const Details = ({ open, message, detail, onClose }: Props) => (
  <Modal title={detail === 'wordings' ? 'Frühere Fassungen' : 'Wer reagiert hat'} isRead onClose={onClose}>
    {detail === 'wordings' ? (
      <Wordings open={open} message={message} />
    ) : (
      <Reactors open={open} message={message} />
    )}
  </Modal>
)

type PartProps = Pick<Props, 'open' | 'message'>

function Wordings({ open: { room }, message: { id, edited_at } }: PartProps) {
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

function Reactors({ open, message: { reactions } }: PartProps) {
  const users = useStore(open.states, ({ meta }) => meta?.users) ?? []
  const names = new Map(users.map(({ id, display_name }) => [id, display_name]))
  return (
    <dl className={css['who']}>
      {reactions.map(({ reaction, user_ids }) => (
        <div key={reaction}>
          <dt>
            <span aria-hidden="true">{signs[reaction].sign}</span> {signs[reaction].word}
          </dt>
          {user_ids.map((id) => (
            <dd key={id} dir="auto">
              {names.get(id) ?? 'Jemand, der nicht Mitglied ist'}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
