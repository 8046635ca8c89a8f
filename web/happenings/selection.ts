import { useState } from 'react'
import type { HappeningsSearch } from './search.ts'

type Ids = ReadonlySet<string | number>
const none: Ids = new Set()

/** What is ticked stays so from page to page and while the list refreshes; another filter begins anew. */
export function useSelection({ filter, status, type, start, end }: HappeningsSearch) {
  const asked = JSON.stringify([filter, status, type, start, end])
  const [ticked, setTicked] = useState({ asked, ids: none })
  return {
    selected: ticked.asked === asked ? ticked.ids : none,
    select: (ids: Ids) => setTicked({ asked, ids }),
    clear: () => setTicked({ asked, ids: none }),
  }
}
