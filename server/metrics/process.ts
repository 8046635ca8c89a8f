import { version } from '#server/version.ts'
import type { EventLoop } from './event-loop.ts'
import { garbageMetrics } from './garbage.ts'
import { counter, gauge, labelled, type Metric } from './metric.ts'

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
