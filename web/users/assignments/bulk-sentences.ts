/** What a whole column or row of the matrix will do. A filter finds some of all; those not drawn yet are among them. */
import { formatNumber } from '#web/ui/format.ts'

export function columnSentence(group: string, all: number, found: number, granted: boolean) {
  const some =
    found === 1
      ? 'einem Benutzer'
      : found === all
        ? `allen ${formatNumber(all)} Benutzern`
        : `allen ${formatNumber(found)} gefundenen Benutzern`
  return `Die Gruppe „${group}“ wird ${some} ${granted ? 'zugewiesen' : 'entzogen'}.`
}

export function rowSentence(user: string, all: number, found: number, granted: boolean) {
  const some =
    found === 1
      ? 'eine Gruppe'
      : found === all
        ? `alle ${formatNumber(all)} Gruppen`
        : `alle ${formatNumber(found)} gefundenen Gruppen`
  return `${user} ${granted ? 'bekommt' : 'verliert'} ${some}.`
}
