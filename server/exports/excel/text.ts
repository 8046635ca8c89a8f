// Texts as a workbook can hold them.

/** So many characters a cell holds. */
export const LONGEST = 32_767
// oxlint-disable-next-line no-control-regex -- what XML knows in no form, or only in another
const unusual = /[&<>"\u0000-\u001f\ufffe\uffff\ud800-\udfff]|_x/i
// oxlint-disable-next-line no-control-regex -- XML knows no such characters
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Safe between tags and in an attribute; half a character becomes a sign for what cannot be read. */
export const xmlText = (text: string): string => (unusual.test(text) ? escaped(clean(text)) : text)

/** Excel reads _x0041_ in a cell as an A: such an underscore is itself written that way. */
export function cellText(text: string): string {
  if (!unusual.test(text)) return cut(text)
  return escaped(cut(clean(text)).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))
}

const clean = (text: string) => text.toWellFormed().replace(illegal, '')
const escaped = (text: string) => text.replace(/[&<>"\r]/g, (sign) => escapes[sign] as string)

/** No character is cut in half. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(LONGEST - 1))
  return text.slice(0, isHalf ? LONGEST - 1 : LONGEST)
}

/** Begins as what a spreadsheet program could take for a formula once somebody edits the cell. */
export const isFormulaLike = (text: string) => /^[\s']*[=+\-@|%]|^[\t\r\n]/.test(text)
