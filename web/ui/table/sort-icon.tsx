// The direction in which a column sorts.
import { type IconProps, line } from '../icon.tsx'
import type { ariaSort } from './order-by.ts'

const icons = {
  ascending: line('M10 15.5v-11M5.75 8.75 10 4.5l4.25 4.25'),
  descending: line('M10 4.5v11M5.75 11.25 10 15.5l4.25-4.25'),
  none: line('M6.75 7.75 10 4.5l3.25 3.25M6.75 12.25 10 15.5l3.25-3.25'),
}

export function SortIcon({ sort, ...size }: IconProps & { sort: ReturnType<typeof ariaSort> }) {
  const Icon = icons[sort]
  return <Icon {...size} />
}
