import { formatNumber } from '#web/ui/format.ts'

/** Ends with a colon if fields are empty, because their list follows. */
export function emptyFieldsInWords(fields: number, empty: number, areRequired = false): string {
  const field = areRequired ? 'Pflichtfeld' : 'Feld'
  if (fields === 0) return 'Sie bestätigen, dass Sie den Prozess gelesen haben.'
  if (fields === 1) return empty === 0 ? `Das ${field} ist ausgefüllt.` : `Das ${field} ist noch leer:`
  if (empty === 0) return `Alle ${field}er sind ausgefüllt.`
  if (empty === fields) return `Noch kein ${field} ist ausgefüllt:`
  return `${formatNumber(empty)} von ${formatNumber(fields)} ${field}ern ${empty === 1 ? 'ist' : 'sind'} noch leer:`
}
