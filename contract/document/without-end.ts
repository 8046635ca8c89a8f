/**
 * Strips these characters from the end, scanning backwards: a regular expression like `/-+$/` is quadratic
 * where many stand inside the text.
 */
export function stripEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
