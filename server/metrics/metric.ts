// Metrics of values that stand elsewhere, made anew for each look at `/metrics`. What is counted as it happens lives
// where it happens (http/requests.ts).
import { Counter, Gauge, type Metric, Registry } from 'prom-client'

type Values = number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
/** Nothing where there is no value. */
type Reading = Metric | undefined

/** `help`: in English, as everywhere in that world. */
export function gauge(name: string, help: string, values: Values): Reading {
  const [labelNames, readings] = read(values)
  if (readings.length === 0) return undefined
  const metric = new Gauge({ name, help, labelNames, registers: [] })
  for (const [labels, value] of readings) metric.set(labels, value)
  return metric
}

/** Its name ends with `_total`. */
export function counter(name: string, help: string, values: Values): Reading {
  const [labelNames, readings] = read(values)
  if (readings.length === 0) return undefined
  const metric = new Counter({ name, help, labelNames, registers: [] })
  for (const [labels, value] of readings) metric.inc(labels, value)
  return metric
}

function read(values: Values) {
  const readings = typeof values === 'number' ? [[{}, values] as const] : values
  return [Object.keys(readings[0]?.[0] ?? {}), readings] as const
}

export function exposition(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry()
  for (const metric of readings) if (metric) registry.registerMetric(metric)
  return registry.metrics()
}
