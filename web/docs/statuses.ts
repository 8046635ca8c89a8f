import type { DocFilter, DocStatus } from '#contract/docs.ts'

export const statuses = [
  'Entwurf',
  'Inaktiv',
  'Aktiv',
  'Erledigt',
  'Archiviert',
] as const satisfies readonly DocStatus[]

export const isForStaff = (status: DocStatus) => status === 'Aktiv' || status === 'Erledigt'

/** What an administrator narrows the list to. */
export const filters = [...statuses, 'Gelöscht'] as const satisfies readonly DocFilter[]
