import type { HappeningStatus } from '#contract/happenings.ts'

/** Explanation of each status. */
export const statusExplanations: Record<HappeningStatus, string> = {
  Entwurf: 'Nur Admins sehen die Veranstaltung. Der Abgleich mit der Personalplanung kann sie noch ändern.',
  Inaktiv: 'Nur Admins sehen die Veranstaltung. Alle Zeiten bleiben erhalten.',
  Aktiv: 'Zeiterfasser tragen Zeiten ein und senden sie.',
  Erledigt: 'Zeiterfasser lesen die Zeiten, Admins berichtigen sie.',
  Archiv: 'Nur Admins sehen die Veranstaltung. Niemand ändert noch etwas.',
}
