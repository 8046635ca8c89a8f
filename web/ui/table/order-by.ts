/** Sort order in the address: '+name' ascending, '-name' descending. */
export type SortOrder = { key: string; down: boolean }

export function parseOrder(text: string | undefined): SortOrder | undefined {
  if (!text) return undefined
  // An over-decoded plus is a space.
  const [, sign, key] = /^([+\- ]?)([^+\- ].*)$/.exec(text) ?? []
  return key ? { key, down: sign === '-' } : undefined
}

const formatOrder = ({ key, down }: SortOrder) => `${down ? '-' : '+'}${key}`

export type SortableColumn = {
  key: string
  head: string
  sortable?: boolean
  heads?: readonly { key: string; head: string }[]
}

/** Sort keys of a column, in the order of its heads. */
export const sortableHeadsOf = ({ key, head, sortable, heads }: SortableColumn) =>
  heads ?? (sortable ? [{ key, head }] : [])

/** For a `Select`. */
export const orderChoices = (columns: readonly SortableColumn[]) =>
  columns.flatMap(sortableHeadsOf).flatMap(({ key, head }) => [
    { value: `+${key}`, text: `${head} aufsteigend` },
    { value: `-${key}`, text: `${head} absteigend` },
  ])

/** Ascending first, then alternating. */
export function toggleOrder(present: string | undefined, key: string): string {
  const order = parseOrder(present)
  return formatOrder({ key, down: order?.key === key && !order.down })
}

export function ariaSort(present: string | undefined, key: string): 'ascending' | 'descending' | 'none' {
  const order = parseOrder(present)
  return order?.key !== key ? 'none' : order.down ? 'descending' : 'ascending'
}
