import { useEffect, useRef } from 'react'
import { limits } from '#contract/words/happenings.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import type { Part } from '../queries.ts'
import { allEntries } from './queries.ts'
import { rowId } from './team.ts'

type Ways = { onPage: (page: number) => void; onArrive: (timeentry_id: number) => void }

/** Leads to an entry, wherever it stands: on the screen, or on another page of the whole list. */
export function useJump(part: Part, order: string, { onPage, onArrive }: Ways) {
  /** On its way from another page. */
  const goal = useRef<number>(undefined)
  const arrive = (timeentry_id: number) => {
    if (!focusRow(timeentry_id)) return false
    onArrive(timeentry_id)
    return true
  }
  useEffect(() => {
    if (goal.current !== undefined && arrive(goal.current)) goal.current = undefined
  })

  const turnTo = async (timeentry_id: number) => {
    goal.current = timeentry_id
    // Should the row come later it would take the focus from whatever somebody does then.
    const giveUp = () => {
      if (goal.current === timeentry_id) goal.current = undefined
    }
    try {
      const place = (await allEntries(part, '', order)).findIndex(({ id }) => id === timeentry_id)
      if (place >= 0) onPage(Math.floor(place / limits.entriesOfPage))
      else {
        giveUp()
        toast('Diesen Zeiteintrag gibt es nicht mehr.', { tone: 'info' })
      }
    } catch (problem) {
      giveUp()
      toastFailure(problem)
    }
  }
  return (timeentry_id: number) => {
    if (!arrive(timeentry_id)) void turnTo(timeentry_id)
  }
}

/** To what is wrong in a row, else to its first time. Answers whether the row is on the screen. */
function focusRow(timeentry_id: number): boolean {
  const row = document.getElementById(rowId(timeentry_id))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const field =
    row.querySelector<HTMLElement>('[aria-invalid=true]') ??
    row.querySelector<HTMLElement>('input[inputmode=numeric]') ??
    row.querySelector<HTMLElement>('button, input')
  field?.focus({ preventScroll: true })
  // Out of sight it had no fields: they come with the focus.
  if (row.matches('[data-resting]') && row.contains(document.activeElement))
    setTimeout(focusRow, 0, timeentry_id)
  return true
}
