/**
 * Strips these characters from the end. Scans backwards, because a regular expression like `/-+$/` takes
 * quadratic time if the text contains many of them elsewhere.
 */
export function stripEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
