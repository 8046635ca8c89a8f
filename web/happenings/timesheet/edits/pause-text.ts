import { limits } from '#contract/words/happenings.ts'

/** Minutes of break as somebody types or pastes them, '45' or '0:45'; undefined where it is none, or too long. */
export function readPause(text: string): number | undefined {
  const [, hours, minutes] = /^(?:(\d{1,2}):(?=[0-5]\d$))?(\d{1,3})$/.exec(text.trim()) ?? []
  const pause = minutes === undefined ? undefined : Number(hours ?? 0) * 60 + Number(minutes)
  return pause !== undefined && pause <= limits.pause ? pause : undefined
}
