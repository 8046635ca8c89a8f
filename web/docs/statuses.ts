import type { DocFilter, DocStatus } from '#contract/docs.ts'

export const statuses = [
  'Entwurf',
  'Inaktiv',
  'Aktiv',
  'Erledigt',
  'Archiviert',
] as const satisfies readonly DocStatus[]

/** What an administrator narrows the list to. */
export const filters = [...statuses, 'Gelöscht'] as const satisfies readonly DocFilter[]
