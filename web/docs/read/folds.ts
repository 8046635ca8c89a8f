/** Which sections of a document are folded; kept for each user and document in this browser. */
import type { SectionOutline } from './outline.ts'

/** `isCompact`: opening a section folds the others, so that a phone shows one at a time. */
export type Kept = { closed: string[]; isCompact: boolean }
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Placed = Pick<SectionOutline, 'key' | 'around'>

export type Folds = ReturnType<typeof createFolds>

export function createFolds(address: string, shelf: Shelf | undefined) {
  const before = take(shelf, address)
  let closed: ReadonlySet<string> = new Set(before?.closed)
  let isCompact = before?.isCompact ?? false
  const listeners = new Set<() => void>()

  function change(next: Iterable<string>) {
    closed = new Set(next)
    put(shelf, address, { closed: [...closed], isCompact })
    for (const listener of listeners) listener()
  }

  function open({ key, around }: Placed, all: readonly Placed[]) {
    const needed = new Set([key, ...around])
    change(
      isCompact
        ? all.filter((other) => !needed.has(other.key) && !other.around.includes(key)).map((one) => one.key)
        : [...closed].filter((one) => !needed.has(one)),
    )
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isOpen: (key: string) => !closed.has(key),
    areAllOpen: (all: readonly Placed[]) => all.every(({ key }) => !closed.has(key)),
    isCompact: () => isCompact,

    toggle(section: Placed, all: readonly Placed[]) {
      if (closed.has(section.key)) open(section, all)
      else change([...closed, section.key])
    },
    /** So that something inside can be seen. */
    reveal(section: Placed, all: readonly Placed[]) {
      if ([section.key, ...section.around].some((key) => closed.has(key))) open(section, all)
    },
    openAll: () => change([]),
    closeAll: (all: readonly Placed[]) => change(all.map(({ key }) => key)),
    setCompact(on: boolean, all: readonly Placed[]) {
      isCompact = on
      const shown = all.find(({ key }) => !closed.has(key))
      if (on && shown) open(shown, all)
      else change(closed)
    },
  }
}

/** A browser that keeps nothing (a private window, a full disk) is no reason not to read. */
function take(shelf: Shelf | undefined, address: string): Kept | undefined {
  try {
    const value = JSON.parse(shelf?.getItem(address) ?? 'null') as Partial<Kept> | null
    if (!Array.isArray(value?.closed)) return undefined
    return {
      closed: value.closed.filter((key) => typeof key === 'string'),
      isCompact: value.isCompact === true,
    }
  } catch {
    return undefined
  }
}

function put(shelf: Shelf | undefined, address: string, value: Kept) {
  try {
    if (value.closed.length === 0 && !value.isCompact) shelf?.removeItem(address)
    else shelf?.setItem(address, JSON.stringify(value))
  } catch {
    // Then it holds until the page is left.
  }
}
