// Who PostgreSQL runs as: it refuses root, so root hands it to an account without rights.
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

export const isRoot = () => process.getuid?.() === 0

/** Undefined: this very user. The owner of an existing cluster goes on owning it, also under `sudo`. */
export function accountFor(cluster: string): Account | undefined {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const chosen =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  return { uid: Number(chosen?.[2] ?? 65_534), gid: Number(chosen?.[3] ?? 65_534) }
}

/** Whether the account may enter (or run) the path: a checkout in a 0700 home is closed to it. */
export function isReachable(path: string, account: Account): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found) {
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return false
  }
  return dirname(path) === path || isReachable(dirname(path), account)
}
