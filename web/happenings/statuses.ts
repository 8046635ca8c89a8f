import type { HappeningStatus } from '#contract/happenings.ts'

export const statuses = [
  'Entwurf',
  'Inaktiv',
  'Aktiv',
  'Erledigt',
  'Archiv',
] as const satisfies readonly HappeningStatus[]
/** Happenings in another one are shown to administrators only. */
export const statusesForStaff = ['Aktiv', 'Erledigt'] as const satisfies readonly HappeningStatus[]

/** Who may do what in a status. */
export const meaning: Record<HappeningStatus, string> = {
  Entwurf: 'Nur Admins sehen die Veranstaltung. Der Abgleich mit der Personalplanung kann sie noch ändern.',
  Inaktiv: 'Nur Admins sehen die Veranstaltung. Alle Zeiten bleiben erhalten.',
  Aktiv: 'Zeiterfasser tragen Zeiten ein und senden sie.',
  Erledigt: 'Zeiterfasser lesen die Zeiten, Admins berichtigen sie.',
  Archiv: 'Nur Admins sehen die Veranstaltung. Niemand ändert noch etwas.',
}
