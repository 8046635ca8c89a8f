// Stores unsent work (drafts and outbox rows) in IndexedDB: one object store, keys prefixed by the owner's id.
import { endOf, openDatabase } from '#web/browser-database.ts'
import { hasLeft11 } from './left-by-1.1.ts'
import { dropSpilled, restoreSpilled, untilStored } from './page-end.ts'
import type { Storage } from './shelf.ts'

const STORE = 'kept'
let database: IDBDatabase | undefined
let opening: Promise<IDBDatabase> | undefined

const connect = () => (opening ??= open())

async function open(): Promise<IDBDatabase> {
  try {
    const opened = await openDatabase('kontor', [STORE], () => {
      database = undefined
      opening = undefined
    })
    // A failed migration must not block the app: the old data stays in the store.
    await moveFrom11(opened).catch((error: unknown) => reportError(error))
    await moveSpilled(opened)
    database = opened
    return opened
  } catch (error) {
    opening = undefined
    throw error
  }
}

/** The migration's code is loaded only if release 1.1 has left data. */
async function moveFrom11(opened: IDBDatabase) {
  if (await hasLeft11(opened, STORE)) await (await import('./from-1.1.ts')).moveFrom11(opened, STORE)
}

const moveSpilled = (opened: IDBDatabase) =>
  restoreSpilled((key, value) => {
    const transaction = opened.transaction(STORE, 'readwrite')
    putInto(transaction.objectStore(STORE), key, value)
    return endOf(transaction)
  })

/** Stores the values that closed windows have spilled to localStorage. Returns their keys. */
export async function takeSpilled(): Promise<string[]> {
  return moveSpilled(database ?? (await connect()))
}

const putInto = (store: IDBObjectStore, key: string, value: unknown) =>
  value === undefined ? store.delete(key) : store.put(value, key)

/**
 * Once the database is open, the transaction starts synchronously, so that it commits even if the page ends. With
 * `isWhole` it commits after the requests of `act`; otherwise `act` commits it.
 */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => () => T,
  isWhole = true,
): Promise<{ value: T } | undefined> {
  try {
    const transaction = (database ?? (await connect())).transaction(STORE, mode, { durability: 'relaxed' })
    const result = act(transaction.objectStore(STORE))
    if (isWhole) transaction.commit()
    await endOf(transaction)
    return { value: result() }
  } catch {
    return undefined
  }
}

const prefixRange = (start: string) => IDBKeyRange.bound(start, `${start}\uFFFF`)

export const indexedDb: Storage = {
  async read(start) {
    const records = await inStore('readonly', (store) => {
      const [keys, values] = [store.getAllKeys(prefixRange(start)), store.getAll(prefixRange(start))]
      return () => (keys.result as string[]).map((key, at): [string, unknown] => [key, values.result[at]])
    })
    return records?.value
  },
  async keys(start) {
    const record = await inStore('readonly', (store) => {
      const keys = store.getAllKeys(prefixRange(start))
      return () => keys.result as string[]
    })
    return record?.value
  },
  async write(key, value) {
    const writing = inStore('readwrite', (store) => {
      putInto(store, key, value)
      return () => {}
    })
    return (await untilStored(key, value, writing)) !== undefined
  },
  change(key, by) {
    let next: unknown
    return inStore(
      'readwrite',
      (store) => {
        const stored = store.get(key)
        stored.addEventListener('success', () => {
          next = by(stored.result)
          if (next !== stored.result) putInto(store, key, next)
          store.transaction.commit()
        })
        return () => next
      },
      false,
    )
  },
  async clear(start) {
    dropSpilled(start)
    await inStore('readwrite', (store) => {
      store.delete(prefixRange(start))
      return () => {}
    })
  },
}
