// Constants of happenings without schemas, so that the browser can import them cheaply.

/** In the order in which a happening usually passes through them. */
export const happeningStatuses = ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv'] as const
/** Happenings of any other status are visible to administrators only. */
const statusesForStaff = ['Aktiv', 'Erledigt'] as const
/** Extra filter beside the statuses: Aktiv, not in the future, and with unsent times. */
export const UNSENT_FILTER = 'Zu senden'
export const statusFilters = [...happeningStatuses, UNSENT_FILTER] as const
export const statusFiltersForStaff = [...statusesForStaff, UNSENT_FILTER] as const

export const happeningLimits = {
  /** Characters of a type in a filter. */
  type: 300,
  /** Minutes of break within an entry. */
  pause: 720,
  /** Characters of a note. */
  note: 200,
  happeningsOfPage: 25,
  entriesOfPage: 50,
  /** Teams listed with a happening. */
  teamsOfHappening: 4,
}
