// Where the arrow keys lead in a line: the one table of it for menus, tool bars and lists of hits.

export type Pressed = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

type Next = (pressed: Pressed, at: number, count: number) => number | undefined

/** From the last it goes on with the first. Undefined: the key leads nowhere. */
const inLine =
  (backKey: string, onKey: string): Next =>
  ({ key }, at, count) => {
    if (count === 0) return undefined
    if (key === 'Home') return 0
    if (key === 'End') return count - 1
    if (key === onKey) return (at + 1) % count
    if (key === backKey) return at < 0 ? count - 1 : (at - 1 + count) % count
    return undefined
  }
export const nextBelow = inLine('ArrowUp', 'ArrowDown')
export const nextBeside = inLine('ArrowLeft', 'ArrowRight')

/**
 * Letters typed in quick order are the beginning of a name; the same letter again and again leads through all that
 * begin with it. Returns the place of the name that is meant.
 */
export function nextByLetters(letters: string, at: number, names: readonly string[]): number | undefined {
  const first = letters.charAt(0)
  const isOneLetter = letters === first.repeat(letters.length)
  const wanted = isOneLetter ? first : letters
  // A longer beginning may still be that of the present one.
  const from = isOneLetter ? at + 1 : Math.max(at, 0)
  for (let step = 0; step < names.length; step++) {
    const place = (from + step) % names.length
    if (names[place]?.toLocaleLowerCase('de').startsWith(wanted)) return place
  }
  return undefined
}
