// Sentences about a bulk change of a column or row. Filtered rows count even if not rendered yet.
import { formatNumber } from '#web/ui/format.ts'

/** Removal: with the number of affected cells, since most are empty. */
export const emptyColumnSentence = (group: string, losing: number) =>
  `Die Gruppe „${group}“ wird ${losing === 1 ? 'einem Benutzer' : `${formatNumber(losing)} Benutzern`} entzogen.`

export const emptyRowSentence = (user: string, losing: number) =>
  `${user} verliert ${losing === 1 ? 'eine Gruppe' : `${formatNumber(losing)} Gruppen`}.`

export function columnSentence(group: string, all: number, found: number) {
  const some =
    found === 1
      ? 'einem Benutzer'
      : found === all
        ? `allen ${formatNumber(all)} Benutzern`
        : `allen ${formatNumber(found)} gefundenen Benutzern`
  return `Die Gruppe „${group}“ wird ${some} zugewiesen.`
}

export function rowSentence(user: string, all: number, found: number) {
  const some =
    found === 1
      ? 'eine Gruppe'
      : found === all
        ? `alle ${formatNumber(all)} Gruppen`
        : `alle ${formatNumber(found)} gefundenen Gruppen`
  return `${user} bekommt ${some}.`
}
