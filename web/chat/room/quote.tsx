import type { ChatMessage, ChatQuote } from '#contract/chat.ts'
import { longestQuote } from '#contract/words/limits.ts'
import css from './quote.module.css'

/** How a message is quoted above an answer to it. */
export const quoteOf = ({ id, display_name, content }: ChatMessage): ChatQuote => ({
  id,
  // Code points, as the server counts.
  message: { display_name, content: Array.from(content).slice(0, longestQuote).join('') },
})

/** The message that is answered. A press leads to it. */
export function Quote({
  quote: { id, message },
  onPick,
}: {
  quote: ChatQuote
  onPick?: (id: number) => void
}) {
  if (!message) return <p className={css['quote']}>Nachricht gelöscht</p>
  const words = (
    <>
      <b>{message.display_name}</b>
      <span dir="auto">{message.content || 'Bild'}</span>
    </>
  )
  if (!onPick) return <p className={css['quote']}>{words}</p>
  return (
    <button type="button" className={css['quote']} title="Zur Nachricht" onClick={() => onPick(id)}>
      {words}
    </button>
  )
}
