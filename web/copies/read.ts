import { resultOf } from '#web/browser-database.ts'
import { knownUserId } from '#web/users/queries.ts'
import { AGES, type Age, COPIES, forgetCopies, type Sealed, transact } from './database.ts'
import { isTrusted, ownerIn } from './owner.ts'
import { nameOf, unseal } from './seal.ts'

/** `at`: when the server said so, in ms. */
export type Copy<T> = { data: T; at: number }

/** Where the browser takes longer, the copy may as well not be there: nobody waits for it. */
const PATIENCE_MS = 2_000

/**
 * What is kept under this key for whoever is signed in; `isPerson` asks who that is, and takes the owner of all
 * copies.
 */
export async function copyOf<T>(key: string, isPerson = false): Promise<Copy<T> | undefined> {
  const found = await bytesOf(key, isPerson)
  return found && { data: JSON.parse(new TextDecoder().decode(found.data)) as T, at: found.at }
}

export async function bytesOf(key: string, isPerson = false): Promise<Copy<ArrayBuffer> | undefined> {
  const never = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  // A browser that keeps nothing, or whose copy cannot be read: then there is none.
  return Promise.race([find(key, isPerson).catch(() => undefined), never])
}

async function find(key: string, isPerson: boolean): Promise<Copy<ArrayBuffer> | undefined> {
  const owner = await transact('readonly', ownerIn)
  if (owner && !isTrusted(owner)) await forgetCopies()
  if (!owner || !isTrusted(owner) || (!isPerson && owner.user_id !== knownUserId())) return undefined
  const name = await nameOf(owner, key)
  const [age, sealed] = await transact('readonly', async (transaction) => [
    await resultOf(transaction.objectStore(AGES).get(name) as IDBRequest<Age | undefined>),
    await resultOf(transaction.objectStore(COPIES).get(name) as IDBRequest<Sealed | undefined>),
  ])
  return age && sealed && { data: await unseal(owner, key, sealed), at: age.at }
}
