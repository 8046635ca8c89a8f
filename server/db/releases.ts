// Releases and their migrations. During an update two releases share one database, and the update may be reverted, so
// every migration has to suit the previous release too. Rule and approvals: docs/decisions/0006-two-releases.md.
import { version } from '#server/version.ts'

/**
 * The last migration of each release. The first release has a single one, which creates a new database at
 * once and replaces all earlier migrations. (The list of tables that it names is no longer kept.)
 */
export const releases = [{ version: '1.1.0', last: '0067_release_1.1.sql' }] as const
const [first] = releases

/** The last of the migrations that the first release replaces. A database with this one has all earlier ones too. */
export const lastReplacedMigration = {
  name: '0067_indexes_of_before.sql',
  checksum: '421ef688a5b9cebf193074aee6a38eec19ceaa07cf3107fe2045e7422ba75a1a',
} as const

/**
 * Maps the names of applied migrations to present ones: the migrations before the first release become its single
 * migration. Undefined if the database lacks the last one of them.
 */
export function toCurrentMigrationNames(names: readonly string[]): string[] | undefined {
  const later = names.filter((name) => name >= first.last)
  if (later.length === names.length) return later
  return names.includes(lastReplacedMigration.name) ? [first.last, ...later] : undefined
}

/** Marks a destructive migration, with the release that stopped using what it removes. */
const CONTRACT_LINE = /^-- contract: (\d+\.\d+\.\d+)$/m
export const contractVersion = (sql: string) => CONTRACT_LINE.exec(sql)?.[1]

export const isReleased = (name: string) => releases.some(({ last }) => name <= last)

/**
 * Oldest release that runs on a database with this migration: the previous release, unless the migration names
 * another in its `-- contract:` line.
 */
export function oldestCompatibleRelease({ name, sql }: { name: string; sql: string }): string {
  const at = releases.findIndex(({ last }) => name <= last)
  const before = at < 0 ? releases.at(-1) : releases[Math.max(at - 1, 0)]
  return contractVersion(sql) ?? before?.version ?? version
}

/** Negative if the first is older. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const differing = ones.findIndex((number, place) => number !== others[place])
  return differing < 0 ? 0 : (ones[differing] ?? 0) - (others[differing] ?? 0)
}
