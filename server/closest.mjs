// Finds the known name closest to a misspelt one. Plain JavaScript, since the launcher uses it under any Node.

/**
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {string | undefined}
 */
export function closest(name, known) {
  const [nearest] = known
    .filter((one) => Math.abs(name.length - one.length) <= tolerance(one))
    .map((one) => ({ one, steps: stepsBetween(name, one, tolerance(one)) }))
    .filter(({ one, steps }) => steps <= tolerance(one))
    .sort((a, b) => a.steps - b.steps)
  return nearest?.one
}

/** Short words are close to too many others. */
const tolerance = (name) => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2)

/** Damerau-Levenshtein distance, cut off at `most`. */
function stepsBetween(a, b, most) {
  if (a.length === b.length && isExchanged(a, b)) return a.length < 6 ? 0 : 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
    if (Math.min(...row) > most) return most + 1
  }
  return row[b.length] ?? 0
}

function isExchanged(a, b) {
  const at = a.split('').findIndex((letter, index) => letter !== b[index])
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}
