// Splits the report about sent times into its summary and its problems. Pure.
import type { JobOutcome, JobReport } from '#contract/jobs.ts'

const tones = {
  done: 'success',
  nothing: 'info',
  partly: 'danger',
  failed: 'danger',
} as const satisfies Record<JobOutcome, string>

export type SplitReport = { summary: string; problems: string; tone: (typeof tones)[JobOutcome] }

/** The first line of a report is its summary, the others name entries that were not sent. */
export function splitReport({ result, outcome }: JobReport): SplitReport {
  const [summary = '', ...problems] = result.split('\n')
  return { summary, problems: problems.join('\n'), tone: outcome === null ? 'info' : tones[outcome] }
}

/** Tone of the problems below the summary: never 'success'. */
export const problemTone = (tone: SplitReport['tone']) => (tone === 'success' ? 'info' : tone)
