// Words and limits of happenings that both sides use as they are: no schema, so that the browser may take them too.

/** In the order in which a happening goes through them. */
export const happeningStatuses = ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv'] as const
/** Happenings in another one are shown to administrators only. */
const statusesForStaff = ['Aktiv', 'Erledigt'] as const
/**
 * What a list shows beside those of one status: what is Aktiv, is of today or before, and has times that have not
 * been sent.
 */
export const UNSENT = 'Zu senden'
export const statusFilters = [...happeningStatuses, UNSENT] as const
export const statusFiltersForStaff = [...statusesForStaff, UNSENT] as const

export const limits = {
  /** Characters of a type that is filtered by. */
  type: 300,
  /** Minutes of break within an entry. */
  pause: 720,
  /** Characters of a note to an entry. */
  note: 200,
  happeningsOfPage: 25,
  entriesOfPage: 50,
  /** Teams that a happening of a list names. */
  teamsOfHappening: 4,
}
