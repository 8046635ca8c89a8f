/** One user's cells. Drawn anew only when one of them changes, or when the focus comes or goes. */
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a table is far slower; names are texts within
import { memo } from 'react'
import type { CellState } from '#contract/users.ts'
import { words } from './cells.ts'
import css from './matrix.module.css'
import type { Named } from './queries.ts'

/** The place of the name, before the first column. */
export const HEAD = -1

type Props = {
  at: number
  user: Named
  states: readonly CellState[]
  groups: readonly Named[]
  /** Places of the shown groups. */
  columns: readonly number[]
  /** Which column can be reached with the Tab key, if the row has it. */
  focusAt: number | undefined
}

export const Row = memo(function Row({ at, user, states, groups, columns, focusAt }: Props) {
  return (
    <div role="row" aria-rowindex={at + 2} data-row={at} className={css['row']}>
      <div role="rowheader" className={css['name']}>
        <button
          type="button"
          tabIndex={focusAt === HEAD ? 0 : -1}
          data-column={HEAD}
          className={css['userName']}
          aria-haspopup="menu"
          title={user.name}
        >
          <span>{user.name}</span>
        </button>
      </div>
      {columns.map((column, place) => {
        const state = states[column] ?? 'empty'
        return (
          <div
            key={column}
            role="gridcell"
            tabIndex={focusAt === place ? 0 : -1}
            data-column={place}
            className={`${css['cell']} ${css[state]}`}
            aria-label={`${user.name} – ${groups[column]?.name}: ${words[state]}`}
          />
        )
      })}
    </div>
  )
})
