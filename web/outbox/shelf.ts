// Live records in the browser's store: a change is visible in this window at once, written in the same tick,
// and in other windows a moment later. The store is authoritative: on a notification windows read it again.
// Keys start with the owner, since several people may share a browser.
import { createStore } from '#web/store.ts'

/** Never rejects: without storage (private window, full disk) work goes on in memory. */
export type Storage = {
  /** All records with this key prefix; undefined without storage. */
  read(start: string): Promise<[key: string, value: unknown][] | undefined>
  keys(start: string): Promise<string[] | undefined>
  /** Atomic, started synchronously; undefined deletes. Returns whether it was stored. */
  write(changes: ReadonlyMap<string, unknown>): Promise<boolean>
  /** Atomic read-modify-write. Undefined without storage. */
  change(key: string, by: (stored: unknown) => unknown): Promise<{ value: unknown } | undefined>
  clear(start: string): Promise<void>
}

/** BroadcastChannel; a window does not receive its own messages. */
export type Channel = { post(message: unknown): void; listen(hear: (message: unknown) => void): void }

export type Records<T> = {
  /** Resolves when the stored records are loaded. */
  ready: Promise<unknown>
  get: () => ReadonlyMap<string, T>
  subscribe: (listener: () => void) => () => void
  /** Undefined deletes. Returns whether it was stored; applies to this window in any case. */
  write: (changes: Iterable<readonly [name: string, value: T | undefined]>) => Promise<boolean>
  /** Atomic update across windows; `by` must be pure and may run twice. */
  change: (name: string, by: (stored: T | undefined) => T | undefined) => Promise<T | undefined>
}

type Live = Records<unknown> & { reread(name: string): void; forget(): void }
export type Shelf = ReturnType<typeof createShelf>

export function createShelf(storage: Storage, channel: Channel) {
  const open = new Map<string, Live>()
  channel.listen((message) => {
    const { changed = [] } = message as { changed?: string[] }
    for (const key of changed)
      for (const [start, live] of open) if (key.startsWith(start)) live.reread(key.slice(start.length))
  })
  return {
    /** Records with a key prefix. `read` drops what this version does not understand. */
    under<T>(start: string, read: (stored: unknown) => T | undefined = (stored) => stored as T): Records<T> {
      const live = open.get(start) ?? openRecords(storage, channel, start, read)
      open.set(start, live)
      return live as Records<T>
    },
    /** From the store, or from this window without storage. */
    async names(start: string): Promise<string[]> {
      const here = [...open].flatMap(([own, live]) => [...live.get().keys()].map((name) => own + name))
      const stored = (await storage.keys(start)) ?? []
      return [...new Set([...stored, ...here.filter((key) => key.startsWith(start))])]
    },
    async clear(start: string) {
      for (const [own, live] of open) if (own.startsWith(start)) live.forget()
      await storage.clear(start)
    },
  }
}

function openRecords(
  storage: Storage,
  channel: Channel,
  start: string,
  read: (stored: unknown) => unknown,
): Live {
  const records = createStore<ReadonlyMap<string, unknown>>(new Map())
  /** Writes in progress by name. */
  const pending = new Map<string, number>()
  /** Names that another window has changed meanwhile. */
  const stale = new Set<string>()
  /** Names that the store has refused: they exist in this window only. */
  const onlyHere = new Set<string>()
  /** Writes to await before reading a name from the store. */
  const writing = new Map<string, Promise<boolean>>()
  /** Number of the latest change per name. */
  const turns = new Map<string, number>()

  function show(changes: Iterable<readonly [string, unknown]>) {
    const next = new Map(records.get())
    for (const [name, value] of changes)
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    records.set(next)
  }
  function begin(name: string): number {
    pending.set(name, (pending.get(name) ?? 0) + 1)
    const turn = (turns.get(name) ?? 0) + 1
    turns.set(name, turn)
    return turn
  }
  function end(name: string) {
    pending.set(name, (pending.get(name) ?? 1) - 1)
    if (pending.get(name) === 0 && stale.delete(name)) void reread(name)
  }
  async function know(changes: readonly (readonly [string, unknown])[], stored: Promise<boolean>) {
    const isKept = await stored
    for (const [name] of changes)
      if (isKept) onlyHere.delete(name)
      else onlyHere.add(name)
    return isKept
  }
  async function reread(name: string) {
    if (pending.get(name)) {
      stale.add(name)
      return
    }
    const turn = turns.get(name)
    const stored = await storage.read(start + name)
    // A later change of this window wins and rereads at its end.
    if (stored === undefined || onlyHere.has(name)) return
    if (turns.get(name) !== turn) stale.add(name)
    else show([[name, understood(stored.find(([key]) => key === start + name)?.[1])]])
  }
  /** Announced at the begin, since the page may end before the commit, and again after it. */
  const tell = (names: readonly string[]) => channel.post({ changed: names.map((name) => start + name) })
  const understood = (stored: unknown) => (stored === undefined ? undefined : read(stored))

  const ready = storage.read(start).then((rows = []) => {
    const stored = rows.map(([key, value]) => [key.slice(start.length), understood(value)] as const)
    show(stored.filter(([name]) => !turns.has(name)))
    return undefined
  })

  return {
    ready,
    get: records.get,
    subscribe: records.subscribe,
    async write(changes) {
      const all = [...changes]
      show(all)
      for (const [name] of all) begin(name)
      const stored = storage.write(new Map(all.map(([name, value]) => [start + name, value])))
      const written = know(all, stored)
      for (const [name] of all) writing.set(name, written)
      tell(all.map(([name]) => name))
      const isKept = await written
      for (const [name] of all) {
        if (writing.get(name) === written) writing.delete(name)
        end(name)
      }
      if (isKept) tell(all.map(([name]) => name))
      return isKept
    },
    async change(name, by) {
      show([[name, by(records.get().get(name))]])
      const turn = begin(name)
      await writing.get(name)
      const isHere = onlyHere.has(name)
      const changing = isHere ? undefined : storage.change(start + name, (was) => by(understood(was)))
      if (changing) tell([name])
      const stored = await changing
      if (stored) {
        if (turns.get(name) === turn) show([[name, understood(stored.value)]])
        tell([name])
      }
      end(name)
      return stored ? understood(stored.value) : records.get().get(name)
    },
    reread: (name) => void reread(name),
    forget() {
      records.set(new Map())
    },
  }
}
