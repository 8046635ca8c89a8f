// PostgreSQL's own log, kept in a folder: from it any moment of the last days can be brought back.
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder, whyNotMade } from '#server/make-folder.ts'
import { StartError } from '#server/start-error.ts'
import { type Account, isReachable } from './account.ts'
import { makePrivate, type Place } from './place.ts'

/** How a piece ends that is not whole yet. */
const HALF = '.neu'

/** Confirmed changes are in the archive after so many seconds at the latest, even on a quiet day. */
const LATEST_SECONDS = 60

/**
 * Lies in a cluster that was brought back from an archive, with a name of its own: it keeps the number of the one that it
 * comes from, and would write another log under the same names.
 */
export const branchMark = (cluster: string) => join(cluster, 'kontor.archiv')

/** Each database has a folder of its own: another one's log must never be taken for ours. */
export function archiveOf(cluster: string, archive: string): string {
  // The first eight bytes are the number that every cluster is given when it is made.
  const number = readFileSync(join(cluster, 'global/pg_control')).readBigUInt64LE(0)
  const mark = branchMark(cluster)
  const branch = existsSync(mark) ? `-${readFileSync(mark, 'utf8')}` : ''
  return join(resolve(archive), `${number}${branch}`)
}

export function archiveSettings({ cluster, account }: Place, archive: string): Record<string, string> {
  const folder = archiveOf(cluster, archive)
  try {
    makeFolder(folder, 0o711)
  } catch (cause) {
    throw new StartError(
      `Der Ordner „${archive}“ (PITR_DIR) lässt sich nicht anlegen${whyNotMade(cause)}. Bitte nennen Sie einen anderen.`,
      { cause },
    )
  }
  // Passable for PostgreSQL's account, readable for nobody else.
  chmodSync(folder, account ? 0o711 : 0o700)
  const log = join(folder, 'wal')
  makePrivate(log, account)
  if (account) {
    if (!isReachable(folder, account))
      throw new StartError(
        `Den Ordner „${archive}“ (PITR_DIR) kann das Konto der Datenbank nicht erreichen. Bitte nennen Sie einen anderen.`,
      )
  }
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: String(LATEST_SECONDS),
    archive_command: archiveCommand(log),
  }
}

/** Written beside, synced, renamed. A piece that is there already is as good, if it is the same. */
function archiveCommand(log: string): string {
  const [whole, half] = [`${quoted(log)}/%f.gz`, `${quoted(log)}/%f${HALF}`]
  return `if test -e ${whole}; then gzip -dc ${whole} | cmp -s - "%p"; else gzip -1 -c "%p" > ${half} && sync ${half} && mv ${half} ${whole} && sync ${quoted(log)}; fi`
}

/**
 * Each data folder has an account of its own, so a database that is brought back elsewhere may not read what another
 * one has kept. By the group it may; whose the log is stays, and the other one goes on keeping it.
 */
export function letRead(log: string, { gid }: Pick<Account, 'gid'>) {
  const names = readdirSync(log).filter((name) => !name.endsWith(HALF))
  for (const path of [log, ...names.map((name) => join(log, name))]) {
    const file = openThere(path)
    // Whoever keeps the log takes old pieces away meanwhile.
    if (file === undefined) continue
    try {
      const found = fstatSync(file)
      if (!found.isDirectory() && !(found.isFile() && found.nlink === 1)) continue
      fchownSync(file, found.uid, gid)
      fchmodSync(file, (found.mode & 0o7777) | (found.isDirectory() ? 0o050 : 0o040))
    } finally {
      closeSync(file)
    }
  }
}

/** The folder is another account's: what it may have put there in a file's place is not followed. */
function openThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const fetchFrom = (log: string) => `gzip -dc ${quoted(log)}/%f.gz > "%p"`

/** For the shell, and for PostgreSQL, which reads a % as its own. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
