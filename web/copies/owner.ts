// Whose copies these are. There is one owner at a time: whoever else signs in begins with nothing, and so does the
// same person after a logout, or with other rights.
import type { CurrentUser } from '#contract/users.ts'
import { resultOf } from '#web/browser-database.ts'
import { AGES, COPIES, OWNER, type Owner, transact } from './database.ts'

const DAY_MS = 86_400_000
/** So long a device shows copies without having heard from the server that the session goes on. */
const TRUSTED_MS = 7 * DAY_MS

const rightsOf = ({ is_admin, may_see_happenings, groups }: CurrentUser) =>
  JSON.stringify([
    is_admin,
    may_see_happenings,
    groups.map(({ id }) => id).toSorted((one, other) => one - other),
  ])

/** The server has just said that this person is signed in here. */
export async function adopt(user: CurrentUser): Promise<Owner> {
  const fresh: Owner = {
    id: crypto.randomUUID(),
    user_id: user.id,
    rights: rightsOf(user),
    seen_at: Date.now(),
    ...(await newKeys()),
  }
  return transact('readwrite', async (transaction) => {
    const store = transaction.objectStore(OWNER)
    const known = await ownerIn(transaction)
    const isSame = known?.user_id === user.id && known.rights === fresh.rights && isTrusted(known)
    if (!isSame) for (const name of [AGES, COPIES]) transaction.objectStore(name).clear()
    const owner = isSame ? { ...known, seen_at: fresh.seen_at } : fresh
    store.put(owner, OWNER)
    return owner
  })
}

export const hasRightsOf = ({ user_id, rights }: Owner, user: CurrentUser) =>
  user_id === user.id && rights === rightsOf(user)

/** Whoever the copies on this device belong to. */
export const ownerIn = (transaction: IDBTransaction): Promise<Owner | undefined> =>
  resultOf(transaction.objectStore(OWNER).get(OWNER) as IDBRequest<Owner | undefined>)

/** The server has confirmed them lately. A clock that was turned back trusts nobody either. */
export const isTrusted = ({ seen_at }: Owner) => Math.abs(Date.now() - seen_at) < TRUSTED_MS

async function newKeys(): Promise<Pick<Owner, 'seal' | 'name'>> {
  const [seal, name] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { seal, name }
}
