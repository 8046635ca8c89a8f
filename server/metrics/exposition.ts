// Metrics as text: the form that everything reads, and OpenMetrics for whoever asks for it.
import type { Metric } from './metric.ts'

export const formats = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openMetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const
export type Format = keyof typeof formats

/** The form that weighs more in `Accept`; plain text where nothing is said. */
export function formatFor(accept = ''): Format {
  const weights = { 'application/openmetrics-text': 0, 'text/plain': 0 }
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((one) => one.trim())
    if (!(type in weights)) continue
    // We write the first version of each format.
    if (parameters.some((one) => one.startsWith('version=') && !/^version=(0\.0\.[14]|1\.0\.0)$/.test(one)))
      continue
    const said = parameters.find((one) => one.startsWith('q='))
    const weight = said === undefined ? 1 : Number(said.slice(2)) || 0
    const known = type as keyof typeof weights
    weights[known] = Math.max(weights[known], weight)
  }
  return weights['application/openmetrics-text'] > weights['text/plain'] ? 'openMetrics' : 'text'
}

/** A counter's name and an info's belong to their lines: OpenMetrics explains them without. */
const endings = { counter: '_total', info: '_info', gauge: '', histogram: '' } as const

export function exposition(metrics: readonly Metric[], format: Format): string {
  let text = ''
  for (const { name, type, help, lines, written = '' } of metrics) {
    if (lines.length === 0 && written === '') continue
    const isOpen = format === 'openMetrics'
    const explained = isOpen ? name.slice(0, name.length - endings[type].length) : name
    const told = !isOpen && type === 'info' ? 'gauge' : type
    text += `# HELP ${explained} ${help}\n# TYPE ${explained} ${told}\n`
    text += written
    for (const { labels = '', value, suffix = '' } of lines) text += `${name}${suffix}${labels} ${value}\n`
  }
  return format === 'openMetrics' ? `${text}# EOF\n` : text
}
