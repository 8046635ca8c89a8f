// Stores unsent work (drafts and outbox rows) in IndexedDB: one object store, keys prefixed by the owner's id.
import { openDatabase, waitForCommit } from '#web/browser-database.ts'
import { hasDataOf11 } from './left-by-1.1.ts'
import { dropSpilled, restoreSpilled, trackWrite } from './page-end.ts'
import type { StorageBackend } from './record-store.ts'

const STORE_NAME = 'kept'
let database: IDBDatabase | undefined
let connection: Promise<IDBDatabase> | undefined

const connect = () => (connection ??= openAndMigrate())

async function openAndMigrate(): Promise<IDBDatabase> {
  try {
    const opened = await openDatabase('kontor', [STORE_NAME], () => {
      database = undefined
      connection = undefined
    })
    // A failed migration must not block the app: the old data stays in the store.
    await migrateFrom11(opened).catch((error: unknown) => reportError(error))
    await moveSpilledInto(opened)
    database = opened
    return opened
  } catch (error) {
    connection = undefined
    throw error
  }
}

/** The migration's code is loaded only if release 1.1 has left data. */
async function migrateFrom11(opened: IDBDatabase) {
  if (await hasDataOf11(opened, STORE_NAME))
    await (await import('./from-1.1.ts')).moveFrom11(opened, STORE_NAME)
}

const moveSpilledInto = (opened: IDBDatabase) =>
  restoreSpilled((key, value) => {
    const transaction = opened.transaction(STORE_NAME, 'readwrite')
    putOrDelete(transaction.objectStore(STORE_NAME), key, value)
    return waitForCommit(transaction)
  })

/** Stores the values that closed windows have spilled to localStorage. Returns their keys. */
export async function collectSpilled(): Promise<string[]> {
  return moveSpilledInto(database ?? (await connect()))
}

const putOrDelete = (store: IDBObjectStore, key: string, value: unknown) =>
  value === undefined ? store.delete(key) : store.put(value, key)

/**
 * Once the database is open, the transaction starts synchronously, so that it commits even if the page ends. With
 * `isWhole` it commits after the requests of `act`; otherwise `act` commits it.
 */
async function runTransaction<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => () => T,
  isWhole = true,
): Promise<{ value: T } | undefined> {
  try {
    const transaction = (database ?? (await connect())).transaction(STORE_NAME, mode, {
      durability: 'relaxed',
    })
    const result = act(transaction.objectStore(STORE_NAME))
    if (isWhole) transaction.commit()
    await waitForCommit(transaction)
    return { value: result() }
  } catch {
    return undefined
  }
}

const prefixRange = (start: string) => IDBKeyRange.bound(start, `${start}\uFFFF`)

export const indexedDb: StorageBackend = {
  async read(start) {
    const records = await runTransaction('readonly', (store) => {
      const [keys, values] = [store.getAllKeys(prefixRange(start)), store.getAll(prefixRange(start))]
      return () => (keys.result as string[]).map((key, at): [string, unknown] => [key, values.result[at]])
    })
    return records?.value
  },
  async keys(start) {
    const record = await runTransaction('readonly', (store) => {
      const keys = store.getAllKeys(prefixRange(start))
      return () => keys.result as string[]
    })
    return record?.value
  },
  async write(key, value) {
    const writing = runTransaction('readwrite', (store) => {
      putOrDelete(store, key, value)
      return () => {}
    })
    return (await trackWrite(key, value, writing)) !== undefined
  },
  change(key, by) {
    let next: unknown
    return runTransaction(
      'readwrite',
      (store) => {
        const stored = store.get(key)
        stored.addEventListener('success', () => {
          next = by(stored.result)
          if (next !== stored.result) putOrDelete(store, key, next)
          store.transaction.commit()
        })
        return () => next
      },
      false,
    )
  },
  async clear(start) {
    dropSpilled(start)
    await runTransaction('readwrite', (store) => {
      store.delete(prefixRange(start))
      return () => {}
    })
  },
}
