// Live records in the browser's store: a change is visible in this window at once, and in other windows a moment
// later. The store is authoritative: on a notification windows read it again.
// Keys start with the owner, since several people may share a browser.
import { replaceEqualDeep } from '@tanstack/react-query'
import { createStore } from '#web/store.ts'

/** Never rejects: without storage (private window, full disk) work goes on in memory. */
export type StorageBackend = {
  /** All records with this key prefix; undefined without storage. */
  read(start: string): Promise<[key: string, value: unknown][] | undefined>
  keys(start: string): Promise<string[] | undefined>
  /** Started synchronously, and survives the page; undefined deletes. Returns whether it was stored. */
  write(key: string, value: unknown): Promise<boolean>
  /** Atomic read-modify-write. Undefined without storage. */
  change(key: string, by: (stored: unknown) => unknown): Promise<{ value: unknown } | undefined>
  clear(start: string): Promise<void>
}

/** BroadcastChannel; a window does not receive its own messages. */
export type WindowChannel = { post(message: unknown): void; listen(hear: (message: unknown) => void): void }

type RecordChange<T> = T | undefined | ((stored: T | undefined) => T | undefined)
export type Records<T> = {
  /** Resolves when the stored records are loaded. */
  ready: Promise<unknown>
  get: () => ReadonlyMap<string, T>
  subscribe: (listener: () => void) => () => void
  /**
   * Undefined deletes. A plain value is for a person's input: it replaces the stored one and survives a page that
   * ends right now. A function is for derived changes: an atomic update across windows. It must be pure and may run
   * twice, or never if the page ends. Resolves with the stored value.
   */
  change: (name: string, to: RecordChange<T>) => Promise<T | undefined>
}

type LiveRecords = Records<unknown> & { reread(name: string): Promise<void>; forget(): void }
/** Keys of records that exist in this window only, since the store has refused them. */
type UnstoredKeys = ReturnType<typeof createStore<ReadonlySet<string>>>
export type RecordStore = ReturnType<typeof createRecordStore>

export function createRecordStore(storage: StorageBackend, channel: WindowChannel) {
  const open = new Map<string, LiveRecords>()
  const unstored: UnstoredKeys = createStore<ReadonlySet<string>>(new Set())
  channel.listen((message) => {
    const { changed } = message as { changed?: string }
    if (changed === undefined) return
    for (const [start, live] of open)
      if (changed.startsWith(start)) void live.reread(changed.slice(start.length))
  })
  return {
    unstored,
    /** Records with a key prefix. `read` drops what this version does not understand. */
    under<T>(start: string, read: (stored: unknown) => T | undefined = (stored) => stored as T): Records<T> {
      const live = open.get(start) ?? openRecords({ storage, channel, unstored, start, read })
      open.set(start, live)
      return live as Records<T>
    },
    /** Full keys from the store and from this window, which has more than the store if writes were refused. */
    async names(start: string): Promise<string[]> {
      const here = [...open].flatMap(([own, live]) => [...live.get().keys()].map((name) => own + name))
      const stored = (await storage.keys(start)) ?? []
      return [...new Set([...stored, ...here.filter((key) => key.startsWith(start))])]
    },
    async clear(start: string) {
      for (const [own, live] of open) if (own.startsWith(start)) live.forget()
      unstored.set(new Set([...unstored.get()].filter((key) => !key.startsWith(start))))
      await storage.clear(start)
    },
  }
}

type RecordsOptions = {
  storage: StorageBackend
  channel: WindowChannel
  unstored: UnstoredKeys
  start: string
  read: (stored: unknown) => unknown
}

function openRecords({ storage, channel, unstored, start, read }: RecordsOptions): LiveRecords {
  const records = createStore<ReadonlyMap<string, unknown>>(new Map())
  /**
   * Number of changes, by name, that are not stored yet. Until then this window shows its own value instead
   * of the stored one.
   */
  const pending = new Map<string, number>()

  /** Changes the visible value. Equal parts keep their identity, so that their components do not render again. */
  function show(name: string, value: unknown) {
    const next = new Map(records.get())
    if (value === undefined) next.delete(name)
    else next.set(name, replaceEqualDeep(next.get(name), value))
    records.set(next)
  }
  const understood = (stored: unknown) => (stored === undefined ? undefined : read(stored))
  const isUnstored = (name: string) => unstored.get().has(start + name)
  function setKept(name: string, isKept: boolean) {
    const isLost = !isKept && records.get().has(name)
    if (isLost === isUnstored(name)) return
    const next = new Set(unstored.get())
    if (isLost) next.add(start + name)
    else next.delete(start + name)
    unstored.set(next)
  }
  /** Notifies the other windows. Called before a write, since the page may end before the commit, and after it. */
  const broadcastChange = (name: string) => channel.post({ changed: start + name })

  async function load() {
    const stored = (await storage.read(start)) ?? []
    const loaded = stored
      .map(([key, value]) => [key.slice(start.length), understood(value)] as const)
      .filter(([name, value]) => value !== undefined && !pending.get(name))
    records.set(new Map([...records.get(), ...loaded]))
  }
  const ready = load()

  type StoredValue = { value: unknown } | undefined
  let last: Promise<unknown> = ready
  /** Runs updates and reads one after the other, so that changes of other windows appear in their order. */
  function inTurn(act: () => Promise<StoredValue>): Promise<StoredValue> {
    const turn = last.then(act)
    last = turn
    return turn
  }
  const display = (name: string, found: StoredValue) => found && !pending.get(name) && show(name, found.value)

  async function writeValue(name: string, value: unknown) {
    broadcastChange(name)
    const isKept = await storage.write(start + name, value)
    setKept(name, isKept)
    if (isKept) broadcastChange(name)
    return isKept ? { value } : undefined
  }
  async function updateValue(name: string, by: (stored: unknown) => unknown) {
    broadcastChange(name)
    const stored = await storage.change(start + name, (was) =>
      isUnstored(name) ? records.get().get(name) : by(understood(was)),
    )
    setKept(name, stored !== undefined)
    if (!stored) return undefined
    broadcastChange(name)
    return { value: understood(stored.value) }
  }

  async function found(name: string) {
    if (isUnstored(name)) return undefined
    const stored = await storage.read(start + name)
    return stored && { value: understood(stored.find(([key]) => key === start + name)?.[1]) }
  }

  return {
    ready,
    get: records.get,
    subscribe: records.subscribe,
    async change(name, to) {
      const by = to as (stored: unknown) => unknown
      const isUpdate = typeof to === 'function'
      const value = isUpdate ? by(records.get().get(name)) : to
      show(name, value)
      pending.set(name, (pending.get(name) ?? 0) + 1)
      const writing = isUpdate ? undefined : writeValue(name, value)
      // If an earlier update is still in the queue, it is stored after this plain value: the store is read again.
      const isFirst = pending.get(name) === 1
      const stored = await inTurn(async () => {
        if (!writing) return updateValue(name, by)
        const done = await writing
        return isFirst ? done : found(name)
      })
      pending.set(name, (pending.get(name) ?? 1) - 1)
      display(name, stored)
      return stored ? stored.value : records.get().get(name)
    },
    async reread(name) {
      display(name, await inTurn(() => found(name)))
    },
    forget() {
      records.set(new Map())
    },
  }
}
