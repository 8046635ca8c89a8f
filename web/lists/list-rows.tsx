import type { ComponentProps, ReactNode } from 'react'
import { Pager } from '#web/ui/pager/pager.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { List } from './use-list.ts'

type Props<T> = Omit<ComponentProps<typeof DataTable<T>>, 'order' | 'onOrder' | 'refreshing' | 'empty'> & {
  list: Pick<List<object>, 'table' | 'pager'>
  /** Stands in place of the rows when there are none: why, and what to do. */
  empty: ReactNode
  /** Between the rows and their pages. */
  children?: ReactNode
}

/** The rows of a list and the way through its pages. */
export function ListRows<T>({ list: { table, pager }, empty, children, ...rows }: Props<T>) {
  // Beyond the last page there are none either, but the pager is on its way back.
  const isBeyond = pager.page > 0 && rows.rows.length === 0
  return (
    <>
      {!isBeyond && <DataTable {...rows} {...table} empty={empty} />}
      {children}
      <Pager {...pager} />
    </>
  )
}
