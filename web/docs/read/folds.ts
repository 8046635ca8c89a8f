/** Which sections of a document are folded; kept for each user and document in this browser. */
import { createStore } from '#web/store.ts'
import type { SectionOutline } from './outline.ts'

/** `isCompact`: opening a section folds the others, so that a phone shows one at a time. */
export type KeptFolds = { closed: string[]; isCompact: boolean }
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type FoldedSection = Pick<SectionOutline, 'key' | 'around'>

export type Folds = ReturnType<typeof createFolds>

export function createFolds(address: string, shelf: Shelf | undefined) {
  const before = take(shelf, address)
  const closed = createStore<ReadonlySet<string>>(new Set(before?.closed))
  let isCompact = before?.isCompact ?? false

  function change(next: Iterable<string>) {
    const folded = new Set(next)
    put(shelf, address, { closed: [...folded], isCompact })
    closed.set(folded)
  }

  function open({ key, around }: FoldedSection, all: readonly FoldedSection[]) {
    const needed = new Set([key, ...around])
    change(
      isCompact
        ? all.filter((other) => !needed.has(other.key) && !other.around.includes(key)).map((one) => one.key)
        : [...closed.get()].filter((one) => !needed.has(one)),
    )
  }

  return {
    subscribe: closed.subscribe,
    isOpen: (key: string) => !closed.get().has(key),
    areAllOpen: (all: readonly FoldedSection[]) => all.every(({ key }) => !closed.get().has(key)),
    isCompact: () => isCompact,

    toggle(section: FoldedSection, all: readonly FoldedSection[]) {
      if (closed.get().has(section.key)) open(section, all)
      else change([...closed.get(), section.key])
    },
    /** So that something inside can be seen. */
    reveal(section: FoldedSection, all: readonly FoldedSection[]) {
      if ([section.key, ...section.around].some((key) => closed.get().has(key))) open(section, all)
    },
    openAll: () => change([]),
    closeAll: (all: readonly FoldedSection[]) => change(all.map(({ key }) => key)),
    setCompact(on: boolean, all: readonly FoldedSection[]) {
      isCompact = on
      const shown = all.find(({ key }) => !closed.get().has(key))
      if (on && shown) open(shown, all)
      else change(closed.get())
    },
  }
}

/** A browser that keeps nothing (a private window, a full disk) is no reason not to read. */
function take(shelf: Shelf | undefined, address: string): KeptFolds | undefined {
  try {
    const value = JSON.parse(shelf?.getItem(address) ?? 'null') as Partial<KeptFolds> | null
    if (!Array.isArray(value?.closed)) return undefined
    return {
      closed: value.closed.filter((key) => typeof key === 'string'),
      isCompact: value.isCompact === true,
    }
  } catch {
    return undefined
  }
}

function put(shelf: Shelf | undefined, address: string, value: KeptFolds) {
  try {
    if (value.closed.length === 0 && !value.isCompact) shelf?.removeItem(address)
    else shelf?.setItem(address, JSON.stringify(value))
  } catch {
    // Then it holds until the page is left.
  }
}
