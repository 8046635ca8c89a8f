// What it costs PostgreSQL that a commit notifies: each listening connection is woken, and those that notify commit one
// after the other. Beside the same commits without.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from '#measure/figures.ts'
import { median, percentile } from '#measure/statistics.ts'
import { databaseSince, type OwnDatabase, startOwnDatabase } from './own-database.ts'

const LISTENERS = [1, 10, 50, 200]
/** So many commit at the same time, as several nodes do. */
const AT_ONCE = 8
/** As long as the news of a message. */
const PAYLOAD = 'x'.repeat(450)
const PATIENCE_MS = 10_000

type Commits = { us: number; times: number[]; perSecond: number }

export async function notifyCost(commits: number, tell: (line: string) => void): Promise<Figure[]> {
  const own = await startOwnDatabase()
  const open = () => opened(own)
  const writers = await Promise.all(Array.from({ length: AT_ONCE }, open))
  const listeners: pg.Client[] = []
  let heard = 0
  const figures: Figure[] = []
  try {
    await writers[0]?.query('create table told (at timestamptz default now())')
    for (const many of LISTENERS) {
      while (listeners.length < many) {
        const listener = await open()
        listener.on('notification', () => heard++)
        await listener.query('listen told')
        listeners.push(listener)
      }
      const measure = async (statement: string, atOnce: number, each: number) => {
        heard = 0
        const by = writers.slice(0, atOnce)
        const done = await commitAll(own, by, { statement, commits, each, heard: () => heard })
        return done
      }
      const notifies = `insert into told default values returning pg_notify('told', '${PAYLOAD}')`
      await measure(notifies, 1, many)
      const plain = await measure('insert into told default values', 1, 0)
      const told = await measure(notifies, 1, many)
      const plainAtOnce = await measure('insert into told default values', AT_ONCE, 0)
      const toldAtOnce = await measure(notifies, AT_ONCE, many)
      tell(
        `${many} listen: ${plain.us.toFixed(0)} µs without, ${told.us.toFixed(0)} with; ${AT_ONCE} at once ${plainAtOnce.us.toFixed(0)} and ${toldAtOnce.us.toFixed(0)} µs`,
      )
      const n = { n: commits }
      figures.push(
        { figure: `NOTIFY to ${many}: the database`, value: told.us - plain.us, unit: 'µs CPU', ...n },
        { figure: '  the commit', value: median(told.times), unit: 'ms', ...n },
        { figure: '  a commit that does not notify', value: median(plain.times), unit: 'ms', ...n },
        { figure: '  99 of 100', value: percentile(told.times, 0.99), unit: 'ms', ...n },
        {
          figure: `  ${AT_ONCE} at once: the database`,
          value: toldAtOnce.us - plainAtOnce.us,
          unit: 'µs CPU',
          ...n,
        },
        { figure: '  commits', value: toldAtOnce.perSecond, unit: '/s', ...n },
        { figure: '  commits that do not notify', value: plainAtOnce.perSecond, unit: '/s', ...n },
      )
    }
    return figures
  } finally {
    for (const client of [...writers, ...listeners]) await client.end()
    await own.stop()
  }
}

async function opened({ url }: OwnDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Until everybody who listens has heard of everything. */
async function commitAll(
  own: OwnDatabase,
  writers: readonly pg.Client[],
  {
    statement,
    commits,
    each,
    heard,
  }: { statement: string; commits: number; each: number; heard: () => number },
): Promise<Commits> {
  const [before, begin] = [own.cpu(), performance.now()]
  const times: number[] = []
  let left = commits
  await Promise.all(
    writers.map(async (writer) => {
      while (left-- > 0) {
        const from = performance.now()
        await writer.query(statement)
        times.push(performance.now() - from)
      }
    }),
  )
  const ms = performance.now() - begin
  const until = performance.now() + PATIENCE_MS
  while (heard() < each * commits && performance.now() < until) await sleep(5)
  return {
    us: databaseSince(before, own.cpu()) / commits,
    times,
    perSecond: (commits * 1_000) / ms,
  }
}
