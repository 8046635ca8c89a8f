// Rows of the team and the ways to them, at a desk and on a phone alike.

/** The sheet of one person on a phone. */
export const SHEET = 'person'

const ROW = 'eintrag-'
export const rowId = (timeentry_id: number) => `${ROW}${timeentry_id}`
/** Whose row it is. */
export const entryOf = ({ id }: Element) => Number(id.slice(ROW.length))

/** To what is wrong in the row of an entry, else to its first time. Answers whether the row is on the screen. */
export function leadTo(timeentry_id: number): boolean {
  const row = document.getElementById(rowId(timeentry_id))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  focusFirst(row)
  return true
}

function focusFirst(row: HTMLElement) {
  const field =
    row.querySelector<HTMLElement>('[aria-invalid=true]') ??
    row.querySelector<HTMLElement>('input[inputmode=numeric]') ??
    row.querySelector<HTMLElement>('button, input')
  field?.focus({ preventScroll: true })
  // Out of sight it had no fields: now that the focus is in it they come, with the end of this event or with their
  // file.
  if (row.matches('[data-resting]') && row.contains(document.activeElement)) setTimeout(focusFirst, 0, row)
}
