import { germanDay } from '#contract/time/german-day.ts'
import type { Config } from '#server/config.ts'
import { isUnencrypted, unencryptedWarning } from '#server/planner/in-clear.ts'

/** Version and date of the bundled PostgreSQL; updates appear about every three months. */
export const embeddedPostgres = { version: '18.4', of: '2026-05-14' }
const LIBRARIES = 'openssl 1.1.1, icu 60.2, zlib 1.2.11, xz 5.2.2, libxml2 2.9.4'

/** Hints about settings that work but should be changed. */
export function hintsFor(
  { planner, databaseUrl }: Pick<Config, 'planner' | 'databaseUrl'>,
  today = new Date(),
): string[] {
  return [
    ...(isUnencrypted(planner) ? [unencryptedWarning] : []),
    ...(databaseUrl === undefined ? [...oldDatabaseHints(today), oldLibrariesHint] : []),
  ]
}

/** In ms; PostgreSQL publishes fixes about every three months. */
const FRESH_MS = 92 * 86_400_000

/** The newest version is unknown here, but one this old lacks the latest fixes. */
function oldDatabaseHints(today: Date): string[] {
  const days = Math.floor((today.getTime() - Date.parse(embeddedPostgres.of)) / 86_400_000)
  if (days * 86_400_000 < FRESH_MS) return []
  return [
    `Das mitgelieferte PostgreSQL ${embeddedPostgres.version} ist vom ${germanDay(embeddedPostgres.of)}, seit ${days} Tagen: Was PostgreSQL seither behoben hat, fehlt ihm. Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`,
  ]
}

const oldLibrariesHint = `Die mitgelieferte Datenbank bringt alte Bibliotheken mit (${LIBRARIES}). Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`
