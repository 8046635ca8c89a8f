// The places of the embedded database's files and socket.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lchownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isBehindFile, makeFolder, requireMakeable, whyNotMade } from '#server/make-folder.ts'
import { StartError } from '#server/start-error.ts'
import { type Account, accountFor, isReachable, isRoot } from './account.ts'

export type Place = { home: string; cluster: string; account: Account | undefined }

/** For root alone: here the account of PostgreSQL can read, wherever the checkout lies. */
export const SYSTEM_FOLDER = '/var/lib/kontor'

/** A cluster stays where it was made; a new one is made in the data folder if its account can get there. */
export function placeFor(dataDir: string, systemFolder = SYSTEM_FOLDER): Place {
  const near = at(resolve(dataDir))
  // A file in the way is a mistake, and no reason to begin anew elsewhere: making the folder says so.
  if (!near.account || existsSync(near.cluster) || isBehindFile(near.home)) return near
  const name = `${basename(near.home)}-${createHash('sha256').update(near.home).digest('hex').slice(0, 8)}`
  const far = at(join(systemFolder, name))
  return existsSync(far.cluster) || !isReachable(near.home, near.account) ? far : near
}

function at(home: string): Place {
  const cluster = join(home, 'postgres')
  return { home, cluster, account: accountFor(cluster) }
}

export function makeHome({ home }: Place): void {
  // The owner is never locked out of what is made here, whatever the umask.
  const umask = process.umask()
  process.umask(umask & 0o077)
  try {
    const first = makeFolder(home, 0o700)
    if (!first || !isRoot()) return
    // what root makes here must be passable for the account, whatever the umask
    for (let made = home; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o711)
  } catch (cause) {
    throw notMade(home, cause)
  } finally {
    process.umask(umask)
  }
}

/** For whoever only looks: what `makeHome` would say, and nothing is made. */
export function requireHome({ home }: Place): void {
  try {
    requireMakeable(home)
  } catch (cause) {
    throw notMade(home, cause)
  }
}

const notMade = (home: string, cause: unknown) =>
  new StartError(
    `Der Datenordner „${home}“ lässt sich nicht anlegen${whyNotMade(cause)}. Bitte mit DATA_DIR einen beschreibbaren Ordner nennen oder mit DATABASE_URL eine vorhandene Datenbank.`,
    { cause },
  )

/** A folder that PostgreSQL's account alone may enter: connections are trusted, so the folder is the lock. */
export function makePrivate(folder: string, account: Account | undefined): void {
  makeFolder(folder, 0o700)
  if (account) lchownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

type SocketFolder = { path: string; temporary: boolean }

/** The system cuts socket paths at some 104 bytes, and the setting is a list: commas and quotes part it. */
export function makeSocketFolder({ home, account }: Place): SocketFolder {
  const beside = join(home, 'socket')
  const temporary = Buffer.byteLength(join(beside, '.s.PGSQL.5432')) > 100 || /[",']/.test(beside)
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir()
  const path = temporary ? mkdtempSync(join(base, 'kontor-')) : beside
  makePrivate(path, account)
  return { path, temporary }
}
