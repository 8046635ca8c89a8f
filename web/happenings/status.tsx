import type { HappeningStatus } from '#contract/happenings.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

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
