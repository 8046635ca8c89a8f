// A name that somebody typed, as it is kept: its characters composed, no white space at its ends. Nobody can see what
// is in `unseen`, so two names that differ by it look alike: such a name is none. Some scripts need the two joiners,
// and signs their variants.

const joiners = /[\p{Join_Control}\p{Variation_Selector}]/gu
const unseen =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--[\p{Join_Control}\p{Variation_Selector}]]/gv

/** The name, or what is wrong with it: 'empty', 'unseen' or 'long'. */
export function readName(
  typed: string,
  { longest }: { longest: number },
): { name: string } | { problem: 'empty' | 'unseen' | 'long' } {
  const name = typed.normalize('NFC').trim()
  const seen = name.replace(joiners, '')
  if (seen.trim() === '') return { problem: 'empty' }
  if (seen.search(unseen) >= 0) return { problem: 'unseen' }
  return Array.from(name).length > longest ? { problem: 'long' } : { name }
}

/** Names that nobody typed here, such as the planner's, are not refused: unseen characters are dropped. */
export function withoutUnseen(text: string): string {
  const clean = text.toWellFormed().replace(unseen, '').normalize('NFC').trim()
  return clean.replace(joiners, '').trim() === '' ? '' : clean
}
