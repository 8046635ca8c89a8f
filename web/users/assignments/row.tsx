// Rows of the matrix: the header with the names of groups, and one row per user.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a table is far slower; names are texts within
import { memo, useLayoutEffect, useRef } from 'react'
import css from './matrix.module.css'
import type { MatrixHead } from './queries.ts'
import { type RowCells, updateCells } from './update-cells.ts'

/** Index of the header row, and of the column with the names. */
export const HEAD_INDEX = -1

type Props = RowCells & { at: number; hasNamesake: boolean }

/** A user's name and cells. Rerenders only when a cell or the tab stop changes. */
export const Row = memo(function Row({ at, hasNamesake, ...cells }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (row.current) updateCells(row.current, cells)
  })
  const { user, focusAt } = cells
  const { first, rest, end } = splitName(user.name)
  return (
    <div ref={row} role="row" aria-rowindex={at + 2} data-row={at} className={css['row']}>
      <div role="rowheader" className={css['name']}>
        <button
          type="button"
          tabIndex={focusAt === HEAD_INDEX ? 0 : -1}
          data-column={HEAD_INDEX}
          className={css['userName']}
          aria-haspopup="menu"
          aria-label={user.name}
          title={user.name}
        >
          {first && <span>{first}</span>}
          {(hasNamesake || !first) && (
            <span>
              <span>{rest}</span>
              <span>{end}</span>
            </span>
          )}
        </button>
      </div>
    </div>
  )
})

type HeadRowProps = Pick<RowCells, 'groups' | 'columns' | 'focusAt'>

/** Group names; rerenders only when groups or the tab stop change. */
export const HeadRow = memo(function HeadRow({ groups, columns, focusAt }: HeadRowProps) {
  return (
    <div role="row" aria-rowindex={1} data-row={HEAD_INDEX} className={css['head']}>
      <div role="columnheader" className={css['corner']}>
        Benutzer
      </div>
      {columns.map((column, place) => (
        <div key={column} role="columnheader" className={css['column']}>
          <button
            type="button"
            tabIndex={focusAt === place ? 0 : -1}
            data-column={place}
            className={css['groupName']}
            aria-haspopup="menu"
            title={groups[column]?.name}
          >
            <span>{groups[column]?.name}</span>
          </button>
        </div>
      ))}
    </div>
  )
})

/** Number of characters at the end that are never truncated. */
const UNCUT_CHARACTERS = 6

const usernameAt = (name: string) => name.lastIndexOf(' (') + 1

/** Compares neighbours only: the names are sorted, so namesakes are adjacent. */
export const areNamesakes = (one: MatrixHead | undefined, other: MatrixHead) =>
  one !== undefined &&
  usernameAt(other.name) > 0 &&
  one.name.slice(0, usernameAt(one.name)) === other.name.slice(0, usernameAt(other.name))

/** Splits off the end of a name, in which usernames of namesakes differ. */
function splitName(name: string) {
  const at = usernameAt(name)
  const username = Array.from(name.slice(at))
  return {
    first: name.slice(0, at),
    rest: username.slice(0, -UNCUT_CHARACTERS).join(''),
    end: username.slice(-UNCUT_CHARACTERS).join(''),
  }
}
