import type { DocStatus } from '#contract/docs.ts'

export const statuses = [
  'Entwurf',
  'Inaktiv',
  'Aktiv',
  'Erledigt',
  'Archiviert',
] as const satisfies readonly DocStatus[]
