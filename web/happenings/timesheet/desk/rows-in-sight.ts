// Rows in the viewport: only they have fields, and they render first. Fifty rows with four fields each would render
// too slowly after „Alle wie geplant“.
import { useEffect, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { rowId } from '../team.ts'

/** Rows below the sticky head and bar count as visible: an arrow key leads there from the last row in view. */
const ROOT_MARGIN = '8px 0px'
/** Height above the rows and minimum height of a row, in px. */
const HEIGHT_ABOVE_PX = 250
const MIN_ROW_HEIGHT_PX = 47

/** Element ids of the rows in the viewport. */
export function useRowsInSight(items: readonly TimeEntry[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [first] = useState(() => Math.max(1, Math.ceil((innerHeight - HEIGHT_ABOVE_PX) / MIN_ROW_HEIGHT_PX)))
  useEffect(() => {
    const observer = new IntersectionObserver((rows) => setSeen((before) => updateSeenRows(before, rows)), {
      rootMargin: ROOT_MARGIN,
    })
    for (const { id } of items) {
      const row = document.getElementById(rowId(id))
      if (row) observer.observe(row)
    }
    return () => observer.disconnect()
  }, [items])
  const ids = items.map(({ id }) => rowId(id))
  // Until the observer reports: estimated rows of the first viewport.
  return ids.some((id) => seen.has(id)) ? seen : new Set(ids.slice(0, first))
}

function updateSeenRows(before: ReadonlySet<string>, rows: readonly IntersectionObserverEntry[]) {
  const next = new Set(before)
  for (const { target, isIntersecting } of rows) {
    // The row with the focus keeps its fields.
    if (isIntersecting || target.contains(document.activeElement)) next.add(target.id)
    else next.delete(target.id)
  }
  return next
}
