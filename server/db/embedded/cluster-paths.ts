// Location of the embedded database's files and socket, and its system account: PostgreSQL refuses to run as
// root.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lchownSync, mkdtempSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { failureInWords, isBlockedByFile, makeFolder } from '#server/make-folder.ts'
import { StartError } from '#server/start-error.ts'

export type OsAccount = { uid: number; gid: number }
/** Without `account` PostgreSQL runs as the current user. */
export type ClusterPaths = { home: string; cluster: string; account: OsAccount | undefined }

/**
 * Data folder for a server that runs as root. PostgreSQL's account can read it, wherever the checkout lies.
 */
export const SYSTEM_FOLDER = '/var/lib/kontor'

/**
 * The id is in a range that Debian and systemd never allocate, so no other program runs under it: any process of this
 * account is superuser in the database.
 */
const OWN = { uid: 60_578, gid: 60_578 }

/** An existing cluster stays where it is. A new one goes into the data folder if PostgreSQL's account can enter it. */
export function clusterPathsFor(dataDir: string): ClusterPaths {
  const near = at(resolve(dataDir))
  // A file in the way is an operator's mistake, no reason to start elsewhere.
  if (!near.account || existsSync(near.cluster) || isBlockedByFile(near.home)) return near
  const name = `${basename(near.home)}-${createHash('sha256').update(near.home).digest('hex').slice(0, 8)}`
  const far = at(join(SYSTEM_FOLDER, name))
  return existsSync(far.cluster) || !isAccessibleTo(near.account, near.home) ? far : near
}

function at(home: string): ClusterPaths {
  const cluster = join(home, 'postgres')
  if (process.getuid?.() !== 0) return { home, cluster, account: undefined }
  // An existing cluster keeps its owner, even if the server now runs under sudo.
  const { uid, gid } = statSync(cluster, { throwIfNoEntry: false }) ?? OWN
  return { home, cluster, account: uid === 0 ? OWN : { uid, gid } }
}

/** True if the account can enter (or run) the existing part of the path: a checkout in a 0700 home is closed. */
export function isAccessibleTo(account: OsAccount, path: string): boolean {
  if (!existsSync(path)) return isAccessibleTo(account, dirname(path))
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/' }).status === 0
}

export function makeHome({ home, account }: ClusterPaths): void {
  try {
    const first = makeFolder(home, 0o700)
    if (!first || !account) return
    // Makes folders created by root passable for the account, whatever the umask.
    for (let made = home; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o711)
  } catch (cause) {
    throw new StartError(
      `Der Datenordner „${home}“ lässt sich nicht anlegen${failureInWords(cause)}. Bitte mit DATA_DIR einen beschreibbaren Ordner nennen oder mit DATABASE_URL eine vorhandene Datenbank.`,
      { cause },
    )
  }
}

/**
 * Makes a folder accessible to PostgreSQL's account only: connections are trusted, so the folder is the only
 * protection.
 */
export function makePrivateFolder(folder: string, account: OsAccount | undefined): void {
  makeFolder(folder, 0o700)
  if (account) lchownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

/**
 * Falls back to a folder in /tmp: socket paths are limited to about 104 bytes, and PostgreSQL would split its list of
 * socket folders at commas and quotes.
 */
export function makeSocketFolder({ home, account }: ClusterPaths): string {
  const beside = join(home, 'socket')
  const isFit = Buffer.byteLength(beside) < 88 && !/[",']/.test(beside)
  const folder = isFit ? beside : mkdtempSync('/tmp/kontor-')
  makePrivateFolder(folder, account)
  return folder
}
