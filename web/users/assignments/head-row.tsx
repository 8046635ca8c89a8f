/** The groups above the cells. Drawn anew only with other groups, or when the focus comes or goes. */
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a table is far slower; names are texts within
import { memo } from 'react'
import type { Cells } from './draw-cells.ts'
import css from './matrix.module.css'
import { HEAD } from './row.tsx'

type Props = Pick<Cells, 'groups' | 'columns' | 'focusAt'>

export const HeadRow = memo(function HeadRow({ groups, columns, focusAt }: Props) {
  return (
    <div role="row" aria-rowindex={1} data-row={HEAD} className={css['head']}>
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
