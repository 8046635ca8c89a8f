// Header button that sorts by a column.
import { createLineIcon, type IconProps } from '../icon.tsx'
import { ariaSort, toggleOrder } from './order-by.ts'
import css from './sort-head.module.css'

type SortHeadProps = {
  name: string
  buttonCount?: number
  head: string
  order: string | undefined
  onOrder: (order: string) => void
}

/**
 * `buttonCount`: number of buttons in this header. If there are several, `aria-sort` does not tell which one is active,
 * so the active one announces its direction.
 */
export function SortHead({ name, head, order, onOrder, buttonCount = 1 }: SortHeadProps) {
  const sort = ariaSort(order, name)
  return (
    <button
      type="button"
      className={css['sort']}
      data-sort={sort}
      onClick={() => onOrder(toggleOrder(order, name))}
    >
      {head}
      {buttonCount > 1 && sort !== 'none' && (
        <span className="only-read">{sort === 'ascending' ? ', aufsteigend' : ', absteigend'}</span>
      )}
      <SortIcon sort={sort} size={14} />
    </button>
  )
}

const sortIcons = {
  ascending: createLineIcon('M10 15.5v-11M5.75 8.75 10 4.5l4.25 4.25'),
  descending: createLineIcon('M10 4.5v11M5.75 11.25 10 15.5l4.25-4.25'),
  none: createLineIcon('M6.75 7.75 10 4.5l3.25 3.25M6.75 12.25 10 15.5l3.25-3.25'),
}

/** Sort direction of a column. */
export function SortIcon({ sort, ...size }: IconProps & { sort: keyof typeof sortIcons }) {
  const Icon = sortIcons[sort]
  return <Icon {...size} />
}
