import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry } from '#contract/times.ts'
import { actualOf, isEmpty } from './ends.ts'

/** Nothing is left to be sent, and something was: nobody waits for who has cancelled and has no times. Pure. */
export const isAllSent = (entries: readonly TimeEntry[]) =>
  entries.some(({ submitted }) => submitted) &&
  entries.every((entry) => entry.submitted || isWithoutTimes(entry))

const isWithoutTimes = (entry: TimeEntry) =>
  isCancelled(entry) && isEmpty(actualOf(entry)) && !entry.absent && entry.withdrawal === null
