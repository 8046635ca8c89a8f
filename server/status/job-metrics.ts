import { jobKinds } from '#server/job-kinds.ts'
import type { Kontor } from '#server/kontor.ts'
import { counter, gauge } from '#server/metrics/metric.ts'
import type { Known } from './known-store.ts'

/** Work beside requests, of all nodes. */
export function jobMetrics({ jobs, losses, syncs }: Known) {
  const none = { waiting: 0, running: 0, retrying: 0, oldest: 0, failing: 0 }
  const kinds = Object.entries(jobKinds).map(([kind, { lane }]) => ({
    labels: { kind, lane },
    state: jobs.find((state) => state.kind === kind) ?? none,
  }))
  const ofKinds = (which: keyof typeof none) =>
    kinds.map(({ labels, state }) => [labels, state[which]] as const)
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

/** Metrics of the push services and of the exports, as this node knows them. */
export function workMetrics({ breakers, exports }: Pick<Kontor, 'breakers' | 'exports'>) {
  const { running, waiting, ended } = exports.state
  return [
    gauge(
      'kontor_push_service_answers',
      '0 while this node leaves a silent push service alone',
      breakers.list().map(({ service, answers }) => [{ service }, answers ? 1 : 0]),
    ),
    counter(
      'kontor_push_deliveries_total',
      'Deliveries by push service (200 at most) and outcome',
      breakers.counts().map(({ service, outcome, count }) => [{ service, outcome }, count]),
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
