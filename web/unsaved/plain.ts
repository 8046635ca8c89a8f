/** Plain values as text and back, dates among them. What is neither (a file) throws. */
const DATE = '$date'

export const writePlain = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    // By then a date is text already: the value itself says what it was.
    const own = this[key]
    if (own instanceof Date) return { [DATE]: own.toISOString() }
    if (typeof own === 'object' && own !== null && !isPlain(own))
      throw new TypeError(`${key} is no plain value`)
    return shown
  })

export const readPlain = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && DATE in value ? new Date(String(value[DATE])) : value,
  )

const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
