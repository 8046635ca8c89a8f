// R15: from the moment in which a job is to be put until it runs, its commit to the disk included; beside LISTEN/NOTIFY
// there and back. On the database of a server, by a second node that knows one more kind of jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from '#measure/figures.ts'
import { percentile } from '#measure/statistics.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { insertJob } from '#server/jobs/store.ts'
import { Worker } from '#server/jobs/worker.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { startNode } from '#server/testing/app.ts'
import type { Product } from './product.ts'
import type { Effort } from './read-ratio.ts'

const KIND = 'bench.start'
const GOAL_MS = 15
/** Between two of them, in ms: each finds a quiet server. */
const PAUSE = 5

export async function jobStart({ database }: Product, { pairs }: Effort): Promise<Figure[]> {
  const { user, host, database: name } = database
  const connectionString = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
  const node = await startNode({ connectionString })
  const { served } = node
  await node.worker.stop()
  let begun = Promise.withResolvers<number>()
  const worker = new Worker(
    served,
    {
      ...jobKinds,
      [KIND]: { lane: 'planner', attempts: 1, run: async () => begun.resolve(performance.now()) },
    },
    (error) => begun.reject(error),
  )
  worker.start()
  const [listener, speaker] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  try {
    await Promise.all([listener.connect(), speaker.connect()])
    await listener.query('listen bench_there')
    let heard = Promise.withResolvers<number>()
    listener.on('notification', () => heard.resolve(performance.now()))
    const job = async () => {
      begun = Promise.withResolvers()
      const put = performance.now()
      await inTransaction(served, async (tx) => {
        await insertJob(tx, { kind: KIND, payload: {} })
        changed(tx, aboutJobs)
      })
      return (await begun.promise) - put
    }
    const roundTrip = async () => {
      heard = Promise.withResolvers()
      const said = performance.now()
      await speaker.query(`select pg_notify('bench_there', '')`)
      return (await heard.promise) - said
    }
    const [jobs, trips]: [number[], number[]] = [[], []]
    const rounds = 100 * pairs
    for (let round = -100; round < rounds; round++) {
      const [one, other] = [await job(), await roundTrip()]
      await sleep(PAUSE)
      if (round < 0) continue
      jobs.push(one)
      trips.push(other)
    }
    const of = (share: number) => {
      const [value, baseline] = [percentile(jobs, share), percentile(trips, share)]
      return { value, baseline, ratio: value / baseline, unit: 'ms', n: rounds }
    }
    return [
      {
        figure: 'R15 job put until it runs, p99',
        value: of(0.99).value,
        unit: 'ms',
        n: rounds,
        goal: GOAL_MS,
      },
      { figure: 'R15 the same to LISTEN/NOTIFY, p99', ...of(0.99) },
      { figure: 'R15 the same to LISTEN/NOTIFY, half of them', ...of(0.5) },
    ]
  } finally {
    await worker.stop()
    await Promise.all([listener.end(), speaker.end()])
    await node.stop()
  }
}
