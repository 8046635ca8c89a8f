/** A text with what can be followed in it. Only http and https, and only what the browser itself reads as such. */
export type Piece = { text: string; href?: string }

const candidate = /\bhttps?:\/\/[^\s<>"„“”]+/giu
/** What usually belongs to the sentence around an address. */
const trailing = /[.,;:!?'’*_…]+$/u

export function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(candidate)) {
    const address = withoutSentence(match[0])
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
  const shorter = address.replace(trailing, '')
  const isOpened = shorter.split('(').length >= shorter.split(')').length
  if (!shorter.endsWith(')') || isOpened) return shorter
  return withoutSentence(shorter.slice(0, -1))
}

function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, href } = new URL(address)
  // A name before an @ is there to look like another address.
  const isHonest = username === '' && password === '' && hostname !== ''
  return isHonest && (protocol === 'https:' || protocol === 'http:') ? href : undefined
}
