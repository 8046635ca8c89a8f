// Waits until the database answers, accepts changes and delivers notifications between connections. Progress is
// reported to the caller.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { isDatabaseGone } from './database-gone.ts'
import { CONNECT_MS, type Connection, endConnection, forgetHost, openConnection } from './open.ts'

const RETRY_MS = 500
const ANSWER_MS = 3_000
/** Delay of the first report; later ones follow every minute. */
const FIRST_REPORT_MS = CONNECT_MS
const REPORT_INTERVAL_MS = 60_000
const DISK_FULL_SQLSTATE = '53100'

type Say = (reason: string) => void

/** Throttles reports: the first one after `after` ms, then one per `every` ms. */
export function throttleReports(say: Say, { after = FIRST_REPORT_MS, every = REPORT_INTERVAL_MS } = {}): Say {
  let due = performance.now() + after
  return (reason) => {
    if (performance.now() < due) return
    due = performance.now() + every
    say(reason)
  }
}

/**
 * `prepare` makes the database usable, e.g. by migrating it. If the connection is lost meanwhile, the wait and
 * `prepare` start again. `onWait` gets the reason of each failed attempt.
 */
export async function awaitDatabase(
  connection: Connection,
  onWait: (error: Error) => void,
  prepare: () => Promise<unknown> = async () => {},
) {
  for (;;) {
    try {
      await refuseTransactionPooling(connection)
      await prepare()
      return
    } catch (error) {
      if (!isWorthWaiting(error as Error)) throw error
      onWait(error as Error)
      forgetHost(connection)
      await sleep(RETRY_MS)
    }
  }
}

/** False for errors that waiting does not solve: a wrong name, password or certificate, or a full disk. */
const isWorthWaiting = (error: Error & { code?: string }) =>
  !(error instanceof StartError) && error.code !== DISK_FULL_SQLSTATE && isDatabaseGone(error)

/**
 * A pooler in transaction mode (PgBouncer `pool_mode = transaction`) breaks LISTEN and session locks: news
 * would be lost, and two nodes could do the same work. The test: a notification from one connection must reach
 * the listening one.
 */
export async function refuseTransactionPooling(connection: Connection, patienceMs = ANSWER_MS) {
  const channel = `kontor_start_${randomUUID().replaceAll('-', '')}`
  const opening = { name: 'kontor start', answerMs: ANSWER_MS }
  const listener = await openConnection(connection, opening)
  try {
    const heard = new Promise<boolean>((resolve) => listener.on('notification', () => resolve(true)))
    await listener.query(`listen ${channel}`)
    const sender = await openConnection(connection, opening)
    try {
      await sender.query(`select pg_notify($1, '')`, [channel])
      if (await Promise.race([heard, sleep(patienceMs, false)])) return
    } finally {
      await endConnection(sender)
    }
  } finally {
    await endConnection(listener)
  }
  throw new StartError(
    'Vor der Datenbank steht ein Verteiler für Verbindungen (etwa PgBouncer), der sie nach jeder Transaktion weitergibt. Kontor braucht sie für sich: Bitte dort „pool_mode = session“ einstellen oder DATABASE_URL direkt auf PostgreSQL zeigen lassen.',
  )
}
