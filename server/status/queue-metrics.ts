import { jobKinds } from '#server/jobs/kinds.ts'
import { listLosses } from '#server/jobs/losses.ts'
import { listKindStates } from '#server/jobs/queue-state.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Figure } from './figures.ts'

/** Work beside requests: of all nodes, but for the push services, of which each node knows by itself. */
export async function queueMetrics({ db, breakers }: Kontor): Promise<Figure[]> {
  const [states, losses] = await Promise.all([listKindStates(db), listLosses(db)])
  const kinds = Object.entries(jobKinds).map(([kind, { lane }]) => ({
    labels: `{kind="${kind}",lane="${lane}"}`,
    state: states.find((state) => state.kind === kind) ?? { waiting: 0, running: 0, oldest: 0 },
  }))
  return [
    ...kinds.map(
      ({ labels, state }): Figure => [
        'kontor_jobs_waiting',
        'gauge',
        'Jobs that wait',
        state.waiting,
        labels,
      ],
    ),
    ...kinds.map(
      ({ labels, state }): Figure => [
        'kontor_jobs_running',
        'gauge',
        'Jobs that are being done',
        state.running,
        labels,
      ],
    ),
    ...kinds.map(
      ({ labels, state }): Figure => [
        'kontor_jobs_oldest_seconds',
        'gauge',
        'How long a job has waited that could begin',
        state.oldest,
        labels,
      ],
    ),
    ...losses.map(
      ({ kind, reason, total }): Figure => [
        'kontor_jobs_lost_total',
        'counter',
        'Jobs given up (failed), not taken on (dropped), or of no use any more (outdated)',
        total,
        `{kind="${kind}",reason="${reason}"}`,
      ],
    ),
    ...breakers
      .list()
      .map(
        ({ service, answers }): Figure => [
          'kontor_push_service_answers',
          'gauge',
          '0 while this node leaves a silent push service alone',
          answers ? 1 : 0,
          `{service="${service}"}`,
        ],
      ),
  ]
}
