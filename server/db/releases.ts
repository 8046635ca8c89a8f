// With which migration each release ended. During an update servers of two releases share one database, and the older
// one may be taken back; so what a migration does has to suit the release before it too. The rule, and who says so of
// which migration, stands in docs/decisions/0031-two-releases-together.md.
import { version } from '#server/version.ts'

export const releases = [
  { version: '1.0.0', last: '0022b_images_of_docs.sql' },
  { version: '1.1.0', last: '0067_indexes_of_before.sql' },
] as const

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
