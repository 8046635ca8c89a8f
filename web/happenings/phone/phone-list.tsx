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
  /** Stands in place of the days. */
  empty: ReactNode
  /** Between the days and their pages. */
  children: ReactNode
}

/** The happenings on a phone. Its own file to be loaded: a desk needs none of it. */
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
