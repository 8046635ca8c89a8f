import { germanDay } from '#contract/time/german-day.ts'
import type { Config } from '#server/config.ts'
import { inClear, isInClear } from '#server/planner/in-clear.ts'

/** The PostgreSQL among the packages, and when it was given out: its line gets the next one about every three months. */
export const embedded = { version: '18.4', of: '2026-05-14' }
const LIBRARIES = 'openssl 1.1.1, icu 60.2, zlib 1.2.11, xz 5.2.2, libxml2 2.9.4'

/** Settings that work, but should not stay as they are. */
export function hintsFor(
  { planner, databaseUrl }: Pick<Config, 'planner' | 'databaseUrl'>,
  today = new Date(),
): string[] {
  return [
    ...(isInClear(planner) ? [inClear] : []),
    ...(databaseUrl === undefined ? [...oldDatabase(today), oldLibraries] : []),
  ]
}

/** PostgreSQL gives out what it has mended about every three months. In ms. */
const FRESH = 92 * 86_400_000

/** Nothing tells here what is newest: a release that old has not got the last one's. */
function oldDatabase(today: Date): string[] {
  const days = Math.floor((today.getTime() - Date.parse(embedded.of)) / 86_400_000)
  if (days * 86_400_000 < FRESH) return []
  return [
    `Das mitgelieferte PostgreSQL ${embedded.version} ist vom ${germanDay(embedded.of)}, seit ${days} Tagen: Was PostgreSQL seither behoben hat, fehlt ihm. Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`,
  ]
}

const oldLibraries = `Die mitgelieferte Datenbank bringt alte Bibliotheken mit (${LIBRARIES}). Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`
