import { poolOf } from '#server/db/connect.ts'
import type { Requests } from '#server/http/requests.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Disk } from '#server/metrics/disk.ts'
import type { EventLoop } from '#server/metrics/event-loop.ts'
import { exposition, type Format } from '#server/metrics/exposition.ts'
import { counter, type Figure, gauge } from '#server/metrics/metric.ts'
import { processFigures } from '#server/metrics/process.ts'
import { backupFigures } from '#server/operation/backup-metrics.ts'
import type { FromDatabase } from './from-database.ts'
import { type Held, heldFigures } from './held.ts'
import { jobFigures, workFigures } from './jobs.ts'
import type { Known } from './known-store.ts'

/** Where each figure of `/metrics` comes from. All but those of `database` are in memory, and there without it. */
export type Sources = {
  kontor: Kontor
  held: Held
  requests: Requests
  loop: EventLoop
  disk: Disk
  database: FromDatabase
}

export async function metrics(sources: Sources, format: Format): Promise<string> {
  return exposition(await allFigures(sources), format)
}

export async function allFigures({ kontor, held, requests, loop, disk, database }: Sources) {
  const [known, room] = await Promise.all([database.read(), disk.room()])
  return [
    ...processFigures(kontor.build, loop),
    ...requests.figures(),
    ...heldFigures(held),
    ...workFigures(kontor),
    ...databaseFigures(kontor, known),
    ...(known ? [...jobFigures(known), ...backupFigures(known.backup)] : []),
    ...(room
      ? [
          gauge('kontor_data_free_bytes', 'Room left where the data folder lies', room.free),
          gauge('kontor_data_size_bytes', 'Room there in all', room.size),
        ]
      : []),
  ]
}

function databaseFigures({ db, news }: Kontor, known: Known | undefined): Figure[] {
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
          gauge('kontor_database_answer_seconds', 'How long it took for these figures', known.ms / 1_000),
          gauge('kontor_users', 'Active users', known.users),
          gauge('kontor_sessions', 'Open sessions', known.sessions),
        ]
      : []),
  ]
}
