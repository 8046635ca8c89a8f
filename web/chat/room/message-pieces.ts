// The text of a message in pieces: with what can be followed in it, and with who is mentioned.
import type { ChatMessage } from '#contract/chat.ts'
import { MENTION_ALL, mentionPieces } from '#contract/words/mentions.ts'

type Link = { text: string; href?: string }
/** `mentions`: whom; 'all' for everybody. */
export type MessagePiece = Link & { mentions?: number | 'all' }

type Worded = Pick<ChatMessage, 'content' | 'mentions' | 'mentions_all'>

/** The text as shown, with today's names, without links. */
export const plainText = (message: Worded) =>
  piecesOf(message)
    .map(({ text }) => text)
    .join('')

/** A mention shows the name that the person has by now. */
export function piecesOf({ content, mentions, mentions_all }: Worded): MessagePiece[] {
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

const candidate = /\bhttps?:\/\/[^\s<>"„“”]+/giu
/** Signs at the end of an address that usually belong to the sentence around it. */
const TRAILING = ".,;:!?'’*_…"
/** No server takes a longer one. */
const LONGEST = 2_000

/** Only http and https, and only what the browser itself reads as such. */
export function linked(text: string): Link[] {
  const pieces: Link[] = []
  let from = 0
  for (const match of text.matchAll(candidate)) {
    const address = withoutSentence(match[0].slice(0, LONGEST))
    const href = hrefOf(address)
    if (href === undefined) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push({ text: address, href })
    from = match.index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** A bracket at the end belongs to the address only when it was opened there. */
function withoutSentence(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  while (end > 0) {
    const sign = address.charAt(end - 1)
    if (sign === ')' && unopened > 0) unopened--
    else if (!TRAILING.includes(sign)) break
    end--
  }
  return address.slice(0, end)
}

function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, href } = new URL(address)
  // A name before an @ is there to look like another address.
  const isHonest = username === '' && password === '' && hostname !== ''
  return isHonest && (protocol === 'https:' || protocol === 'http:') ? href : undefined
}
