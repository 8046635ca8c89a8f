// Promises over IndexedDB's events.

/**
 * Opens a database, creating these stores if needed. It is closed, and `onLeft` called, when another window
 * upgrades or deletes it, or the browser removes its data.
 */
export async function openDatabase(
  name: string,
  stores: readonly string[],
  onLeft: () => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of stores) request.result.createObjectStore(store)
  })
  const database = await waitForResult(request)
  const leave = () => {
    database.close()
    onLeft()
  }
  database.addEventListener('versionchange', leave)
  database.addEventListener('close', leave)
  return database
}

/**
 * Resolves with the result of one request. Inside a transaction it is final only after the commit (`waitForCommit`).
 */
export const waitForResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
  })

/** Resolves on commit. */
export const waitForCommit = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
  })
