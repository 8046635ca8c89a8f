// The words for the status of a document and of what is filled in, for server and browser.
export const docStatuses = ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiviert'] as const
/** Documents in another one are shown to administrators only. */
export const docStatusesForStaff: readonly string[] = [
  'Aktiv',
  'Erledigt',
] satisfies (typeof docStatuses)[number][]
/** Lists can be narrowed to these. Deleted documents stand in no other list, and only administrators see them. */
export const docFilters = [...docStatuses, 'Gelöscht'] as const
/** People whose results are shown: all, or those who have filled in something, or nothing. */
export const fillStatuses = ['all', 'filled', 'empty'] as const
