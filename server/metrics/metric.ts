/** One metric with all its lines, as Prometheus wants them: together, and explained once. */
export type Metric = {
  name: string
  type: 'gauge' | 'counter' | 'histogram' | 'info'
  /** In English, as everywhere in that world. */
  help: string
  lines: readonly Line[]
  /** Lines that are written already: these are the same in both forms. */
  written?: string
}
/** `suffix`: what a histogram's lines are called behind its name. */
export type Line = { labels?: string; value: number; suffix?: '_bucket' | '_sum' | '_count' }
type Values = number | readonly (readonly [labels: string, value: number])[]

const linesOf = (values: Values): Line[] =>
  typeof values === 'number' ? [{ value: values }] : values.map(([labels, value]) => ({ labels, value }))

export const gauge = (name: string, help: string, values: Values): Metric => ({
  name,
  type: 'gauge',
  help,
  lines: linesOf(values),
})

/** Its name ends with `_total`. */
export const counter = (name: string, help: string, values: Values): Metric => ({
  name,
  type: 'counter',
  help,
  lines: linesOf(values),
})

/** `{kind="push.send",lane="push"}`: whatever a value holds, it stays one. */
export const labelled = (labels: Readonly<Record<string, string>>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (sign) => escaped[sign] as string)}"`)
    .join(',')}}`
const escaped: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
