/** Between several that were chosen. It stands in no option: each is one line. */
export const BETWEEN = '\n'

/** The answer to a field of some type in words, as people read it: a day as 21.11.2026, several that were chosen on one line. */
export function inWords(type: string, value: string): string {
  if (type === 'choices') return value.replaceAll(BETWEEN, '; ')
  return type === 'date' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : value
}
