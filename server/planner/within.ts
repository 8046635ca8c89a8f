import type { PlannedHappening } from './port.ts'

/** A planner may answer more than was asked for; both days belong to what was. */
export const within = (happenings: PlannedHappening[], from: string, to: string) =>
  happenings.filter(({ date }) => from <= date && date <= to)
