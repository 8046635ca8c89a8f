/**
 * A text without those signs at its end, in one look from behind: an expression like `/-+$/` begins anew at each of
 * them, which is quadratic where many stand inside the text.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
