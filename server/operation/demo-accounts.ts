// The demo's password is public. An account that still has it lets anybody in, a deactivated one as soon as it
// is reactivated.
import { isRightPassword } from '#server/auth/hashing.ts'
import type { Database } from '#server/db/connect.ts'
import { listDemoPeople } from './demo-store.ts'

/** Cache by hash: a check costs 20 ms. */
const isDemoPasswordByHash = new Map<string, boolean>()

export async function listOpenDemoAccounts(db: Database): Promise<{ id: number; username: string }[]> {
  const people = (await listDemoPeople(db)).filter(({ password_hash }) => password_hash !== null)
  if (people.length === 0) return []
  const { demoPassword } = await import('#demo/cast.ts')
  const open = []
  for (const { id, username, password_hash } of people) {
    const hash = String(password_hash)
    if (!isDemoPasswordByHash.has(hash))
      isDemoPasswordByHash.set(hash, await isRightPassword(demoPassword, hash))
    if (isDemoPasswordByHash.get(hash)) open.push({ id, username })
  }
  return open
}

export function openAccountsSentence(accounts: readonly { username: string }[]): string | undefined {
  const [first] = accounts
  if (!first) return undefined
  const who =
    accounts.length === 1
      ? `Das Konto „${first.username}“ der Demo hat`
      : `${accounts.length} Konten der Demo (${accounts
          .slice(0, 3)
          .map(({ username }) => `„${username}“`)
          .join(', ')}${accounts.length > 3 ? ' …' : ''}) haben`
  return `${who} noch das Passwort, das in der Anleitung steht. „npm run kontor -- remove-demo“ schließt sie.`
}
