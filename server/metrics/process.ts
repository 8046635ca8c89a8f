import { constants, PerformanceObserver } from 'node:perf_hooks'
import { version } from '#server/version.ts'
import type { EventLoop } from './event-loop.ts'
import { counter, gauge, labelled, type Metric } from './metric.ts'

// Counts how often, and for how long, the runtime stopped to collect garbage. One observer for the whole process.
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

const garbageMetrics = (): Metric[] => [
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

/** This process: what it takes, and whether it comes to its work. */
export function processMetrics(build: string, loop: EventLoop): Metric[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { p50, p99, most } = loop.delay
  const node = process.versions.node
  return [
    {
      name: 'kontor_info',
      type: 'info',
      help: 'The running build',
      lines: [{ labels: labelled({ version, build, node }), value: 1 }],
    },
    gauge('kontor_uptime_seconds', 'Time since the start', process.uptime()),
    gauge('process_start_time_seconds', 'When it started', Date.now() / 1_000 - process.uptime()),
    counter('process_cpu_seconds_total', 'Processor time used', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory', rss),
    gauge('nodejs_heap_used_bytes', 'Used heap', heapUsed),
    gauge('nodejs_heap_size_bytes', 'Heap taken from the system', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory outside the heap', external),
    gauge('nodejs_eventloop_lag_p50_seconds', 'Lateness of timers, worst ten seconds of a minute', p50 / 1e3),
    gauge('nodejs_eventloop_lag_p99_seconds', 'Lateness of timers, worst ten seconds of a minute', p99 / 1e3),
    gauge('nodejs_eventloop_lag_max_seconds', 'Lateness of timers, the most of a minute', most / 1e3),
    counter('nodejs_eventloop_active_seconds_total', 'Time at work, not waiting', loop.activeSeconds),
    ...garbageMetrics(),
  ]
}
