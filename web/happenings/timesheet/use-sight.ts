// Which rows are in the window, or will be with the next turn of the wheel. What changes is drawn there first, and in all
// others right after; at a desk only they have fields, and all others show the same as text: fifty rows of four fields each
// are too many to be drawn in the blink after „Alle wie geplant“.
import { useDeferredValue, useEffect, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import type { Edit, Edits } from './edits.ts'
import { entryOf, rowId } from './lead-to.ts'

/** Above and below the window: where a key leads to from the last row that is in sight, there are fields already. */
const AROUND = '160px 0px'
/** So many a window shows at most before anybody scrolls. */
const FIRST = 16

type Sight = {
  isInSight: (timeentry_id: number) => boolean
  /** What is to be drawn of an entry now. */
  editOf: (timeentry_id: number) => Edit | undefined
}

export function useSight(items: readonly TimeEntry[], edits: Edits): Sight {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const observer = new IntersectionObserver((rows) => setSeen((before) => withSeen(before, rows)), {
      rootMargin: AROUND,
    })
    for (const { id } of items) {
      const row = document.getElementById(rowId(id))
      if (row) observer.observe(row)
    }
    return () => observer.disconnect()
  }, [items])
  // As good as certainly, before anybody has looked.
  const shown = items.some(({ id }) => seen.has(id))
    ? seen
    : new Set(items.slice(0, FIRST).map(({ id }) => id))
  const later = useDeferredValue(edits)
  return {
    isInSight: (id) => shown.has(id),
    editOf: (id) => (shown.has(id) ? edits : later).get(id),
  }
}

function withSeen(before: ReadonlySet<number>, rows: readonly IntersectionObserverEntry[]) {
  const next = new Set(before)
  for (const { target, isIntersecting } of rows) {
    const id = entryOf(target)
    // Nobody loses the field that they are in.
    if (isIntersecting || target.contains(document.activeElement)) next.add(id)
    else next.delete(id)
  }
  return next
}
