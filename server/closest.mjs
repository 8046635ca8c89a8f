// Finds the known name closest to a misspelt one. Plain JavaScript, since the launcher must run under any version of
// Node.

/**
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {string | undefined}
 */
export function findClosestWord(name, known) {
  const [nearest] = known
    .map((one) => ({ one, steps: editDistance(name, one, 2) }))
    .filter(({ one, steps }) => steps <= maxEditDistance(name, one))
    .sort((a, b) => a.steps - b.steps)
  return nearest?.one
}

/**
 * Maximum number of differing letters. A short word resembles too many others, so only two swapped letters are
 * accepted in it.
 */
const maxEditDistance = (name, one) =>
  one.length < 6 ? (isOfSameLetters(name, one) ? 1 : 0) : one.length < 9 ? 1 : 2

const isOfSameLetters = (one, other) => one.split('').sort().join('') === other.split('').sort().join('')

/**
 * Edit distance: missing, extra, replaced or swapped letters. Returns `most + 1` if the distance exceeds `most`.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} most
 * @returns {number}
 */
export function editDistance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j] + 1,
        row[j - 1] + 1,
        last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwapped ? beforeLast[j - 2] + 1 : Infinity,
      )
    }
    if (Math.min(...row) > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length]
}
