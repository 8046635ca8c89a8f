import type { HappeningStatus } from '#contract/happenings.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

/** Who may do what in a status. */
export const meaning: Record<HappeningStatus, string> = {
  Entwurf: 'Nur Admins sehen die Veranstaltung. Der Abgleich mit der Personalplanung kann sie noch ändern.',
  Inaktiv: 'Nur Admins sehen die Veranstaltung. Alle Zeiten bleiben erhalten.',
  Aktiv: 'Zeiterfasser tragen Zeiten ein und senden sie.',
  Erledigt: 'Zeiterfasser lesen die Zeiten, Admins berichtigen sie.',
  Archiv: 'Nur Admins sehen die Veranstaltung. Niemand ändert noch etwas.',
}

const tones: Record<HappeningStatus, Tone> = {
  Entwurf: 'warning',
  Inaktiv: 'muted',
  Aktiv: 'success',
  Erledigt: 'info',
  Archiv: 'muted',
}

export const StatusBadge = ({ status }: { status: HappeningStatus }) => (
  <Badge tone={tones[status]}>{status}</Badge>
)
