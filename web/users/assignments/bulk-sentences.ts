// What a whole column or row of the matrix will do. A filter finds some of all; those not drawn yet are among them.
import { formatNumber } from '#web/ui/format.ts'

/** Taking away: how many it concerns, since most cells are empty anyway. */
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
