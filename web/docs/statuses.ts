// The meaning of each status of a process, in sentences for administrators.
import type { DocStatus } from '#contract/docs.ts'
import { isForStaff } from '#contract/document/statuses.ts'

export const statusMeaning: Record<DocStatus, string> = {
  Entwurf: 'Nur Admins sehen den Prozess: Er wird noch geschrieben.',
  Inaktiv: 'Nur Admins sehen den Prozess. Alle Angaben bleiben erhalten.',
  Aktiv: 'Wer den Prozess sehen darf, liest ihn und füllt ihn aus.',
  Erledigt:
    'Wer den Prozess sehen darf, liest ihn mit den eigenen Angaben. Ausfüllen lässt er sich nicht mehr.',
  Archiviert: 'Nur Admins sehen den Prozess, zum Nachschlagen.',
}

/** Says who sees a process now, or will see it once its status does not hide it any more. */
export function whoSees(isPublic: boolean, status: DocStatus): string {
  if (isForStaff(status))
    return isPublic
      ? 'Alle Benutzer sehen den Prozess.'
      : 'Nur die gewählten Gruppen sehen den Prozess, und alle Admins.'
  const later = 'sobald sein Status „Aktiv“ oder „Erledigt“ ist.'
  return isPublic
    ? `Alle Benutzer werden den Prozess sehen, ${later}`
    : `Nur die gewählten Gruppen werden den Prozess sehen, ${later}`
}
