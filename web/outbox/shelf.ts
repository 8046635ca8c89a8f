// Records that this browser keeps, live: a change holds in this window at once, is in the browser's store with the same
// breath, and in all other windows a moment later. The store decides: whoever hears of a change reads it there. Keys begin
// with whose work it is, since several people may use one browser.
import { createStore } from '#web/store.ts'

/** Never rejects: a browser that keeps nothing (a private window, a full disk) keeps nobody from working. */
export type Storage = {
  /** All records whose key begins so; undefined where nothing is kept. */
  read(start: string): Promise<[key: string, value: unknown][] | undefined>
  keys(start: string): Promise<string[] | undefined>
  /** All of them or none, begun before it returns; undefined removes. Answers whether that is what the browser has. */
  write(changes: ReadonlyMap<string, unknown>): Promise<boolean>
  /** In one step, whatever other windows do meanwhile. Undefined where nothing is kept. */
  change(key: string, by: (stored: unknown) => unknown): Promise<{ value: unknown } | undefined>
  clear(start: string): Promise<void>
}

/** Between the windows of one browser; what a window posts does not come back to it. */
export type Channel = { post(message: unknown): void; listen(hear: (message: unknown) => void): void }

export type Records<T> = {
  /** What the browser had is there. */
  ready: Promise<unknown>
  get: () => ReadonlyMap<string, T>
  subscribe: (listener: () => void) => () => void
  /** Undefined removes. Answers whether the browser has it; it holds in this window in any case. */
  write: (changes: Iterable<readonly [name: string, value: T | undefined]>) => Promise<boolean>
  /** From what is stored to what shall be, whatever other windows do meanwhile; `by` is pure, and may be called twice. */
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
    /** Those whose key begins so. `read` leaves out what this version of the app does not understand. */
    under<T>(start: string, read: (stored: unknown) => T | undefined = (stored) => stored as T): Records<T> {
      const live = open.get(start) ?? openRecords(storage, channel, start, read)
      open.set(start, live)
      return live as Records<T>
    },
    /** Of all windows, and of this one where the browser keeps nothing. */
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
  /** How many changes of this window are on their way into the store, by name. */
  const pending = new Map<string, number>()
  /** Another window has told of a change meanwhile. */
  const stale = new Set<string>()
  /** The store has refused them: this window alone has them. */
  const onlyHere = new Set<string>()
  /** Until it is known whether the store has taken it, nobody reads there what becomes of it. */
  const writing = new Map<string, Promise<boolean>>()
  /** The last change of each name. */
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
    const found = await storage.read(start + name)
    // A change of this window since then is newer, and is read again at its end.
    if (found === undefined || onlyHere.has(name)) return
    if (turns.get(name) !== turn) stale.add(name)
    else show([[name, understood(found.find(([key]) => key === start + name)?.[1])]])
  }
  /** When a change begins, since this page may end before it hears that it is done, and once it is certain. */
  const tell = (names: readonly string[]) => channel.post({ changed: names.map((name) => start + name) })
  const understood = (stored: unknown) => (stored === undefined ? undefined : read(stored))

  const ready = storage.read(start).then((found = []) => {
    const stored = found.map(([key, value]) => [key.slice(start.length), understood(value)] as const)
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
