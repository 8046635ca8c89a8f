// What the keys of a spreadsheet do in the times of a team.
import type { KeyboardEvent } from 'react'

/** Letters in a field are taken back by the field itself as long as somebody is in it; all else by a step of the sheet. */
export function pressInGrid(event: KeyboardEvent, undo: () => void): void {
  if (isUndo(event) && event.target !== typedIn) {
    event.preventDefault()
    undo()
  } else moveInGrid(event)
}

let typedIn: EventTarget | undefined
/** Letters have come into a field, or have gone. */
export function noteTyping(field: EventTarget): void {
  if (!isField(field)) return
  typedIn = field
  field.addEventListener('blur', () => (typedIn = undefined), { once: true })
}

const isField = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name !== ''
const isCommand = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey
const isUndo = (event: KeyboardEvent) =>
  isCommand(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'

/**
 * Enter and the arrow down go to the same field of the next row, with Shift or the arrow up to the one before; with Ctrl the
 * arrows stay with the time. To the left and to the right an arrow leaves a field only from its edge, or where all of it is
 * selected, as it is when somebody comes there.
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
  if (event.key.startsWith('Arrow') && isCommand(event)) return undefined
  switch (event.key) {
    case 'Enter':
      return inColumn(event.currentTarget, field, event.shiftKey ? -1 : 1)
    case 'ArrowLeft':
      return isLeft(field, 0) ? inRow(field, -1) : undefined
    case 'ArrowRight':
      return isLeft(field, field.value.length) ? inRow(field, 1) : undefined
    case 'ArrowUp':
      return inColumn(event.currentTarget, field, -1)
    case 'ArrowDown':
      return inColumn(event.currentTarget, field, 1)
    default:
      return undefined
  }
}

function isLeft({ selectionStart, selectionEnd, value }: HTMLInputElement, edge: number): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === edge && selectionEnd === edge
}

/** A day that nobody has set is no stop: it comes with its time. */
const isStop = ({ name, value }: HTMLInputElement) => value !== '' || !name.endsWith('_date')

const beside = (fields: HTMLInputElement[], field: HTMLInputElement, step: 1 | -1) =>
  fields[fields.indexOf(field) + step]

const inColumn = (rows: EventTarget & Element, field: HTMLInputElement, step: 1 | -1) =>
  beside([...rows.querySelectorAll<HTMLInputElement>(`input[name="${field.name}"]`)], field, step)

const inRow = (field: HTMLInputElement, step: 1 | -1) =>
  beside(
    [...(field.closest('[role=row]')?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])].filter(
      isStop,
    ),
    field,
    step,
  )
