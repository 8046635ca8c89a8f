/** Mentions everybody in a group if an administrator writes it. */
export const MENTION_ALL = '@alle'

const wordEndPattern = /[\p{L}\p{N}\p{M}_]$/u
/** A hyphen before a letter continues a name: „@Anna-Lena“ does not mention Anna. */
const wordGoesOnPattern = /^-?[\p{L}\p{N}\p{M}_]/u

/**
 * Splits a text at each occurrence of the mention that is a whole word. Returns a single piece if there is
 * none.
 */
export function splitAtMention(text: string, mention: string): string[] {
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

/**
 * Splits a text into pieces, with each mention in a piece of its own. If one name is the beginning of
 * another, the longer one wins.
 */
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
          : splitAtMention(piece.text, mention.word).flatMap((rest, at) => [
              ...(at > 0 ? [{ text: mention.word, mention }] : []),
              ...(rest === '' ? [] : [{ text: rest }]),
            ]),
      ),
    [{ text }] as Piece<Mention>[],
  )
}

/** Replaces the mentions in a text by the present names of the people. */
export const withPresentNames = (
  text: string,
  mentions: readonly { word: string; display_name: string }[] | null,
): string =>
  mentionPieces(text, mentions ?? [])
    .map((piece) => (piece.mention ? `@${piece.mention.display_name}` : piece.text))
    .join('')
