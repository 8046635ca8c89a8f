/**
 * A name that somebody typed, as it is kept: its characters composed, no white space at its ends. Nobody can see what is
 * in `unseen`, so two names that differ by it look alike: such a name is none. Some scripts need the two joiners.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u
const joiners = /[\u200c\u200d]/g

/** The name, or what is wrong with it: 'empty', 'unseen' or 'long'. */
export function readName(
  typed: string,
  { longest }: { longest: number },
): { name: string } | { problem: 'empty' | 'unseen' | 'long' } {
  const name = typed.normalize('NFC').trim()
  const seen = name.replace(joiners, '')
  if (seen.trim() === '') return { problem: 'empty' }
  if (unseen.test(seen)) return { problem: 'unseen' }
  return Array.from(name).length > longest ? { problem: 'long' } : { name }
}
