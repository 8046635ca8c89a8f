/** Numbers as people type and read them: German, with the point of other keyboards understood too. */
import { formatNumber } from '#web/ui/format.ts'

/** More digits than a number keeps exactly would be stored as others than were typed. */
const MOST_DIGITS = 15

export type ReadNumber = { value: number | null } | { problem: string }

/** '' is no number, which is as good as one; a single comma or point parts the decimals. */
export function readNumber(typed: string): ReadNumber {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(/^[−–]/, '-')
  if (text === '') return { value: null }
  const plain = withoutGroups(text)
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(plain))
    return { problem: 'Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.' }
  if (isTooLong(plain)) return { problem: `Eine Zahl hat hier höchstens ${MOST_DIGITS} Ziffern.` }
  // A minus before nothing is nothing.
  return { value: Number(plain) || 0 }
}

export const isTooLong = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '').length > MOST_DIGITS

/** Points or commas that part thousands go; what parts the decimals becomes a point. */
function withoutGroups(text: string): string {
  if (/^[-+]?\d{1,3}(\.\d{3})+,\d*$/.test(text) || /^[-+]?\d{1,3}(\.\d{3}){2,}$/.test(text))
    return text.replaceAll('.', '').replace(',', '.')
  if (/^[-+]?\d{1,3}(,\d{3})+\.\d*$/.test(text) || /^[-+]?\d{1,3}(,\d{3}){2,}$/.test(text))
    return text.replaceAll(',', '')
  return text.replace(',', '.')
}

/** '1.500' may be meant as one thousand five hundred: whoever types it is told how it is read. */
export function doubtAbout(typed: string): string | undefined {
  const text = typed.trim()
  if (!/^[-+]?[1-9]\d{0,2}\.\d{3}$/.test(text)) return undefined
  const read = readNumber(text)
  return 'value' in read
    ? `Gelesen als ${formatNumber(read.value)}, nicht als ${text.replace('.', '')}. Tausend schreiben Sie hier ohne Punkt.`
    : undefined
}

/** A number while it is being typed: without groups, so that it reads back as itself. */
export const typedNumber = (value: number) => formatNumber(value).replaceAll('.', '')
