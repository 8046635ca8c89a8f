/** Rows of the team and the ways to them, at a desk and on a phone alike. */
/** The sheet of one person on a phone. */
export const SHEET = 'person'

export const rowId = (timeentry_id: number) => `eintrag-${timeentry_id}`

/** To what is wrong in the row of an entry, else to its first time. Answers whether the row is on the screen. */
export function leadTo(timeentry_id: number): boolean {
  const row = document.getElementById(rowId(timeentry_id))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const field =
    row.querySelector<HTMLElement>('[aria-invalid=true]') ??
    row.querySelector<HTMLElement>('input[inputmode=numeric]') ??
    row.querySelector<HTMLElement>('button')
  field?.focus({ preventScroll: true })
  return true
}
