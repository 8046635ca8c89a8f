// The account that PostgreSQL runs as: it refuses root, so root hands it to an account without rights, one for each
// data folder.
import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { isHeld } from './lock.ts'

export type Account = { uid: number; gid: number }

export const isRoot = () => process.getuid?.() === 0

/**
 * Numbers that neither Debian nor systemd gives to anybody. PostgreSQL needs no name to serve, and whoever shares its
 * account may enter its socket as its superuser: `nobody` and a `postgres` of the machine are other people's too.
 */
const FIRST = 60_578
const COUNT = 606

/**
 * Undefined: this very user. The owner of an existing cluster goes on owning it, also under `sudo`; all but `nobody`.
 */
export function accountFor(cluster: string): Account | undefined {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const isOurs = !owner || owner.uid === 0 || (owner.uid === nobody().uid && !isHeld(cluster))
  return isOurs ? ownAccount(cluster) : { uid: owner.uid, gid: owner.gid }
}

/** The account under which a cluster is made: `initdb` asks the system for a name. */
export const maker = (account: Account | undefined) => account && (named('postgres') ?? nobody())

function ownAccount(cluster: string): Account {
  const digest = createHash('sha256').update(cluster).digest()
  const taken = new Set(accounts().map(({ uid }) => uid))
  for (let tried = 0; tried < COUNT; tried++) {
    const uid = FIRST + ((digest.readUInt32BE() + tried) % COUNT)
    if (!taken.has(uid) && isMapped(uid)) return { uid, gid: uid }
  }
  return named('postgres') ?? nobody()
}

/** In a container of an ordinary user only some numbers are to be had. */
function isMapped(uid: number): boolean {
  if (process.platform !== 'linux') return false
  const isWithin = (table: string) =>
    table.split('\n').some((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
      return uid >= first && uid < first + count
    })
  try {
    return ['uid_map', 'gid_map'].every((name) => isWithin(readFileSync(`/proc/self/${name}`, 'utf8')))
  } catch {
    return false // no /proc: nothing is known
  }
}

function accounts(): (Account & { name: string | undefined })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function named(wanted: string): Account | undefined {
  const found = accounts().find(({ name }) => name === wanted)
  return found && { uid: found.uid, gid: found.gid }
}

const nobody = (): Account => named('nobody') ?? { uid: 65_534, gid: 65_534 }

/** The folder first: from then on nobody else can put anything into it. */
export function give(folder: string, { uid, gid }: Account): void {
  lchownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    const found = lstatSync(path)
    if (!found.isDirectory() && found.nlink > 1)
      throw new StartError(
        `„${path}“ hat mehrere Namen im Dateisystem und gehört vielleicht nicht zur Datenbank. Bitte die Datei durch eine Kopie ersetzen und neu starten.`,
      )
    lchownSync(path, uid, gid)
  }
}

/** True if the account may enter (or run) the path: a checkout in a 0700 home is closed to it. */
export function isReachable(path: string, account: Account): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found) {
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return false
  }
  return dirname(path) === path || isReachable(dirname(path), account)
}
