import type { DocStatus } from '#contract/docs.ts'
import { docStatusesForStaff } from '#contract/document/statuses.ts'

export const isForStaff = (status: DocStatus) => docStatusesForStaff.includes(status)

/** Sentence about the audience, now or once the status makes it visible. */
export function whoSeesInWords(isPublic: boolean, status: DocStatus): string {
  if (isForStaff(status))
    return isPublic
      ? 'Alle Benutzer sehen den Prozess.'
      : 'Nur die gewählten Gruppen sehen den Prozess, und alle Admins.'
  const later = 'sobald sein Status „Aktiv“ oder „Erledigt“ ist.'
  return isPublic
    ? `Alle Benutzer werden den Prozess sehen, ${later}`
    : `Nur die gewählten Gruppen werden den Prozess sehen, ${later}`
}
