import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Kontor } from '#server/kontor.ts'
import { backupFigures } from '#server/operation/backup-figures.ts'
import type { Figure } from './figures.ts'
import { queueMetrics } from './queue-metrics.ts'

/** Figures in the text form that Prometheus reads. */
const lateness = monitorEventLoopDelay({ resolution: 20 })
lateness.enable()

export async function metrics(kontor: Kontor, held: Figure[]): Promise<string> {
  const { db, news, build } = kontor
  const { rows } = await sql<{ users: number; sessions: number }>`select
    (select count(*) from users where is_active) as users,
    (select count(*) from sessions where expires_at > now()) as sessions`.execute(db)
  const memory = process.memoryUsage()
  const figures: Figure[] = [
    ['kontor_info', 'gauge', 'The running build', 1, `{build="${build}",node="${process.versions.node}"}`],
    ['kontor_uptime_seconds', 'gauge', 'Time since the start', process.uptime()],
    ['kontor_users', 'gauge', 'Active users', rows[0]?.users ?? 0],
    ['kontor_sessions', 'gauge', 'Open sessions', rows[0]?.sessions ?? 0],
    ['kontor_news_heard', 'gauge', '1 while changes of other nodes are heard', news.heard ? 1 : 0],
    ['kontor_changes_total', 'counter', 'Changes heard', news.count],
    ['process_resident_memory_bytes', 'gauge', 'Resident memory', memory.rss],
    ['nodejs_heap_used_bytes', 'gauge', 'Used heap', memory.heapUsed],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge', 'Lateness of timers', lateness.percentile(99) / 1e9],
    ...(await queueMetrics(kontor)),
    ...(await backupFigures(kontor)),
    ...held,
  ]
  lateness.reset()
  return figures.map(lineOf).join('')
}

/** Figures of one name stand together, and are explained once. */
function lineOf([name, type, help, value, labels = '']: Figure, place: number, all: Figure[]): string {
  const explained = all[place - 1]?.[0] === name ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
  return `${explained}${name}${labels} ${value}\n`
}
