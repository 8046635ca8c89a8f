// Whose times a team waits for: the sheet, the lists, „Heute“ and a sending count the same people.
import { sql } from 'kysely'

/**
 * Whoever is cancelled, and of whom nothing is recorded or to be taken back, is not awaited. For a query over
 * `time_entries`.
 */
export const isAwaited = sql<boolean>`(lower(trim(time_entries.status)) is distinct from 'abgesagt'
  or ist_von is not null or ist_bis is not null or absent or to_withdraw)`
