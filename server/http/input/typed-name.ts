// Normalises typed names: NFC, trimmed. Names with invisible characters (`unseen`) would look alike, so they
// are refused. Joiners and variation selectors are allowed, since some scripts need them.

const joiners = /[\p{Join_Control}\p{Variation_Selector}]/gu
const unseen =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--[\p{Join_Control}\p{Variation_Selector}]]/gv

/** The name, or its fault: 'empty', 'unseen' or 'long'. */
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

/** For names typed elsewhere, such as the planner's: invisible characters are dropped instead of refused. */
export function withoutUnseen(text: string): string {
  const clean = text.toWellFormed().replace(unseen, '').normalize('NFC').trim()
  return clean.replace(joiners, '').trim() === '' ? '' : clean
}
