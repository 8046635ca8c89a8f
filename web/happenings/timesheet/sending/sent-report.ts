// How the screen tells what became of a sending. Pure.
import type { JobOutcome, JobReport } from '#contract/jobs.ts'

const tones = {
  done: 'success',
  nothing: 'info',
  partly: 'danger',
  failed: 'danger',
} as const satisfies Record<JobOutcome, string>

export type SplitReport = { summary: string; problems: string; tone: (typeof tones)[JobOutcome] }

/** The first line of a report sums it up, the others are about what was not sent. */
export function splitReport({ result, outcome }: JobReport): SplitReport {
  const [summary = '', ...problems] = result.split('\n')
  return { summary, problems: problems.join('\n'), tone: outcome === null ? 'info' : tones[outcome] }
}

/** Of the problems alone: what was sent is good, what is left of it is not. */
export const toneOfRest = (tone: SplitReport['tone']) => (tone === 'success' ? 'info' : tone)
