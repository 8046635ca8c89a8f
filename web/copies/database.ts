import { endOf, openDatabase, resultOf } from '#web/browser-database.ts'

/**
 * The database of the copies, apart from that of unsaved work: at its end all of it goes. Three stores: whose it is,
 * with the keys; how old and how large each copy is; the copies. Without the owner's keys they are noise.
 */
export const DATABASE = 'kontor-copies'
export const OWNER = 'owner'
export const AGES = 'ages'
export const COPIES = 'copies'
const STORES = [OWNER, AGES, COPIES]

/** The one person whose copies these are. */
export type Owner = {
  /** Of this time of keeping: after a logout the same person has another. */
  id: string
  user_id: number
  /** What they may see, as far as it shows; with other rights it is another's view. */
  rights: string
  /** When the server last said that they are signed in. */
  seen_at: number
  /** Seals the copies; no script can read it. */
  seal: CryptoKey
  /** Makes the names under which they lie. */
  name: CryptoKey
}
/** `at`: when the server said so. `size` in bytes. */
export type Age = { at: number; size: number }
export type Sealed = { iv: BufferSource; text: ArrayBuffer }

let opened: Promise<IDBDatabase> | undefined

/** Runs to its end, or changes nothing and rejects. What is asked for in it may ask for more. */
export async function transact<T>(
  mode: IDBTransactionMode,
  act: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  await forgetting
  opened ??= open()
  const transaction = (await opened).transaction(STORES, mode)
  const done = endOf(transaction)
  done.catch(() => {})
  const result = await act(transaction)
  await done
  return result
}

async function open(): Promise<IDBDatabase> {
  const letGo = () => {
    opened = undefined
  }
  try {
    return await openDatabase(DATABASE, STORES, letGo)
  } catch (error) {
    letGo()
    throw error
  }
}

let forgetting: Promise<void> = Promise.resolve()

/**
 * Nothing is left: first what is in it, in one step and whatever other windows do, then the database itself, as soon
 * as every window has let go of it. What this window keeps from now on comes after it. Never rejects: a browser that
 * has none has nothing to forget.
 */
export function forgetCopies(): Promise<void> {
  forgetting = afterThat(forgetting)
  return forgetting
}

async function afterThat(before: Promise<void>) {
  await before
  await empty().catch(() => {})
  await remove()
}

async function empty() {
  const request = indexedDB.open(DATABASE)
  // There is none: none comes into being.
  request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  const database = await resultOf(request)
  const names = [...database.objectStoreNames]
  if (names.length > 0) {
    const transaction = database.transaction(names, 'readwrite')
    await Promise.all(names.map((name) => resultOf(transaction.objectStore(name).clear())))
    transaction.commit()
  }
  database.close()
}

/** A window that sleeps does not let go: it is empty, and goes when that one wakes. */
const remove = () =>
  new Promise<void>((go) => {
    try {
      const request = indexedDB.deleteDatabase(DATABASE)
      for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => go())
    } catch {
      go()
    }
  })
