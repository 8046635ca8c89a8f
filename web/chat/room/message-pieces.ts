// Splits the text of a message into plain text, links and mentions.
import type { ChatMessage } from '#contract/chat.ts'
import { MENTION_ALL, mentionPieces } from '#contract/words/mentions.ts'

type Link = { text: string; href?: string }
/** `mentions`: user id, or 'all' for everybody. */
export type MessagePiece = Link & { mentions?: number | 'all' }

type MessageText = Pick<ChatMessage, 'content' | 'mentions' | 'mentions_all'>

/** The displayed text, with the present names of mentioned people and without markup for links. */
export const plainText = (message: MessageText) =>
  piecesOf(message)
    .map(({ text }) => text)
    .join('')

/** Mentions show the user's present name, since users may have been renamed. */
export function piecesOf({ content, mentions, mentions_all }: MessageText): MessagePiece[] {
  const marks = [
    ...mentions.map(({ user_id, word, display_name }) => ({
      word,
      piece: { text: `@${display_name}`, mentions: user_id },
    })),
    ...(mentions_all ? [{ word: MENTION_ALL, piece: { text: MENTION_ALL, mentions: 'all' as const } }] : []),
  ]
  return splitLinks(content).flatMap((part): MessagePiece[] =>
    part.href === undefined
      ? mentionPieces(part.text, marks).map(({ text, mention }) => mention?.piece ?? { text })
      : [part],
  )
}

const linkCandidate = /\bhttps?:\/\/[^\s<>"„“”]+/giu
/** Punctuation after a URL that usually belongs to the sentence. */
const TRAILING_PUNCTUATION = ".,;:!?'’*_…"
/** In characters. A longer URL is cut off, since servers refuse it. */
const MAX_URL_LENGTH = 2_000

/** Only http and https URLs that the browser can parse become links. */
export function splitLinks(text: string): Link[] {
  const pieces: Link[] = []
  let from = 0
  for (const match of text.matchAll(linkCandidate)) {
    const address = trimTrailingPunctuation(match[0].slice(0, MAX_URL_LENGTH))
    const href = safeHref(address)
    if (href === undefined) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push({ text: address, href })
    from = match.index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** A closing bracket belongs to the URL only if it was opened inside. */
function trimTrailingPunctuation(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  while (end > 0) {
    const sign = address.charAt(end - 1)
    if (sign === ')' && unopened > 0) unopened--
    else if (!TRAILING_PUNCTUATION.includes(sign)) break
    end--
  }
  return address.slice(0, end)
}

function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, href } = new URL(address)
  // Refuses user info before an @, which disguises the host.
  const isHonest = username === '' && password === '' && hostname !== ''
  return isHonest && (protocol === 'https:' || protocol === 'http:') ? href : undefined
}
