import { resultOf } from '#web/browser-database.ts'
import { toMakeRoom } from './bounds.ts'
import { AGES, type Age, COPIES, OWNER, type Owner, transact } from './database.ts'
import { ownerIn } from './owner.ts'
import { nameOf, seal } from './seal.ts'

/** The copies are not this owner's any more: somebody has logged out, or in, in another window. */
export class NotOwner extends Error {}

export const writeCopy = (owner: Owner, key: string, data: unknown, at: number) =>
  writeBytes(owner, key, new TextEncoder().encode(JSON.stringify(data)), at)

/** Whether it is kept now. */
export async function writeBytes(
  owner: Owner,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
): Promise<boolean> {
  const name = await nameOf(owner, key)
  const sealed = await seal(owner, key, bytes)
  const size = sealed.text.byteLength
  const put = (asked: number) =>
    asOwner(owner, async (transaction) => {
      const [ages, copies] = [transaction.objectStore(AGES), transaction.objectStore(COPIES)]
      const going = toMakeRoom(await agesIn(ages, name), asked, Date.now())
      if (!going) return false
      for (const one of going) for (const store of [ages, copies]) store.delete(one)
      copies.put(sealed, name)
      ages.put({ at, size } satisfies Age, name)
      return true
    })
  try {
    return await put(size)
  } catch (error) {
    if (!isFull(error)) throw error
    // The browser gives less than we would take: the older half goes, and it is tried once more.
    await halve(owner)
    return put(size).catch((again: unknown) => {
      if (isFull(again)) return false
      throw again
    })
  }
}

/** The server has said the same again. */
export const writeAge = async (owner: Owner, key: string, at: number) => {
  const name = await nameOf(owner, key)
  await asOwner(owner, async (transaction) => {
    const ages = transaction.objectStore(AGES)
    const age = await resultOf(ages.get(name) as IDBRequest<Age | undefined>)
    if (age && age.at < at) ages.put({ ...age, at }, name)
  })
}

/** The server has said again that they are signed in. */
export const writeSeen = (owner: Owner) =>
  asOwner(owner, async (transaction) => {
    transaction.objectStore(OWNER).put({ ...owner, seen_at: Date.now() } satisfies Owner, OWNER)
  })

/** It is not there any more for this person. */
export async function dropCopy(owner: Owner, key: string) {
  const name = await nameOf(owner, key)
  await asOwner(owner, async (transaction) => {
    for (const store of [AGES, COPIES]) transaction.objectStore(store).delete(name)
  })
}

/** In one transaction with the look at whose copies these are: no other window comes in between. */
const asOwner = <T>(owner: Owner, act: (transaction: IDBTransaction) => Promise<T>): Promise<T> =>
  transact('readwrite', async (transaction) => {
    if ((await ownerIn(transaction))?.id !== owner.id) throw new NotOwner()
    return act(transaction)
  })

async function agesIn(store: IDBObjectStore, without: string): Promise<Map<string, Age>> {
  const [names, ages] = await Promise.all([
    resultOf(store.getAllKeys() as IDBRequest<string[]>),
    resultOf(store.getAll() as IDBRequest<Age[]>),
  ])
  const all = new Map(names.map((name, place) => [name, ages[place] as Age]))
  all.delete(without)
  return all
}

const halve = (owner: Owner) =>
  asOwner(owner, async (transaction) => {
    const [ages, copies] = [transaction.objectStore(AGES), transaction.objectStore(COPIES)]
    const all = [...(await agesIn(ages, ''))].sort(([, one], [, other]) => one.at - other.at)
    for (const [name] of all.slice(0, Math.ceil(all.length / 2)))
      for (const store of [ages, copies]) store.delete(name)
  })

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
