/** A text with what can be followed in it. Only http and https, and only what the browser itself reads as such. */
export type Piece = { text: string; href?: string }

const candidate = /\bhttps?:\/\/[^\s<>"„“”]+/giu
/** What usually belongs to the sentence around an address. */
const TRAILING = ".,;:!?'’*_…"
/** No server takes a longer one. */
const LONGEST = 2_000

export function linked(text: string): Piece[] {
  const pieces: Piece[] = []
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
