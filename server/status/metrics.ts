// Gathers what `/metrics` gives. All but the metrics of `database` are in memory, and there without it.
import { poolOf } from '#server/db/connect.ts'
import type { Requests } from '#server/http/requests.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Disk } from '#server/metrics/disk.ts'
import type { EventLoop } from '#server/metrics/event-loop.ts'
import { counter, exposition, gauge } from '#server/metrics/metric.ts'
import { processMetrics } from '#server/metrics/process.ts'
import { backupMetrics } from '#server/operation/backup-metrics.ts'
import type { FromDatabase } from './from-database.ts'
import { type Held, heldMetrics } from './held-metrics.ts'
import { jobMetrics, workMetrics } from './job-metrics.ts'
import type { Known } from './known-store.ts'

export type Sources = {
  kontor: Kontor
  held: Held
  requests: Requests
  loop: EventLoop
  disk: Disk
  database: FromDatabase
}

export async function metrics({ kontor, held, requests, loop, disk, database }: Sources): Promise<string> {
  const [known, room] = await Promise.all([database.read(), disk.room()])
  return exposition([
    ...processMetrics(kontor.build, loop),
    ...requests.metrics,
    ...heldMetrics(held),
    ...workMetrics(kontor),
    ...databaseMetrics(kontor, known),
    ...(known ? [...jobMetrics(known), ...backupMetrics(known.backup)] : []),
    ...(room
      ? [
          gauge('kontor_data_free_bytes', 'Room left where the data folder lies', room.free),
          gauge('kontor_data_size_bytes', 'Room there in all', room.size),
        ]
      : []),
  ])
}

function databaseMetrics({ db, news }: Kontor, known: Known | undefined) {
  const { most, size, idle, waiting } = poolOf(db).state
  return [
    gauge('kontor_database_up', '1 while the database answers', known ? 1 : 0),
    gauge('kontor_database_pool_max', 'Connections that this node may have', most),
    gauge('kontor_database_pool_size', 'Connections that it has', size),
    gauge('kontor_database_pool_idle', 'Of these those that nobody uses', idle),
    gauge('kontor_database_pool_waiting', 'Who waits for a connection', waiting),
    gauge('kontor_news_heard', '1 while changes of other nodes are heard', news.isListening ? 1 : 0),
    counter('kontor_changes_total', 'Changes heard', news.count),
    ...(known
      ? [
          gauge('kontor_database_answer_seconds', 'How long it took for these metrics', known.ms / 1_000),
          gauge('kontor_users', 'Active users', known.users),
          gauge('kontor_sessions', 'Open sessions', known.sessions),
        ]
      : []),
  ]
}
