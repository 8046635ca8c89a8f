import type { Config } from '#server/config.ts'
import { inClear, isInClear } from '#server/planner/in-clear.ts'
import { databaseParts } from '../bundled.ts'

/** Settings that work, but should not stay as they are. */
export function hintsFor({ planner, databaseUrl }: Pick<Config, 'planner' | 'databaseUrl'>): string[] {
  return [...(isInClear(planner) ? [inClear] : []), ...(databaseUrl === undefined ? [oldLibraries()] : [])]
}

function oldLibraries(): string {
  const versions = databaseParts
    .filter(({ name }) => /^(?:openssl|icu|zlib|xz|libxml2)$/.test(name))
    .map(({ name, version }) => `${name} ${version}`)
  return `Die mitgelieferte Datenbank bringt alte Bibliotheken mit (${versions.join(', ')}). Für den Betrieb wird DATABASE_URL empfohlen; docs/betrieb/datenbank.md sagt, warum.`
}
