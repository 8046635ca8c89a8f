import { useEffect, useRef } from 'react'
import { queryClient } from '#web/query-client.ts'
import type { Part } from '../queries.ts'
import { allEntriesQuery } from './all-entries.ts'
import { rowId } from './row.tsx'

const PER_PAGE = 50

/** Leads to an entry, wherever it stands: here, or on another page of the whole list. */
export function useJump(
  part: Part,
  order: string,
  goTo: (page: number) => void,
): (timeentry_id: number) => void {
  const wanted = useRef<number>(undefined)

  // Whoever is on another page is there once its rows are.
  useEffect(() => {
    if (wanted.current !== undefined && leadTo(wanted.current)) wanted.current = undefined
  })

  return (timeentry_id) => {
    if (leadTo(timeentry_id)) return
    wanted.current = timeentry_id
    void find(part, order, timeentry_id).then((place) => place >= 0 && goTo(Math.floor(place / PER_PAGE)))
  }
}

const find = async (part: Part, order: string, timeentry_id: number) =>
  (await queryClient.fetchQuery(allEntriesQuery(part, order))).findIndex(({ id }) => id === timeentry_id)

/** To what is wrong in the row, else to its first time. */
function leadTo(timeentry_id: number): boolean {
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
