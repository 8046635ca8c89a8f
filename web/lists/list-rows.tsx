import type { ComponentProps, ReactNode } from 'react'
import { Pager } from '#web/ui/pager/pager.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FindEverywhereLink } from './find-everywhere.tsx'
import type { List } from './use-list.ts'

type Props<T> = Omit<ComponentProps<typeof DataTable<T>>, 'order' | 'onOrder' | 'refreshing' | 'empty'> & {
  list: Pick<List<object>, 'table' | 'pager'> & Partial<Pick<List<object>, 'filterBox'>>
  /** Empty state: reason and advice. */
  empty: ReactNode
  /** Between the rows and the pager. */
  children?: ReactNode
}

/** Rows of a list with its pager. */
export function ListRows<T>({ list: { table, pager, filterBox }, empty, children, ...rows }: Props<T>) {
  // Beyond the last page there is no empty state: `Pager` navigates to the last page at once.
  const isBeyond = pager.page > 0 && rows.rows.length === 0
  return (
    <>
      {!isBeyond && <DataTable {...rows} {...table} empty={empty} />}
      {filterBox && <FindEverywhereLink filter={filterBox.value} />}
      {children}
      <Pager {...pager} />
    </>
  )
}
