// Sentences about a bulk change of a column or row. All matching users or groups count, also those not rendered yet.
import { formatNumber } from '#web/ui/format.ts'

/** Counts only the users who lose the group, since most cells of a column are empty. */
export const revokeColumnSentence = (group: string, losing: number) =>
  `Die Gruppe „${group}“ wird ${losing === 1 ? 'einem Benutzer' : `${formatNumber(losing)} Benutzern`} entzogen.`

export const revokeRowSentence = (user: string, losing: number) =>
  `${user} verliert ${losing === 1 ? 'eine Gruppe' : `${formatNumber(losing)} Gruppen`}.`

export function grantColumnSentence(group: string, all: number, matching: number) {
  const some =
    matching === 1
      ? 'einem Benutzer'
      : matching === all
        ? `allen ${formatNumber(all)} Benutzern`
        : `allen ${formatNumber(matching)} gefundenen Benutzern`
  return `Die Gruppe „${group}“ wird ${some} zugewiesen.`
}

export function grantRowSentence(user: string, all: number, matching: number) {
  const some =
    matching === 1
      ? 'eine Gruppe'
      : matching === all
        ? `alle ${formatNumber(all)} Gruppen`
        : `alle ${formatNumber(matching)} gefundenen Gruppen`
  return `${user} bekommt ${some}.`
}
