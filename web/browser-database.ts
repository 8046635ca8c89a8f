// What IndexedDB answers by events, as promises.

/**
 * With empty stores of these names, where there was none. It is closed, and `onLeft` told, when another window wants it
 * newer or gone, or the browser takes it away (data deleted).
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
  const database = await resultOf(request)
  const leave = () => {
    database.close()
    onLeft()
  }
  database.addEventListener('versionchange', leave)
  database.addEventListener('close', leave)
  return database
}

/** Within a transaction this is certain only once that is through. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
  })

/** Until then nothing of it is certain. */
export const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
  })
