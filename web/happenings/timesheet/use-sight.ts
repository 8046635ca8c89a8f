// Which rows are in the window, or will be with the next turn of the wheel. What changes is drawn there first, and in
// all others right after; at a desk only they have fields, and all others show the same as text: fifty rows of four
// fields each are too many to be drawn in the blink after „Alle wie geplant“.
import { startTransition, useEffect, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { type Store, useStore } from '#web/store.ts'
import type { Edit, Edits } from './edits/edits.ts'
import { entryOf, rowId } from './lead-to.ts'

/**
 * Beyond the window. What lies under the head and the bar is in it: where a key leads to from the last row that one
 * sees, there are fields already.
 */
const AROUND = '8px 0px'
/** What stands above the rows, and how high one is at least, in px: so many a window shows before anybody scrolls. */
const ABOVE = 250
const ROW = 47

/** What a row is told of it. */
export type Sight = {
  isInSight: boolean
  /** The open changes as they are this moment. */
  live: Store<Edits>
  /** What is drawn out of sight. */
  later: Edit | undefined
}

/** What is to be drawn of an entry now. */
export const useEditInSight = ({ isInSight, live, later }: Sight, timeentry_id: number): Edit | undefined =>
  useStore(live, (edits) => (isInSight ? edits.get(timeentry_id) : later))

type Open = { live: Store<Edits>; edits: Edits }

export function useSight(
  items: readonly TimeEntry[],
  { live, edits }: Open,
): (timeentry_id: number) => Sight {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
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
  // As good as certainly, before anybody has looked.
  const shown = items.some(({ id }) => seen.has(id))
    ? seen
    : new Set(items.slice(0, first).map(({ id }) => id))
  // A rendering of their own: what is counted and summed up does not wait for what nobody sees.
  const [later, setLater] = useState(edits)
  useEffect(() => startTransition(() => setLater(edits)), [edits])
  return (id) => {
    const isInSight = shown.has(id)
    // In sight it would only be drawn twice.
    return { isInSight, live, later: isInSight ? undefined : later.get(id) }
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
