/** Mentions everybody of a group. */
export const MENTION_ALL = '@alle'

const wordEndPattern = /[\p{L}\p{N}\p{M}_]$/u
/** A hyphen goes on with a name: „@Anna-Lena“ is not Anna. */
const wordGoesOnPattern = /^-?[\p{L}\p{N}\p{M}_]/u

/** A text at each place where a mention stands as a whole word; one piece where it stands nowhere. */
export function splitAt(text: string, mention: string): string[] {
  const pieces = text.split(mention)
  return pieces.slice(1).reduce(
    (done, piece) => {
      const before = done.at(-1) ?? ''
      const isWhole = !wordEndPattern.test(before) && !wordGoesOnPattern.test(piece)
      return isWhole ? [...done, piece] : [...done.slice(0, -1), before + mention + piece]
    },
    pieces.slice(0, 1),
  )
}

type Piece<Mention> = { text: string; mention?: Mention }

/** A text in pieces, those of mentions apart. Of two names that begin alike the longer one counts. */
export function mentionPieces<Mention extends { word: string }>(
  text: string,
  mentions: readonly Mention[],
): Piece<Mention>[] {
  const longestFirst = mentions.toSorted((one, other) => other.word.length - one.word.length)
  return longestFirst.reduce(
    (pieces, mention) =>
      pieces.flatMap((piece) =>
        piece.mention
          ? [piece]
          : splitAt(piece.text, mention.word).flatMap((rest, at) => [
              ...(at > 0 ? [{ text: mention.word, mention }] : []),
              ...(rest === '' ? [] : [{ text: rest }]),
            ]),
      ),
    [{ text }] as Piece<Mention>[],
  )
}

/** A text with the names that the mentioned people have by now. */
export const withNames = (
  text: string,
  mentions: readonly { word: string; display_name: string }[] | null,
): string =>
  mentionPieces(text, mentions ?? [])
    .map((piece) => (piece.mention ? `@${piece.mention.display_name}` : piece.text))
    .join('')
