/** How a sending ended: the first line of its report says it in short, the others are about what did not go. Pure. */
export type Outcome = { summary: string; problems: string; tone: 'success' | 'info' | 'danger' }

export function outcomeOf(report: string): Outcome {
  const [summary = '', ...lines] = report.split('\n')
  const problems = lines.join('\n')
  const [, sent, all] = /^(\d+) von (\d+) /.exec(summary) ?? []
  if (sent !== undefined) return { summary, problems, tone: sent === all ? 'success' : 'danger' }
  return { summary, problems, tone: summary.startsWith('Es gibt nichts') ? 'info' : 'danger' }
}
