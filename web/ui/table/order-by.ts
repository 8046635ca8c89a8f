/** The order of a list as it stands in the address: '+name' up, '-name' down. */
export type Order = { key: string; down: boolean }

export function parseOrder(text: string | undefined): Order | undefined {
  if (!text) return undefined
  // A plus arrives as a space where somebody has decoded the address once too often.
  const [, sign, key] = /^([+\- ]?)([^+\- ].*)$/.exec(text) ?? []
  return key ? { key, down: sign === '-' } : undefined
}

const showOrder = ({ key, down }: Order) => `${down ? '-' : '+'}${key}`

/** A press on a column's head: first up, then down, then up again. */
export function toggleOrder(present: string | undefined, key: string): string {
  const order = parseOrder(present)
  return showOrder({ key, down: order?.key === key && !order.down })
}

export function ariaSort(present: string | undefined, key: string): 'ascending' | 'descending' | 'none' {
  const order = parseOrder(present)
  return order?.key !== key ? 'none' : order.down ? 'descending' : 'ascending'
}
