import type { DocStatus } from '#contract/docs.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<DocStatus, Tone> = {
  Entwurf: 'warning',
  Inaktiv: 'muted',
  Aktiv: 'success',
  Erledigt: 'info',
  Archiviert: 'muted',
}

export const StatusBadge = ({ status }: { status: DocStatus }) => <Badge tone={tones[status]}>{status}</Badge>

/** Explanation of each status for administrators. */
export const statusMeaning: Record<DocStatus, string> = {
  Entwurf: 'Nur Admins sehen den Prozess: Er wird noch geschrieben.',
  Inaktiv: 'Nur Admins sehen den Prozess. Alle Angaben bleiben erhalten.',
  Aktiv: 'Wer den Prozess sehen darf, liest ihn und füllt ihn aus.',
  Erledigt:
    'Wer den Prozess sehen darf, liest ihn mit den eigenen Angaben. Ausfüllen lässt er sich nicht mehr.',
  Archiviert: 'Nur Admins sehen den Prozess, zum Nachschlagen.',
}
