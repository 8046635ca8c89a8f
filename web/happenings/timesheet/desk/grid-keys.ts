// Where the keys of a spreadsheet lead in the times of a team. Up and down alone stay with the time: a quarter more or less.
import type { KeyboardEvent } from 'react'

/**
 * Enter goes to the same field of the next row, with Shift of the one before; so do the arrows with Ctrl. To the left and to
 * the right an arrow leaves a field only from its edge, or where all of it is selected, as it is when somebody comes there.
 */
export function moveInGrid(event: KeyboardEvent): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || field.name === '' || event.defaultPrevented || event.altKey)
    return
  const next = nextField(event, field)
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
  next.scrollIntoView({ block: 'nearest' })
}

function nextField(event: KeyboardEvent, field: HTMLInputElement): HTMLInputElement | undefined {
  const whole = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'Enter':
      return inColumn(event.currentTarget, field, event.shiftKey ? -1 : 1)
    case 'ArrowLeft':
      return isLeft(field, 0) ? inRow(field, -1) : undefined
    case 'ArrowRight':
      return isLeft(field, field.value.length) ? inRow(field, 1) : undefined
    case 'ArrowUp':
      return whole ? inColumn(event.currentTarget, field, -1) : undefined
    case 'ArrowDown':
      return whole ? inColumn(event.currentTarget, field, 1) : undefined
    default:
      return undefined
  }
}

function isLeft({ selectionStart, selectionEnd, value }: HTMLInputElement, edge: number): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === edge && selectionEnd === edge
}

const beside = (fields: HTMLInputElement[], field: HTMLInputElement, step: 1 | -1) =>
  fields[fields.indexOf(field) + step]

const inColumn = (rows: EventTarget & Element, field: HTMLInputElement, step: 1 | -1) =>
  beside([...rows.querySelectorAll<HTMLInputElement>(`input[name="${field.name}"]`)], field, step)

const inRow = (field: HTMLInputElement, step: 1 | -1) =>
  beside(
    [...(field.closest('[role=row]')?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])],
    field,
    step,
  )
