// Counts how often, and for how long, the runtime stopped to collect garbage. One observer for the whole process.
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { counter, labelled, type Metric } from './metric.ts'

const kinds: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}
const pauses = new Map(Object.values(kinds).map((kind) => [kind, { count: 0, seconds: 0 }]))

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { duration, detail } = entry as PerformanceEntry & { detail?: { kind?: number } }
    const known = pauses.get(kinds[detail?.kind ?? -1] ?? '')
    if (!known) continue
    known.count++
    known.seconds += duration / 1_000
  }
}).observe({ entryTypes: ['gc'] })

export const garbageMetrics = (): Metric[] => [
  counter(
    'nodejs_gc_total',
    'Garbage collections by kind',
    [...pauses].map(([kind, { count }]) => [labelled({ kind }), count]),
  ),
  counter(
    'nodejs_gc_seconds_total',
    'What they took, by kind',
    [...pauses].map(([kind, { seconds }]) => [labelled({ kind }), seconds]),
  ),
]
