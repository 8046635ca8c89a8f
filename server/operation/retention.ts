// Selects the backups to keep: the newest of each of the last days, weeks and months that have one. Only
// periods with a backup count, so a server that was off for a month keeps what it had.
import type { BackupRetention } from '#server/config-kinds.ts'

export type DatedBackup = { file: string; at: Temporal.PlainDateTime }

const newestFirst = (files: readonly DatedBackup[]) =>
  files.toSorted((one, other) => Temporal.PlainDateTime.compare(other.at, one.at))

export function selectSuperseded(
  files: readonly DatedBackup[],
  { days, weeks, months }: BackupRetention,
): DatedBackup[] {
  const sorted = newestFirst(files)
  const staying = new Set<string>()
  const keep = (most: number, periodOf: (at: Temporal.PlainDateTime) => string) => {
    const periods = new Set<string>()
    for (const { file, at } of sorted) {
      const period = periodOf(at)
      if (periods.has(period) || periods.size === most) continue
      periods.add(period)
      staying.add(file)
    }
  }
  keep(days, (at) => at.toPlainDate().toString())
  keep(weeks, (at) => `${at.yearOfWeek}-${at.weekOfYear}`)
  keep(months, (at) => at.toPlainDate().toPlainYearMonth().toString())
  return sorted.filter(({ file }) => !staying.has(file))
}

/** Files written by this database, by name, and whether each was verified. */
export type Own = ReadonlyMap<string, boolean>

/** Newest first. */
export const unverifiedOf = (files: readonly DatedBackup[], own: Own): DatedBackup[] =>
  newestFirst(files).filter(({ file }) => own.get(file) === false)

/**
 * Backups to delete after a successful verification: all unverified ones, and verified ones that no period
 * needs.
 */
export function selectExpired(
  files: readonly DatedBackup[],
  { keep, own, now }: { keep: BackupRetention; own: Own; now: Temporal.PlainDateTime },
): DatedBackup[] {
  const counted = files.filter(({ file }) => own.get(file) !== false)
  return [
    ...unverifiedOf(files, own),
    ...selectSuperseded(counted, keep).filter((file) => isExpired(file, own, now)),
  ]
}

/**
 * Files without a row were written before a restore. They stay for a week, in case the wrong state was restored
 * and the latest of them is the only good one.
 */
export function isExpired(
  { file, at }: DatedBackup,
  own: Pick<Own, 'has'>,
  now: Temporal.PlainDateTime,
): boolean {
  return own.has(file) || Temporal.PlainDateTime.compare(at, now.subtract({ days: FOREIGN_DAYS })) < 0
}
const FOREIGN_DAYS = 7

/** `kontor-2026-11-22T03-00-07.kontor`: local time of the company. */
const BACKUP_NAME = /^kontor-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.kontor$/

export const nameFor = (at: Temporal.PlainDateTime) =>
  `kontor-${at.toString({ smallestUnit: 'second' }).replaceAll(':', '-')}.kontor`

/**
 * Uses the next free second: a verified backup is never overwritten, not even in the hour that occurs twice in
 * autumn.
 */
export function freeNameFor(at: Temporal.PlainDateTime, files: readonly DatedBackup[]): string {
  const name = nameFor(at)
  return files.some(({ file }) => file === name) ? freeNameFor(at.add({ seconds: 1 }), files) : name
}

export function readName(file: string): DatedBackup | undefined {
  const [, day, hour, minute, second] = BACKUP_NAME.exec(file) ?? []
  if (day === undefined) return undefined
  try {
    return { file, at: Temporal.PlainDateTime.from(`${day}T${hour}:${minute}:${second}`) }
  } catch {
    return undefined // not a date, so not a backup of ours
  }
}
