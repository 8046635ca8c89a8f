// Rows of the table in the window: only they have fields, and they are drawn first. Fifty rows of four fields each are
// too many to be drawn in the blink after „Alle wie geplant“ (docs/decisions/0057).
import { useEffect, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { rowId } from '../team.ts'

/** Counts rows under the head and the bar, too: a key leads there from the last visible row, and needs a field. */
const AROUND = '8px 0px'
/** Height above the rows, and the least height of one, in px. */
const ABOVE = 250
const ROW = 47

/** The ids of the rows. */
export function useRowsInSight(items: readonly TimeEntry[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [first] = useState(() => Math.max(1, Math.ceil((innerHeight - ABOVE) / ROW)))
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
  const ids = items.map(({ id }) => rowId(id))
  // Before the observer has spoken: those of the first window.
  return ids.some((id) => seen.has(id)) ? seen : new Set(ids.slice(0, first))
}

function withSeen(before: ReadonlySet<string>, rows: readonly IntersectionObserverEntry[]) {
  const next = new Set(before)
  for (const { target, isIntersecting } of rows) {
    // Nobody loses the field that they are in.
    if (isIntersecting || target.contains(document.activeElement)) next.add(target.id)
    else next.delete(target.id)
  }
  return next
}
