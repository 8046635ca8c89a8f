// With which migration each release ended. During an update servers of two releases share one database, and the older
// one may be taken back; so what a migration does has to suit the release before it too. The rule, and who says so of
// which migration, stands in docs/decisions/0006-two-releases.md.
import { version } from '#server/version.ts'

/** The first one begins every new database: it holds what the releases up to its own had made in many steps. */
export const releases = [{ version: '1.1.0', last: '0067_release_1.1.sql' }] as const
const [first] = releases

/** The last of the steps in place of which `first` stands. Each was taken after all before it, so it tells for them. */
export const lastStepBefore = {
  name: '0067_indexes_of_before.sql',
  checksum: '421ef688a5b9cebf193074aee6a38eec19ceaa07cf3107fe2045e7422ba75a1a',
} as const

/** Steps under the names that this program has for them; undefined where a release before `first` has ended. */
export function knownSteps(names: readonly string[]): string[] | undefined {
  const later = names.filter((name) => name >= first.last)
  if (later.length === names.length) return later
  return names.includes(lastStepBefore.name) ? [first.last, ...later] : undefined
}

/** A migration that takes something away, and the release that had stopped using it. */
const CONTRACT = /^-- contract: (\d+\.\d+\.\d+)$/m
export const contractOf = (sql: string) => CONTRACT.exec(sql)?.[1]

export const isReleased = (name: string) => releases.some(({ last }) => name <= last)

/** The oldest release that runs on a database with this migration: the one before its own, unless it says another. */
export function needsOf({ name, sql }: { name: string; sql: string }): string {
  const at = releases.findIndex(({ last }) => name <= last)
  const before = at < 0 ? releases.at(-1) : releases[Math.max(at - 1, 0)]
  return contractOf(sql) ?? before?.version ?? version
}

/** Below zero: the first is the older one. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const differing = ones.findIndex((number, place) => number !== others[place])
  return differing < 0 ? 0 : (ones[differing] ?? 0) - (others[differing] ?? 0)
}
