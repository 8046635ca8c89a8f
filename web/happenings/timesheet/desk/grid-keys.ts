// Spreadsheet keys in the grid of times.
import type { FormEvent, KeyboardEvent } from 'react'
import { isRedo, isUndo } from '#web/ui/keyboard/shortcuts.ts'

/**
 * Handles undo, redo and movement. After typing in the focused field, the first undo is left to the browser. Any
 * other undo reverts a step of the grid. Redo is suppressed, since the browser would write into fields that were left
 * long ago.
 */
export function handleGridKey(event: KeyboardEvent, undo: () => void): void {
  if (isRedo(event)) event.preventDefault()
  else if (!isUndo(event)) moveInGrid(event)
  else if (event.target === lastTypedField) lastTypedField = undefined
  else {
    event.preventDefault()
    undo()
  }
}

let lastTypedField: EventTarget | undefined
/** Remembers the edited field until it loses the focus. An undo by the browser does not count as an edit. */
export function rememberTypedField({ target: field, nativeEvent }: FormEvent): void {
  if (!isField(field) || (nativeEvent as InputEvent).inputType === 'historyUndo') return
  lastTypedField = field
  field.addEventListener('blur', () => (lastTypedField = undefined), { once: true })
}

const isField = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name !== ''
const isCommand = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey

/**
 * Enter and arrow down move to the same field of the next row, Shift+Enter and arrow up to the previous one; with Ctrl,
 * arrows step the time instead. Arrow left and right leave a field only from its edge, or if all of it is selected, as
 * it is on focus.
 */
function moveInGrid(event: KeyboardEvent): void {
  const field = event.target
  if (!isField(field) || event.defaultPrevented || event.altKey) return
  const next = nextField(event, field)
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
  next.scrollIntoView({ block: 'nearest' })
}

function nextField(event: KeyboardEvent, field: HTMLInputElement): HTMLInputElement | undefined {
  if (isCommand(event)) return undefined
  switch (event.key) {
    case 'Enter':
      return neighbourInColumn(event.currentTarget, field, event.shiftKey ? -1 : 1)
    case 'ArrowLeft':
      return isCaretAt(field, 0) ? neighbourInRow(field, -1) : undefined
    case 'ArrowRight':
      return isCaretAt(field, field.value.length) ? neighbourInRow(field, 1) : undefined
    case 'ArrowUp':
      return neighbourInColumn(event.currentTarget, field, -1)
    case 'ArrowDown':
      return neighbourInColumn(event.currentTarget, field, 1)
    default:
      return undefined
  }
}

function isCaretAt({ selectionStart, selectionEnd, value }: HTMLInputElement, edge: number): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === edge && selectionEnd === edge
}

/** Arrow left and right stop at this field. They skip empty dates. */
const isArrowStop = ({ name, value }: HTMLInputElement) => value !== '' || !name.endsWith('_date')

const neighbourOf = (fields: HTMLInputElement[], field: HTMLInputElement, step: 1 | -1) =>
  fields[fields.indexOf(field) + step]

const neighbourInColumn = (rows: EventTarget & Element, field: HTMLInputElement, step: 1 | -1) =>
  neighbourOf([...rows.querySelectorAll<HTMLInputElement>(`input[name="${field.name}"]`)], field, step)

const neighbourInRow = (field: HTMLInputElement, step: 1 | -1) =>
  neighbourOf(
    [...(field.closest('[role=row]')?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])].filter(
      isArrowStop,
    ),
    field,
    step,
  )
