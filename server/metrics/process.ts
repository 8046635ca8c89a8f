import { constants, PerformanceObserver } from 'node:perf_hooks'
import { Counter } from 'prom-client'
import { version } from '#server/version.ts'
import type { EventLoop } from './event-loop.ts'
import { counter, gauge } from './metric.ts'

// How often, and for how long, the runtime stopped to collect garbage. One observer for the whole process.
const kinds: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}
const ofKind = { labelNames: ['kind'], registers: [] }
const collections = new Counter({
  name: 'nodejs_gc_total',
  help: 'Garbage collections by kind',
  ...ofKind,
})
const pauses = new Counter({ name: 'nodejs_gc_seconds_total', help: 'What they took, by kind', ...ofKind })
for (const kind of Object.values(kinds)) {
  collections.inc({ kind }, 0)
  pauses.inc({ kind }, 0)
}

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { duration, detail } = entry as PerformanceEntry & { detail?: { kind?: number } }
    const kind = kinds[detail?.kind ?? -1]
    if (kind === undefined) continue
    collections.inc({ kind })
    pauses.inc({ kind }, duration / 1_000)
  }
}).observe({ entryTypes: ['gc'] })

/** This process: what it takes, and whether it comes to its work. */
export function processMetrics(build: string, loop: EventLoop) {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { p50, p99, most } = loop.delay
  const node = process.versions.node
  return [
    gauge('kontor_info', 'The running build', [[{ version, build, node }, 1]]),
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
    collections,
    pauses,
  ]
}
