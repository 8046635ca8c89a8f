// Data of „Betrieb“: the state of all nodes.
import type { OperationOverview, OperationPlot } from '#contract/operation.ts'
import { getPool } from '#server/db/connect.ts'
import type { Serialisable } from '#server/http/serve.ts'
import { readFiguresInTime } from '#server/operation/all-nodes-store.ts'
import { listOpenDemoAccounts } from '#server/operation/demo-accounts.ts'
import { findingsOf, readDiskSpace } from '#server/operation/findings.ts'
import { kindName } from '#server/operation/kind-names.ts'
import { version } from '#server/version.ts'
import {
  countFailures,
  findRecentTotals,
  type LoadInterval,
  listFailures,
  listFinishedJobs,
  listIntervals,
  listNodes,
  type NodeState,
} from './store.ts'
import type { Monitoring } from './watch.ts'

const INTERVAL_MINUTES = 10
const DAY_MINUTES = 1_440
const LATELY_MINUTES = 6
const LIST_LIMITS = { jobs: 12, failures: 20 }

export async function readOperation(watch: Monitoring): Promise<Serialisable<OperationOverview>> {
  const { kontor, failures } = watch
  const { db, config, news, pushOutcomes } = kontor
  // A failure that was just reported must be visible at once.
  await failures.flush()
  const [answer, room, lately, count, stretches, nodes, jobs, met, demo] = await Promise.all([
    readFiguresInTime(kontor),
    readDiskSpace(config.dataDir),
    findRecentTotals(db, LATELY_MINUTES),
    countFailures(db, 24),
    listIntervals(db, INTERVAL_MINUTES),
    listNodes(db),
    listFinishedJobs(db, LIST_LIMITS.jobs),
    listFailures(db, LIST_LIMITS.failures),
    listOpenDemoAccounts(db),
  ])
  const findings = findingsOf({
    known: answer === 'late' ? undefined : answer,
    isLate: answer === 'late',
    isServed: true,
    pool: getPool(db).state,
    isListening: news.isListening,
    lately,
    failures: count,
    room,
    silent: pushOutcomes.services().flatMap(({ service, answers }) => (answers ? [] : [service])),
    hasPlanner: config.planner !== undefined,
    demo,
    isOwnDatabase: config.databaseUrl === undefined,
  })
  return {
    at: new Date(),
    version,
    findings,
    history: historyOf(stretches),
    nodes: nodesOf(nodes, watch),
    jobs: jobs.map(({ kind, failed, finished_at, result }) => ({
      name: kindName(kind),
      failed,
      finished_at,
      says: result.split('\n')[0] ?? '',
    })),
    failures: met,
  }
}

/** All intervals of the day, including empty ones. */
export function historyOf(rows: readonly LoadInterval[], now = Date.now()): OperationOverview['history'] {
  const length = INTERVAL_MINUTES * 60_000
  const last = Math.floor(now / length) * length
  const start = last - (DAY_MINUTES / INTERVAL_MINUTES - 1) * length
  const byTime = new Map(rows.map((stretch) => [stretch.at.getTime(), stretch]))
  const stretches = Array.from({ length: DAY_MINUTES / INTERVAL_MINUTES }, (_, at) =>
    byTime.get(start + at * length),
  )
  const plot = (
    key: string,
    name: string,
    unit: string,
    value: (stretch: LoadInterval) => number | null,
  ): OperationPlot => ({
    key,
    name,
    unit,
    values: stretches.map((stretch) => (stretch ? roundTo4Digits(value(stretch)) : null)),
  })
  return {
    start: new Date(start).toISOString(),
    minutes: INTERVAL_MINUTES,
    plots: [
      plot('requests', 'Anfragen', 'je Minute', ({ requests }) => requests),
      plot('answers', 'Antwortzeit', 'ms', ({ answer_ms }) => answer_ms),
      plot('failed', 'Gescheiterte Anfragen', 'in zehn Minuten', ({ failed }) => failed),
      plot('live', 'Offene Chats', '', ({ live }) => live),
      plot('waiting', 'Wartende Aufträge', '', ({ waiting }) => waiting),
      plot('busy', 'Auslastung', '% eines Kerns', ({ busy }) => busy * 100),
      plot('memory', 'Arbeitsspeicher', 'MB', ({ memory_bytes }) => memory_bytes / 1024 ** 2),
      plot('delay', 'Verzögerung', 'ms', ({ delay_ms }) => delay_ms),
    ],
  }
}

const roundTo4Digits = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)))

/** The answering node is always included, even before its first minute. */
function nodesOf(nodes: NodeState[], { node, kontor }: Monitoring) {
  const here = {
    name: node,
    build: kontor.build,
    started_at: new Date(Date.now() - process.uptime() * 1_000),
    seen_at: new Date(),
    is_running: true,
    memory_bytes: process.memoryUsage.rss(),
    busy: nodes.find(({ name }) => name === node)?.busy ?? 0,
  }
  return [here, ...nodes.filter(({ name }) => name !== node)].map((one) => ({
    ...one,
    is_here: one.name === node,
  }))
}
