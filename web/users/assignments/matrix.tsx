// Matrix as an ARIA grid. Uses div, since a table of this size is 5 to 60 times slower; one listener for all
// cells, one tab stop, arrows move inside.
import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a table is far slower; names are texts within
import type { Assignments } from '#contract/assignments.ts'
import { Button } from '#web/ui/button.tsx'
import { nextInGrid } from '#web/ui/keyboard/arrows.ts'
import { type MenuHandle, SharedMenu } from '#web/ui/menu.tsx'
import { SHOW_AFTER_MS as LONG_PRESS } from '#web/ui/tooltip.tsx'
import { CellDetails, type CellDetailsHandle } from './details.tsx'
import css from './matrix.module.css'
import { type MatrixCell, type MatrixHead, toggleCell } from './queries.ts'
import { areNamesakes, HEAD_INDEX, HeadRow, Row } from './row.tsx'
import type { VisibleIndexes } from './visible.ts'

export const ROWS_PER_STEP = 50
/** Up to this number group names are horizontal. */
const MAX_HORIZONTAL_NAMES = 8

type CellPosition = { row: number; column: number }
type Props = {
  matrix: Assignments
  shown: VisibleIndexes
  /** Number of rendered users. */
  count: number
  onMore: () => void
  onAll: (
    head: { users: readonly MatrixHead[]; groups: readonly MatrixHead[]; of: MatrixHead },
    granted: boolean,
  ) => void
}

export function Matrix({ matrix, shown: { rows, columns }, count, onMore, onAll }: Props) {
  const { users, groups, relation } = matrix
  const drawn = rows.slice(0, count)
  const [focus, setFocus] = useState<CellPosition>({ row: 0, column: 0 })
  const [said, setSaid] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const details = useRef<CellDetailsHandle>(null)
  const menu = useRef<MenuHandle>(null)
  /** Event time of the last pointerdown by touch. Infinity for a mouse. */
  const touched = useRef(Number.POSITIVE_INFINITY)

  const lastRow = drawn.length - 1
  const lastColumn = columns.length - 1
  const current = { row: Math.min(focus.row, lastRow), column: Math.min(focus.column, lastColumn) }

  const cellAt = ({ row, column }: CellPosition): MatrixCell | undefined => {
    const [user, group] = [users[drawn[row] ?? -1], groups[columns[column] ?? -1]]
    return user && group && { user, group }
  }
  const elementAt = ({ row, column }: CellPosition) => {
    const at = grid.current?.querySelector(`[data-row="${row}"]`)?.children[column + 1]
    return at?.querySelector('button') ?? (at as HTMLElement | undefined)
  }

  function toggle(place: CellPosition) {
    const cell = cellAt(place)
    if (cell && toggleCell({ ...cell, say: setSaid })) details.current?.hide()
  }

  function openMenu({ row, column }: CellPosition, at: HTMLElement) {
    const named = (all: readonly MatrixHead[], places: readonly number[]) =>
      places.flatMap((place) => all[place] ?? [])
    const head = row === HEAD_INDEX ? groups[columns[column] ?? -1] : users[drawn[row] ?? -1]
    if (!head) return
    const many =
      row === HEAD_INDEX
        ? { users: named(users, rows), groups: [head], of: head }
        : { users: [head], groups: named(groups, columns), of: head }
    menu.current?.openAt(at, {
      title: head.name,
      items: [
        { text: 'Alle zuweisen', onPick: () => onAll(many, true) },
        { text: 'Alle entziehen', onPick: () => onAll(many, false) },
      ],
    })
  }

  function onClick(event: MouseEvent) {
    const hit = locateEvent(event)
    // A long press shows the tooltip instead of toggling.
    if (!hit || (event.detail > 0 && event.timeStamp - touched.current > LONG_PRESS)) return
    setFocus(hit.place)
    if (hit.place.row === HEAD_INDEX || hit.place.column === HEAD_INDEX) openMenu(hit.place, hit.element)
    else toggle(hit.place)
  }

  function onKeyDown(event: KeyboardEvent) {
    const hit = locateEvent(event)
    if (!hit) return
    const { row, column } = hit.place
    const isHead = row === HEAD_INDEX || column === HEAD_INDEX
    if (!isHead && (event.key === ' ' || event.key === 'Enter')) {
      event.preventDefault()
      if (!event.repeat) toggle(hit.place)
      return
    }
    const to = nextCell(event, hit.place, lastRow, lastColumn)
    if (!to) return
    event.preventDefault()
    setFocus(to)
    elementAt(to)?.focus()
    if (to.row >= lastRow - 5) onMore()
  }

  const enter = (event: SyntheticEvent) => {
    const hit = locateEvent(event)
    const cell = hit && cellAt(hit.place)
    if (cell) details.current?.showSoon(hit.element, cell)
    else details.current?.hideSoon()
  }

  return (
    <div
      className={css['scroller']}
      data-few={columns.length <= MAX_HORIZONTAL_NAMES || undefined}
      style={{ '--columns': columns.length } as object}
    >
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label="Zuweisungen"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        className={css['grid']}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const hit = locateEvent(event)
          if (hit) setFocus(hit.place)
          if (event.target.matches(':focus-visible')) enter(event)
        }}
        onBlur={() => details.current?.hideSoon()}
        onPointerOver={(event) => event.pointerType === 'mouse' && enter(event)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && details.current?.hideSoon()}
        onPointerDown={(event) => {
          touched.current = event.pointerType === 'mouse' ? Number.POSITIVE_INFINITY : event.timeStamp
          if (event.pointerType !== 'mouse') enter(event)
        }}
        onPointerUp={(event) => {
          if (event.timeStamp - touched.current <= LONG_PRESS) details.current?.hide()
        }}
        onPointerCancel={() => details.current?.hide()}
        onContextMenu={(event) => Number.isFinite(touched.current) && event.preventDefault()}
      >
        <HeadRow
          groups={groups}
          columns={columns}
          focusAt={current.row === HEAD_INDEX ? current.column : undefined}
        />
        {drawn.map((row, at) => {
          const user = users[row]
          return (
            user && (
              <Row
                key={user.id}
                at={at}
                user={user}
                hasNamesake={areNamesakes(users[row - 1], user) || areNamesakes(users[row + 1], user)}
                states={relation[row] ?? []}
                groups={groups}
                columns={columns}
                focusAt={current.row === at ? current.column : undefined}
              />
            )
          )
        })}
      </div>
      {count < rows.length && <MoreRows key={count} onMore={onMore} />}
      <output className="only-read">{said}</output>
      <SharedMenu ref={menu} />
      <CellDetails ref={details} />
    </div>
  )
}

/** Renders more users when scrolled near; a button for keyboards. */
function MoreRows({ onMore }: { onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = end.current
    if (!at) return undefined
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      root: at.parentElement,
      rootMargin: '300px 0px',
    })
    near.observe(at)
    return () => near.disconnect()
  }, [onMore])
  return (
    <div ref={end} className={css['more']}>
      <Button size="small" onClick={onMore}>
        Weitere {ROWS_PER_STEP} Benutzer
      </Button>
    </div>
  )
}

/**
 * Position and element of an event. A header's button stores its column; a cell's column is its index after the row's
 * header.
 */
function locateEvent({ target }: SyntheticEvent): { place: CellPosition; element: HTMLElement } | undefined {
  const element =
    target instanceof Element ? target.closest<HTMLElement>('[data-column], [role=gridcell]') : null
  const row = element?.closest<HTMLElement>('[data-row]')
  if (!element || !row) return undefined
  const column = element.dataset['column'] ?? [...row.children].indexOf(element) - 1
  return { place: { row: Number(row.dataset['row']), column: Number(column) }, element }
}

/** Cell that an arrow key leads to. Headers are part of the grid, the empty corner is not. */
function nextCell(event: KeyboardEvent, place: CellPosition, lastRow: number, lastColumn: number) {
  const to = nextInGrid(event, place, { rows: [HEAD_INDEX, lastRow], columns: [HEAD_INDEX, lastColumn] })
  return to?.row === HEAD_INDEX && to.column === HEAD_INDEX ? undefined : to
}
