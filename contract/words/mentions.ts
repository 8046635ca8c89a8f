/** Mentions everybody of a group. */
export const MENTION_ALL = '@alle'

/** A text at each place where a mention stands as a whole word; one piece where it stands nowhere. */
export function splitAt(text: string, mention: string): string[] {
  const pieces = text.split(mention)
  return pieces.slice(1).reduce(
    (done, piece) => {
      const before = done.at(-1) ?? ''
      const isWhole = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(piece)
      return isWhole ? [...done, piece] : [...done.slice(0, -1), before + mention + piece]
    },
    pieces.slice(0, 1),
  )
}
