// Content of `/metrics`. Requests are counted live (http/requests.ts); everything else is read on each scrape.
// Metrics from the database are left out while it is away. Help texts are English, as usual for Prometheus.
import { constants, PerformanceObserver, performance } from 'node:perf_hooks'
import { Counter, Gauge, type Metric, Registry } from 'prom-client'
import { getPool } from '#server/db/connect.ts'
import { jobKinds } from '#server/job-kinds.ts'
import type { Kontor } from '#server/kontor.ts'
import { readFiguresInTime, type SharedFigures } from '#server/operation/all-nodes-store.ts'
import type { BackupState } from '#server/operation/backup-state.ts'
import { readDiskSpace } from '#server/operation/findings.ts'
import { version } from '#server/version.ts'
import type { EventLoop } from './event-loop.ts'
import type { Monitoring } from './watch.ts'

export async function renderMetrics({ kontor, held, requests, loop }: Monitoring): Promise<string> {
  const [answer, room] = await Promise.all([readFiguresInTime(kontor), readDiskSpace(kontor.config.dataDir)])
  const snapshot = answer === 'late' ? undefined : answer
  const all: (Metric | undefined)[] = [
    ...processMetrics(kontor.build, loop),
    ...requests.metrics,
    ...limitMetrics(held),
    ...pushAndExportMetrics(kontor),
    ...databaseMetrics(kontor, snapshot),
    ...(snapshot ? [...jobMetrics(snapshot), ...backupMetrics(snapshot.backup)] : []),
    ...(room
      ? [
          gauge('kontor_data_free_bytes', 'Room left where the data folder lies', room.free),
          gauge('kontor_data_size_bytes', 'Room there in all', room.size),
        ]
      : []),
  ]
  const registry = new Registry()
  for (const metric of all) if (metric) registry.registerMetric(metric)
  return registry.metrics()
}

type Values = number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

const gauge = (name: string, help: string, values: Values) => createMetric(Gauge, { name, help }, values)
/** The name gets the suffix `_total`. */
const counter = (name: string, help: string, values: Values) => createMetric(Counter, { name, help }, values)

/** Undefined without values. */
function createMetric(
  Kind: typeof Gauge | typeof Counter,
  described: { name: string; help: string },
  values: Values,
): Metric | undefined {
  const readings = typeof values === 'number' ? [[{}, values] as const] : values
  if (readings.length === 0) return undefined
  const metric = new Kind({ ...described, labelNames: Object.keys(readings[0]?.[0] ?? {}), registers: [] })
  for (const [labels, value] of readings) metric.inc(labels, value)
  return metric
}

// A single observer per process counts garbage collections. Other metrics are created anew for each scrape.
const gcKinds: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}
const gcCounterOptions = { labelNames: ['kind'], registers: [] }
const gcCollections = new Counter({
  name: 'nodejs_gc_total',
  help: 'Garbage collections by kind',
  ...gcCounterOptions,
})
const gcSeconds = new Counter({
  name: 'nodejs_gc_seconds_total',
  help: 'Seconds of garbage collection, by kind',
  ...gcCounterOptions,
})
for (const kind of Object.values(gcKinds)) {
  gcCollections.inc({ kind }, 0)
  gcSeconds.inc({ kind }, 0)
}
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { duration, detail } = entry as PerformanceEntry & { detail?: { kind?: number } }
    const kind = gcKinds[detail?.kind ?? -1]
    if (kind === undefined) continue
    gcCollections.inc({ kind })
    gcSeconds.inc({ kind }, duration / 1_000)
  }
}).observe({ entryTypes: ['gc'] })

/** Resources of this process. */
function processMetrics(build: string, loop: EventLoop) {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { p50, p99, most } = loop.delay
  const { active } = performance.eventLoopUtilization()
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
    gauge('nodejs_eventloop_lag_p50_seconds', 'Lateness of timers in the last minute', p50 / 1e3),
    gauge('nodejs_eventloop_lag_p99_seconds', 'Lateness of timers in the last minute', p99 / 1e3),
    gauge('nodejs_eventloop_lag_max_seconds', 'Lateness of timers, the most of the last minute', most / 1e3),
    counter('nodejs_eventloop_active_seconds_total', 'Time at work, not waiting', active / 1e3),
    gcCollections,
    gcSeconds,
  ]
}

/** Open connections, received bodies and frames of this node, and its refusals by limit. */
function limitMetrics({ budgets, connections, frames }: Monitoring['held']) {
  const limits = Object.keys({ ...budgets.table.rates, ...budgets.table.stored, ...budgets.table.atOnce })
  return [
    gauge('kontor_body_bytes', 'Large bodies being received', budgets.bodyBytes),
    gauge('kontor_connections', 'Open connections', connections.size),
    counter('kontor_connections_refused_total', 'Connections refused for their number', connections.refused),
    gauge('kontor_live_connections', 'Open live connections', budgets.running('live_connections')),
    counter('kontor_live_frames_total', 'Frames of live connections', [
      [{ direction: 'out' }, frames.sent],
      [{ direction: 'in' }, frames.received],
    ]),
    counter('kontor_live_bytes_total', 'Bytes of frames sent', frames.sentBytes),
    counter(
      'kontor_refusals_total',
      'Refusals by limit (docs/betrieb/grenzen.md)',
      limits.map((limit) => [{ limit }, budgets.refused.get(limit as never) ?? 0]),
    ),
  ]
}

/** Counts of this node only. */
function pushAndExportMetrics({ pushOutcomes, exports }: Kontor) {
  const { running, waiting, ended } = exports.state
  return [
    gauge(
      'kontor_push_service_answers',
      '0 while a push service answers this node nothing',
      pushOutcomes.services().map(({ service, answers }) => [{ service }, answers ? 1 : 0]),
    ),
    counter(
      'kontor_push_deliveries_total',
      'Deliveries by push service and outcome',
      pushOutcomes.counts().map(({ service, outcome, count }) => [{ service, outcome }, count]),
    ),
    gauge('kontor_exports_running', 'Excel and PDF files that are being made', running),
    gauge('kontor_exports_waiting', 'Those that wait for their turn', waiting),
    counter(
      'kontor_exports_total',
      'Excel and PDF files by outcome',
      Object.entries(ended).flatMap(([kind, { done, failed }]) => [
        [{ kind, outcome: 'done' }, done] as const,
        [{ kind, outcome: 'failed' }, failed] as const,
      ]),
    ),
  ]
}

function databaseMetrics({ db, news }: Kontor, snapshot: SharedFigures | undefined) {
  const { most, size, idle, waiting } = getPool(db).state
  return [
    gauge('kontor_database_up', '1 while the database answers', snapshot ? 1 : 0),
    gauge('kontor_database_pool_max', 'Connections that this node may have', most),
    gauge('kontor_database_pool_size', 'Connections that it has', size),
    gauge('kontor_database_pool_idle', 'Of these those that nobody uses', idle),
    gauge('kontor_database_pool_waiting', 'Who waits for a connection', waiting),
    gauge('kontor_news_heard', '1 while changes of other nodes are heard', news.isListening ? 1 : 0),
    counter('kontor_changes_total', 'Changes heard', news.count),
    ...(snapshot
      ? [
          gauge('kontor_database_answer_seconds', 'How long it took for these metrics', snapshot.ms / 1_000),
          gauge('kontor_users', 'Active users', snapshot.users),
          gauge('kontor_sessions', 'Open sessions', snapshot.sessions),
        ]
      : []),
  ]
}

/** Background jobs of all nodes. */
function jobMetrics({ jobs, losses, syncs }: SharedFigures) {
  const none = { waiting: 0, running: 0, retrying: 0, oldest: 0, failing: 0 }
  const ofKinds = (which: keyof typeof none) =>
    Object.entries(jobKinds).map(
      ([kind, { lane }]) => [{ kind, lane }, (jobs.find((job) => job.kind === kind) ?? none)[which]] as const,
    )
  return [
    gauge('kontor_jobs_waiting', 'Jobs that wait', ofKinds('waiting')),
    gauge('kontor_jobs_running', 'Jobs that are being done', ofKinds('running')),
    gauge('kontor_jobs_retrying', 'Of the waiting ones those that have failed before', ofKinds('retrying')),
    gauge('kontor_jobs_oldest_seconds', 'How long a job has waited that could begin', ofKinds('oldest')),
    counter(
      'kontor_jobs_lost_total',
      'Jobs given up (failed), not taken on (dropped), or of no use any more (outdated)',
      losses.map(({ kind, reason, total }) => [{ kind, reason }, total]),
    ),
    gauge(
      'kontor_sync_age_seconds',
      'Since a sync or sending last ended',
      syncs.map(({ kind, age }) => [{ kind }, age]),
    ),
    gauge(
      'kontor_sync_ok',
      '1 where the last one succeeded',
      syncs.map(({ kind, failed }) => [{ kind }, failed ? 0 : 1]),
    ),
    gauge(
      'kontor_sync_success_age_seconds',
      'Since one last succeeded',
      syncs.flatMap(({ kind, success_age }) =>
        success_age === null ? [] : [[{ kind }, success_age] as const],
      ),
    ),
  ]
}

/** No age without a backup; alerts should also match an absent metric. */
function backupMetrics({ isOn, ageSeconds, isVerified }: BackupState) {
  if (!isOn) return []
  return [
    gauge(
      'kontor_backup_age_seconds',
      'Age of the last verified backup',
      ageSeconds === null ? [] : [[{}, ageSeconds]],
    ),
    gauge('kontor_backup_verified', '1 while the last backup was restored on trial', isVerified ? 1 : 0),
  ]
}
