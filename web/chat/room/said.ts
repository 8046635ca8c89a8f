// The text of a message in pieces: with what can be followed in it, and with who is mentioned.
import type { ChatMessage } from '#contract/chat.ts'
import { linked, type Piece } from './linked.ts'

/** `mentions`: whom; 'all' for everybody. */
export type SaidPiece = Piece & { mentions?: number | 'all' }

/** A mention shows the name that the person has by now. */
export function piecesOf({
  content,
  mentions,
  mentions_all,
}: Pick<ChatMessage, 'content' | 'mentions' | 'mentions_all'>): SaidPiece[] {
  const marks = [
    ...mentions.map(({ user_id, word, display_name }) => ({
      word,
      piece: { text: `@${display_name}`, mentions: user_id },
    })),
    ...(mentions_all ? [{ word: '@alle', piece: { text: '@alle', mentions: 'all' as const } }] : []),
  ].toSorted((one, other) => other.word.length - one.word.length)
  return marks.reduce(
    (pieces, { word, piece }) => pieces.flatMap((one) => split(one, word, piece)),
    linked(content) as SaidPiece[],
  )
}

function split(piece: SaidPiece, word: string, mark: SaidPiece): SaidPiece[] {
  if (piece.href !== undefined || piece.mentions !== undefined || !piece.text.includes(word)) return [piece]
  return piece.text
    .split(word)
    .flatMap((text, at) => [...(at > 0 ? [mark] : []), ...(text === '' ? [] : [{ text }])])
}
