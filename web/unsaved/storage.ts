// Unsaved work that this browser keeps: it survives a reload and an ended session, and goes with the logout of whose
// it is. Nothing here ever rejects: a browser that keeps nothing (a private window, a full disk) is no reason to stop
// work. Keys begin with whose it is: several people may use one browser.
import { endOf, openDatabase } from '#web/browser-database.ts'
import { forgetNoted, noteChange, noteInLastMoment, START } from './last-moment.ts'

const STORE = 'kept'
let opened: Promise<IDBDatabase> | undefined

/** Whether it is kept now. Anything that can be cloned: plain objects, arrays, dates, files. */
export async function keep(key: string, value: unknown): Promise<boolean> {
  const settle = noteInLastMoment(key, value)
  const isKept = (await inStore('readwrite', (store) => store.put(value, key))) !== undefined
  if (isKept) settle()
  return isKept
}

export const kept = <T>(key: string): Promise<T | undefined> =>
  inStore('readonly', (store) => store.get(key) as IDBRequest<T | undefined>)

/** Everything whose key begins so. */
export const keptUnder = <T>(start: string): Promise<T[] | undefined> =>
  inStore('readonly', (store) => store.getAll(under(start)) as IDBRequest<T[]>)

export const keptKeys = (start: string): Promise<string[] | undefined> =>
  inStore('readonly', (store) => store.getAllKeys(under(start)) as IDBRequest<string[]>)

const under = (start: string) => IDBKeyRange.bound(start, `${start}\uFFFF`)

export async function forget(key: string): Promise<void> {
  forgetNoted(key)
  await inStore('readwrite', (store) => store.delete(key))
}

/** Everything whose key begins so. */
export const forgetUnder = (start: string): Promise<undefined> =>
  inStore('readwrite', (store) => store.delete(under(start)))

/** What is kept becomes something else in one step, whatever other windows do meanwhile; undefined for nothing. */
export async function changeKept<T>(
  key: string,
  by: (stored: T | undefined) => T | undefined,
): Promise<void> {
  const settle = noteChange(key, by)
  try {
    opened ??= open()
    const transaction = (await opened).transaction(STORE, 'readwrite')
    const store = transaction.objectStore(STORE)
    const asked = store.get(key) as IDBRequest<T | undefined>
    asked.addEventListener('success', () => {
      const next = by(asked.result)
      if (next === undefined) store.delete(key)
      else store.put(next, key)
      transaction.commit()
    })
    await endOf(transaction)
    settle(true)
  } catch {
    opened = undefined
    settle(false)
  }
}

/** Answers when the whole transaction is through, not only the request: until then nothing is certain. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    opened ??= open()
    const transaction = (await opened).transaction(STORE, mode)
    const request = act(transaction.objectStore(STORE))
    // Not when the page finds the time: it may be at its end.
    transaction.commit()
    await endOf(transaction)
    return request.result
  } catch {
    opened = undefined
    return undefined
  }
}

async function open(): Promise<IDBDatabase> {
  const database = await openDatabase('kontor', [STORE], () => {
    opened = undefined
  })
  // They stay where they are if they cannot be read now.
  await takeInNotes(database).catch(() => {})
  return database
}

/** Before anything is read: what pages before this one have written in their last moment. */
async function takeInNotes(database: IDBDatabase) {
  if (!Object.keys(localStorage).some((name) => name.startsWith(START))) return
  const { takeIn } = await import('./taken-in.ts')
  const transaction = database.transaction(STORE, 'readwrite')
  const settle = takeIn(transaction.objectStore(STORE))
  await endOf(transaction)
  settle()
}
