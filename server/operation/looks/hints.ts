import { germanDay } from '#contract/time/german-day.ts'
import type { Config } from '#server/config.ts'
import { inClear, isInClear } from '#server/planner/in-clear.ts'
import { databaseParts, postgresql, postgresqlOf } from '../bundled.ts'

/** Settings that work, but should not stay as they are. */
export function hintsFor(
  { planner, databaseUrl }: Pick<Config, 'planner' | 'databaseUrl'>,
  today = new Date(),
): string[] {
  return [
    ...(isInClear(planner) ? [inClear] : []),
    ...(databaseUrl === undefined ? [...oldDatabase(today), oldLibraries()] : []),
  ]
}

/** PostgreSQL gives out what it has mended about every three months. In ms. */
const FRESH = 92 * 86_400_000

/** Nothing tells here what is newest: a release that old has not got the last one's. */
function oldDatabase(today: Date): string[] {
  const days = Math.floor((today.getTime() - Date.parse(postgresqlOf)) / 86_400_000)
  if (days * 86_400_000 < FRESH) return []
  return [
    `Das mitgelieferte PostgreSQL ${postgresql.version} ist vom ${germanDay(postgresqlOf)}, seit ${days} Tagen: Was PostgreSQL seither behoben hat, fehlt ihm. Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`,
  ]
}

function oldLibraries(): string {
  const versions = databaseParts
    .filter(({ name }) => /^(?:openssl|icu|zlib|xz|libxml2)$/.test(name))
    .map(({ name, version }) => `${name} ${version}`)
  return `Die mitgelieferte Datenbank bringt alte Bibliotheken mit (${versions.join(', ')}). Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`
}
