import type { ReactNode } from 'react'
import type { HappeningListItem } from '#contract/happenings.ts'
import type { List } from '#web/lists/use-list.ts'
import { Pager } from '#web/ui/pager/pager.tsx'
import type { HappeningsSearch } from '../search.ts'
import { DayList } from './day-list.tsx'
import { PhoneFilters } from './phone-filters.tsx'

type Props = {
  list: List<HappeningsSearch>
  items: readonly HappeningListItem[]
  isAdmins: boolean
  /** Replaces the days. */
  empty: ReactNode
  /** Between the days and the pager. */
  children: ReactNode
}

/** Mobile list of happenings, in a chunk of its own. */
export const PhoneList = ({ list, items, isAdmins, empty, children }: Props) => (
  <>
    <PhoneFilters list={list} isAdmins={isAdmins} />
    <DayList
      search={list.shown}
      items={items}
      refreshing={list.table.refreshing}
      ticks={isAdmins ? list.selection : undefined}
      empty={empty}
    />
    {children}
    <Pager {...list.pager} />
  </>
)
