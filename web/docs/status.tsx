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
