// The text of a message in pieces: with what can be followed in it, and with who is mentioned.
import type { ChatMessage } from '#contract/chat.ts'
import { MENTION_ALL, mentionPieces } from '#contract/words/mentions.ts'
import { linked, type Piece } from './linked.ts'

/** `mentions`: whom; 'all' for everybody. */
export type MessagePiece = Piece & { mentions?: number | 'all' }

/** A mention shows the name that the person has by now. */
export function piecesOf({
  content,
  mentions,
  mentions_all,
}: Pick<ChatMessage, 'content' | 'mentions' | 'mentions_all'>): MessagePiece[] {
  const marks = [
    ...mentions.map(({ user_id, word, display_name }) => ({
      word,
      piece: { text: `@${display_name}`, mentions: user_id },
    })),
    ...(mentions_all ? [{ word: MENTION_ALL, piece: { text: MENTION_ALL, mentions: 'all' as const } }] : []),
  ]
  return linked(content).flatMap((part): MessagePiece[] =>
    part.href === undefined
      ? mentionPieces(part.text, marks).map(({ text, mention }) => mention?.piece ?? { text })
      : [part],
  )
}
