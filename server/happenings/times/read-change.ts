import type { TimeEntryChange } from '#contract/times.ts'
import { stripInvisible } from '#server/http/input/typed-name.ts'

/**
 * Completes a change by what follows from it: an absence clears times and break, times mean that the person came,
 * and a note is one line without spaces at its ends. Pure.
 */
export function completeChange(change: TimeEntryChange): TimeEntryChange {
  const { note, absent } = change
  return {
    ...change,
    ...(note !== undefined && { note: cleanNote(note) }),
    ...(absent === true && { ist_pause: null, ...clearedTimes(change) }),
    ...(absent === undefined && entersTimes(change) && { absent: false }),
  }
}

const timeFields = ['ist_von_date', 'ist_von_time', 'ist_bis_date', 'ist_bis_time'] as const
const isGiven = (value: string | null | undefined) => value !== undefined && value !== 'not_given'

/** True if the same change enters times and says that the person did not come. */
export const contradicts = (change: TimeEntryChange) => change.absent === true && entersTimes(change)

const entersTimes = (change: TimeEntryChange) =>
  timeFields.some((field) => isGiven(change[field]) && change[field] !== null)

const clearedTimes = (change: TimeEntryChange) =>
  Object.fromEntries(timeFields.filter((field) => !isGiven(change[field])).map((field) => [field, null]))

const cleanNote = (note: string | null) => (note && stripInvisible(note.replace(/\s+/g, ' '))) || null
