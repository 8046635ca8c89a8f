// Table from declarative columns: sortable, selectable; where there is no room for it, a list of rows.
import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from '../field/checkbox.tsx'
import { useIsNarrow } from '../media.ts'
import { Row, type RowParts, Rows } from '../row.tsx'
import css from './data-table.module.css'
import { ariaSort, sortableHeadsOf } from './order-by.ts'
import { SortHead } from './sort-head.tsx'

export type Column<T> = {
  /** Also the sort key of the server. */
  key: string
  head: string
  /** Empty cells show a dash in the table. */
  cell: (row: T) => ReactNode
  sortable?: boolean
  /** Several heads to sort by, where a cell shows several values. */
  heads?: readonly { key: string; head: string }[]
  align?: 'start' | 'end'
  /** The column that names the row: its title. */
  main?: boolean
  /** Breaks long words anywhere. */
  wrap?: boolean
  /** Hidden in tables of up to 60rem ('narrow') or 64rem ('medium'). */
  hide?: 'narrow' | 'medium'
  /**
   * Place in a phone row: at the right ('state'), with its head ('labelled'), or hidden; by default in the line of
   * details.
   */
  inRow?: 'state' | 'labelled' | 'nowhere'
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
  /** Rows even in a wide window, for a table in a narrow dialog. */
  isNarrow?: boolean
  /** Parts of a narrow row that replace those made of the columns. */
  asRow?: (row: T) => Partial<RowParts>
  /** Groups the rows of a narrow list under headings. */
  grouped?: (rows: readonly T[]) => readonly (readonly [heading: string, rows: readonly T[]])[]
}

export function DataTable<T>(props: Props<T>) {
  const { caption, columns, rows, rowKey, order, onOrder, selected, onSelect } = props
  const name = props.rowName ?? ((row: T) => String(rowKey(row)))
  const isNarrow = useIsNarrow() || props.isNarrow
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
  const tickOf = (row: T) => (
    <Checkbox
      label={`${name(row)} auswählen`}
      labelHidden
      checked={selected?.has(rowKey(row)) ?? false}
      onChange={(on) => select(row, on)}
    />
  )
  if (isNarrow) {
    const row = (row: T) => (
      <Row
        key={rowKey(row)}
        {...toRowParts(columns, row)}
        {...props.asRow?.(row)}
        {...(onSelect && { tick: tickOf(row), isSelected: selected?.has(rowKey(row)) })}
      />
    )
    const groups = props.grouped?.(rows) ?? [[caption, rows] as const]
    return (
      <div className={css['rows']}>
        {groups.map(([heading, rows]) => (
          <section key={heading}>
            {props.grouped && <h2>{heading}</h2>}
            <Rows label={heading} isOld={props.refreshing}>
              {rows.map(row)}
            </Rows>
          </section>
        ))}
        {onSelect && all(false)}
      </div>
    )
  }
  const cellClass = ({ align, main, wrap, hide, headHidden }: Column<T>) =>
    [
      css['cell'],
      align === 'end' && css['end'],
      main && css['main'],
      (wrap || main) && css['wrap'],
      hide === 'narrow' && css['wide'],
      hide === 'medium' && css['wider'],
      headHidden && css['tools'],
    ]
      .filter(Boolean)
      .join(' ')

  const sortOf = (column: Column<T>) => {
    const [first, ...others] = sortableHeadsOf(column).map(({ key }) => ariaSort(order, key))
    return others.find((sort) => sort !== 'none') ?? first
  }

  return (
    <div className={css['around']}>
      <table className={css['table']} aria-busy={props.refreshing || undefined}>
        <caption className="only-read">{caption}</caption>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={css['tick']}>
                {all(true)}
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)} aria-sort={sortOf(column)}>
                {onOrder && sortableHeadsOf(column).length > 0 ? (
                  sortableHeadsOf(column).map(({ key, head }, _, { length }) => (
                    <SortHead key={key} name={key} buttonCount={length} {...{ head, order, onOrder }} />
                  ))
                ) : (
                  <span className={column.headHidden ? 'only-read' : css['head']}>{column.head}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              data-selected={selected?.has(rowKey(row)) || undefined}
              onClick={followTitle}
            >
              {onSelect && <td className={css['tick']}>{tickOf(row)}</td>}
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A click on a row follows the link of its title, unless it hits another control or selects text. */
function followTitle(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget, nativeEvent } = event
  if (
    !(target instanceof Element) ||
    target.closest(`a, button, input, label, .${css['tick']}, .${css['tools']}`)
  )
    return
  if (!getSelection()?.isCollapsed) return
  currentTarget.querySelector(`.${css['main']} a`)?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}

/** Main column: title. Column with a hidden header: actions. All others: where their `inRow` says. */
function toRowParts<T>(columns: readonly Column<T>[], row: T): RowParts {
  const cellOf = (column: Column<T> | undefined) => column?.cell(row)
  const inLine = columns.filter(
    ({ main, headHidden, inRow }) => !main && !headHidden && inRow !== 'state' && inRow !== 'nowhere',
  )
  return {
    title: cellOf(columns.find(({ main }) => main)),
    line: inLine.map((column) => {
      const told = column.cell(row)
      if (column.inRow !== 'labelled' || !told) return told
      // A header 'Zuletzt am' fits a date. Before 'vor 3 Tagen' it becomes 'Zuletzt'.
      return (
        <>
          {column.head.replace(/ am$/, '')} {told}
        </>
      )
    }),
    state: cellOf(columns.find(({ inRow }) => inRow === 'state')),
    actions: cellOf(columns.find(({ headHidden }) => headHidden)),
  }
}
