// Folded sections, remembered in this browser per user and document.

import type { SectionOutline } from '#contract/document/outline.ts'
import { readLocal, writeLocal } from '#web/local-storage.ts'
import { createStore } from '#web/store.ts'

/** `isCompact`: accordion mode, for phones. */
type StoredFolds = { closed: string[]; isCompact: boolean }
type SectionPosition = Pick<SectionOutline, 'key' | 'around'>

export type Folds = ReturnType<typeof createFolds>

/** Without `key` the folds are not stored. */
export function createFolds(key?: string) {
  const stored = key === undefined ? undefined : load(key)
  const closed = createStore<ReadonlySet<string>>(new Set(stored?.closed))
  let isCompact = stored?.isCompact ?? false

  function change(next: Iterable<string>) {
    const folded = new Set(next)
    if (key !== undefined) save(key, { closed: [...folded], isCompact })
    closed.set(folded)
  }

  function open({ key, around }: SectionPosition, all: readonly SectionPosition[]) {
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
    areAllOpen: (all: readonly SectionPosition[]) => all.every(({ key }) => !closed.get().has(key)),
    isCompact: () => isCompact,

    toggle(section: SectionPosition, all: readonly SectionPosition[]) {
      if (closed.get().has(section.key)) open(section, all)
      else change([...closed.get(), section.key])
    },
    /** Opens a section and its ancestors. */
    reveal(section: SectionPosition, all: readonly SectionPosition[]) {
      if ([section.key, ...section.around].some((key) => closed.get().has(key))) open(section, all)
    },
    openAll: () => change([]),
    closeAll: (all: readonly SectionPosition[]) => change(all.map(({ key }) => key)),
    setCompact(on: boolean, all: readonly SectionPosition[]) {
      isCompact = on
      const firstOpen = all.find(({ key }) => !closed.get().has(key))
      if (on && firstOpen) open(firstOpen, all)
      else change(closed.get())
    },
  }
}

function load(key: string): StoredFolds | undefined {
  try {
    const value = JSON.parse(readLocal(key) ?? 'null') as Partial<StoredFolds> | null
    if (!Array.isArray(value?.closed)) return undefined
    return {
      closed: value.closed.filter((key) => typeof key === 'string'),
      isCompact: value.isCompact === true,
    }
  } catch {
    return undefined
  }
}

function save(key: string, value: StoredFolds) {
  const isAsItWas = value.closed.length === 0 && !value.isCompact
  writeLocal(key, isAsItWas ? undefined : JSON.stringify(value))
}
