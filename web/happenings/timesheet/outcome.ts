/** How a sending ended, by the first line of its report: enough for a short message. Pure. */
export type Outcome = { summary: string; tone: 'success' | 'info' | 'danger' }

export function outcomeOf(report: string): Outcome {
  const [summary = ''] = report.split('\n')
  const [, sent, all] = /^(\d+) von (\d+) /.exec(summary) ?? []
  if (sent !== undefined) return { summary, tone: sent === all ? 'success' : 'danger' }
  return { summary, tone: summary.startsWith('Es gibt nichts') ? 'info' : 'danger' }
}
