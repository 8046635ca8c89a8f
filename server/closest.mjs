// Which of the known names was meant by one that is misspelt. Plain JavaScript: the launcher asks, too, under any Node.

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

/** Short words are near to many others. */
const tolerance = (name) => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2)

/** Letters that are missing, too many, wrong, or two of them exchanged; those beyond `most` are not counted. */
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
