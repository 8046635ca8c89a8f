/** Plain values as text, dates and maps among them; undefined for what is none (a file). */
export const DATE = '$date'
export const MAP = '$map'

export function writePlain(value: unknown): string | undefined {
  let isPlain = true
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    // By then a date is text already: the value itself says what it was.
    const own = this[key]
    if (own instanceof Blob) isPlain = false
    if (own instanceof Date) return { [DATE]: own.toISOString() }
    return own instanceof Map ? { [MAP]: [...own] } : shown
  })
  return isPlain ? text : undefined
}
