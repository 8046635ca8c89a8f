// Table from declarative columns: sortable, selectable, cards on phones.
import type { ReactNode } from 'react'
import { Checkbox } from '../field/checkbox.tsx'
import { Select } from '../field/select.tsx'
import { type IconProps, line } from '../icon.tsx'
import css from './data-table.module.css'
import { ariaSort, parseOrder, toggleOrder } from './order-by.ts'

export type Column<T> = {
  /** Also the sort key of the server. */
  key: string
  head: string
  /** Empty cells show a dash in the table and are omitted on cards. */
  cell: (row: T) => ReactNode
  sortable?: boolean
  align?: 'start' | 'end'
  /** The column that names the row: title of its card. */
  main?: boolean
  /** Breaks long words anywhere. */
  wrap?: boolean
  /** Hidden in tables narrower than 900 px ('narrow') or 960 px ('medium'); cards show it. */
  hide?: 'narrow' | 'medium'
  /** Without its head on a card: on its own line, or sharing one. */
  plain?: 'line' | 'half'
  /** Visually hidden head, for buttons. */
  headHidden?: boolean
}

type Key = string | number

type Props<T> = {
  /** For screen readers. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => Key
  /** Accessible name of a row. */
  rowName?: (row: T) => string
  /** '+name' or '-name' */
  order?: string | undefined
  onOrder?: (order: string) => void
  selected?: ReadonlySet<Key>
  onSelect?: (selected: ReadonlySet<Key>) => void
  /** Dims the rows while newer ones load. */
  refreshing?: boolean
  /** Replaces the rows. */
  empty?: ReactNode
}

export function DataTable<T>(props: Props<T>) {
  const { caption, columns, rows, rowKey, order, onOrder, selected, onSelect } = props
  const name = props.rowName ?? ((row: T) => String(rowKey(row)))
  if (rows.length === 0 && props.empty) return props.empty

  const ticked = rows.filter((row) => selected?.has(rowKey(row))).length
  const selectAll = (all: boolean) => {
    const next = new Set(selected)
    for (const row of rows) {
      if (all) next.add(rowKey(row))
      else next.delete(rowKey(row))
    }
    onSelect?.(next)
  }
  const select = (row: T, on: boolean) => {
    const next = new Set(selected)
    if (on) next.add(rowKey(row))
    else next.delete(rowKey(row))
    onSelect?.(next)
  }
  const all = (labelHidden: boolean) => (
    <Checkbox
      label="Alle auswählen"
      labelHidden={labelHidden}
      checked={ticked > 0 && ticked === rows.length}
      indeterminate={ticked > 0 && ticked < rows.length}
      onChange={selectAll}
    />
  )
  const cellClass = ({ align, main, wrap, hide, plain, headHidden }: Column<T>) =>
    [
      css['cell'],
      align === 'end' && css['end'],
      main && css['main'],
      (wrap || main) && css['wrap'],
      hide === 'narrow' && css['wide'],
      hide === 'medium' && css['wider'],
      plain && css['plain'],
      plain === 'half' && css['half'],
      headHidden && css['tools'],
    ]
      .filter(Boolean)
      .join(' ')

  const table = (
    // Explicit roles, since the card layout's CSS removes the implicit ones.
    <table role="table" className={css['table']} aria-busy={props.refreshing || undefined}>
      <caption className="only-read">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {onSelect && (
            <th role="columnheader" scope="col" className={css['tick']}>
              {all(true)}
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={cellClass(column)}
              aria-sort={column.sortable ? ariaSort(order, column.key) : undefined}
            >
              {column.sortable && onOrder ? (
                <SortHead column={column} order={order} onOrder={onOrder} />
              ) : (
                <span className={column.headHidden ? 'only-read' : css['head']}>{column.head}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" data-selected={selected?.has(rowKey(row)) || undefined}>
            {onSelect && (
              <td role="cell" className={css['tick']}>
                <Checkbox
                  label={`${name(row)} auswählen`}
                  labelHidden
                  checked={selected?.has(rowKey(row)) ?? false}
                  onChange={(on) => select(row, on)}
                />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.key} role="cell" className={cellClass(column)} data-head={column.head}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <div className={css['around']}>
      {(onOrder || onSelect) && (
        <div className={css['cardBar']}>
          {onSelect && all(false)}
          {onOrder && <SortSelect columns={columns} order={order} onOrder={onOrder} />}
        </div>
      )}
      {table}
    </div>
  )
}

type SortProps = { order: string | undefined; onOrder: (order: string) => void }

function SortHead<T>({ column, order, onOrder }: SortProps & { column: Column<T> }) {
  const sort = ariaSort(order, column.key)
  return (
    <button
      type="button"
      className={`${css['head']} ${css['sort']}`}
      data-sort={sort}
      onClick={() => onOrder(toggleOrder(order, column.key))}
    >
      {column.head}
      <SortIcon sort={sort} size={14} />
    </button>
  )
}

/** Sort order for cards, which have no heads. */
function SortSelect<T>({ columns, order, onOrder }: SortProps & { columns: readonly Column<T>[] }) {
  const choices = columns
    .filter((column) => column.sortable)
    .flatMap(({ key, head }) => [
      { value: `+${key}`, text: `${head} aufsteigend` },
      { value: `-${key}`, text: `${head} absteigend` },
    ])
  if (choices.length === 0) return null
  const present = parseOrder(order)
  return (
    <div className={css['cardSort']}>
      <Select
        label="Sortieren"
        labelHidden
        choices={present ? choices : [{ value: '', text: 'Sortieren' }, ...choices]}
        value={present ? `${present.down ? '-' : '+'}${present.key}` : ''}
        onChange={onOrder}
      />
    </div>
  )
}

const sortIcons = {
  ascending: line('M10 15.5v-11M5.75 8.75 10 4.5l4.25 4.25'),
  descending: line('M10 4.5v11M5.75 11.25 10 15.5l4.25-4.25'),
  none: line('M6.75 7.75 10 4.5l3.25 3.25M6.75 12.25 10 15.5l3.25-3.25'),
}

/** Sort direction of a column. */
export function SortIcon({ sort, ...size }: IconProps & { sort: keyof typeof sortIcons }) {
  const Icon = sortIcons[sort]
  return <Icon {...size} />
}
