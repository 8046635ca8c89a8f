// Keyboard navigation of lines (menus, tool bars, hits) and grids (matrix, time picker), and roving tabindex.
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

export type KeyPress = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

type NextIndex = (pressed: KeyPress, at: number, count: number) => number | undefined

/** Wraps around. Undefined for other keys. */
const nextInLine =
  (backKey: string, onKey: string): NextIndex =>
  ({ key }, at, count) => {
    if (count === 0) return undefined
    if (key === 'Home') return 0
    if (key === 'End') return count - 1
    if (key === onKey) return (at + 1) % count
    if (key === backKey) return at < 0 ? count - 1 : (at - 1 + count) % count
    return undefined
  }
export const nextVertical = nextInLine('ArrowUp', 'ArrowDown')
export const nextHorizontal = nextInLine('ArrowLeft', 'ArrowRight')

/** Type-ahead: quick letters form a prefix; repeating one letter cycles. Returns the index. */
function nextByLetters(letters: string, at: number, names: readonly string[]): number | undefined {
  const first = letters.charAt(0)
  const isOneLetter = letters === first.repeat(letters.length)
  const wanted = isOneLetter ? first : letters
  // A longer prefix may still match the present item.
  const from = isOneLetter ? at + 1 : Math.max(at, 0)
  for (let step = 0; step < names.length; step++) {
    const place = (from + step) % names.length
    if (names[place]?.toLocaleLowerCase('de').startsWith(wanted)) return place
  }
  return undefined
}

export type GridCell = { row: number; column: number }
/** First and last index of rows and columns. Headers may have index -1. */
export type GridBounds = { rows: readonly [number, number]; columns: readonly [number, number] }

const PAGE_ROWS = 10

/** Stops at the edges. Home and End stay in the row without its head; with Ctrl they go to the corners. */
export function nextInGrid(
  pressed: KeyPress,
  { row, column }: GridCell,
  grid: GridBounds,
): GridCell | undefined {
  if (pressed.altKey) return undefined
  const whole = pressed.ctrlKey || pressed.metaKey
  const [top, bottom] = grid.rows
  const [left, right] = grid.columns
  const firstRow = Math.max(top, 0)
  const wanted: Record<string, GridCell> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    PageUp: { row: Math.max(row - PAGE_ROWS, firstRow), column },
    PageDown: { row: row + PAGE_ROWS, column },
    Home: { row: whole ? firstRow : row, column: Math.max(left, 0) },
    End: { row: whole ? bottom : row, column: right },
  }
  const to = wanted[pressed.key]
  return to && { row: clamp(to.row, top, bottom), column: clamp(to.column, left, right) }
}

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)

/** For items with a single index, in rows of `columns`. */
export const nextInRows =
  (columns: number) =>
  (pressed: KeyPress, at: number, count: number): number | undefined => {
    const last = count - 1
    const cell = nextInGrid(
      pressed,
      { row: Math.floor(at / columns), column: at % columns },
      { rows: [0, Math.floor(last / columns)], columns: [0, columns - 1] },
    )
    return cell && Math.min(cell.row * columns + cell.column, last)
  }

type Options = {
  /** In order; only rendered ones. */
  items: (container: HTMLElement) => HTMLElement[]
  /** Target index of a key from index `at`. */
  next: (pressed: KeyPress, at: number, count: number) => number | undefined
  /** Enables type-ahead. */
  byLetters?: boolean
  /** Initial tab stop; default is the first item. */
  start?: string
}

/** Interval within which letters form a prefix. */
const TYPE_AHEAD_MS = 700

/**
 * Roving tabindex: arrows, Home, End and type-ahead move the focus, and Tab returns to the item that had the focus
 * last.
 */
export function useRoving(container: RefObject<HTMLElement | null>, options: Options) {
  const { items, next, byLetters = false, start } = options
  const typed = useRef({ letters: '', at: 0 })
  const all = () => (container.current ? items(container.current) : [])

  // Kept in the DOM only, so that items need not rerender.
  const stopAt = (wanted?: Element | null) => {
    const list = all()
    const stop =
      list.find((item) => item === wanted) ??
      list.find(({ tabIndex }) => tabIndex === 0) ??
      (start === undefined ? undefined : list.find((item) => item.matches(start))) ??
      list[0]
    for (const item of list) item.tabIndex = item === stop ? 0 : -1
  }
  useLayoutEffect(() => stopAt())

  const lettersOf = (key: string) => {
    const now = Date.now()
    const { letters, at } = typed.current
    typed.current = { letters: now - at < TYPE_AHEAD_MS ? letters + key : key, at: now }
    return typed.current.letters
  }
  const lead = (event: KeyboardEvent, list: readonly HTMLElement[]) => {
    const at = list.findIndex((item) => item === document.activeElement)
    if (byLetters && /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      return nextByLetters(
        lettersOf(event.key.toLocaleLowerCase('de')),
        at,
        list.map(({ textContent }) => textContent ?? ''),
      )
    return next(event, at, list.length)
  }

  return {
    onFocus: ({ target }: FocusEvent) => stopAt(target),
    onKeyDown: (event: KeyboardEvent) => {
      const list = all()
      // A menu inside an item handles its own keys.
      if (!list.includes(event.target as HTMLElement)) return
      const to = lead(event, list)
      if (to === undefined) return
      event.preventDefault()
      list[to]?.focus()
    },
  }
}
