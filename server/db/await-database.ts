// Comes back when the database answers and keeps what it promises: changes are taken, and what one connection tells
// another arrives. A database that is not there yet is waited for; whoever waits says so.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { isDatabaseGone } from './database-gone.ts'
import { CONNECT_MS, type Connection, doubtHost, endConnection, openConnection } from './open.ts'

const AGAIN_MS = 500
const ANSWER_MS = 3_000
/** After the first look without an answer it is said what is waited for, and again each minute. */
const PATIENCE_MS = CONNECT_MS
const REPEAT_MS = 60_000
const DISK_FULL = '53100'

type Say = (reason: string) => void

/** Lets somebody say something now and then while something takes its time. */
export function patiently(say: Say, { after = PATIENCE_MS, every = REPEAT_MS } = {}): Say {
  let due = performance.now() + after
  return (reason) => {
    if (performance.now() < due) return
    due = performance.now() + every
    say(reason)
  }
}

/**
 * `prepare` is what has to be done before the database is of use: when it goes away meanwhile, it is waited for
 * again, and that is begun anew. `onWait` is told after each try what it failed for.
 */
export async function awaitDatabase(
  connection: Connection,
  onWait: (error: Error) => void,
  prepare: () => Promise<unknown> = async () => {},
) {
  for (;;) {
    try {
      await requireSessions(connection)
      await prepare()
      return
    } catch (error) {
      if (!isWorthWaiting(error as Error)) throw error
      onWait(error as Error)
      doubtHost(connection)
      await sleep(AGAIN_MS)
    }
  }
}

/** A name, a password, a certificate, a full disk does not become right by waiting. */
const isWorthWaiting = (error: Error & { code?: string }) =>
  !(error instanceof StartError) && error.code !== DISK_FULL && isDatabaseGone(error)

/**
 * A pooler that gives a connection to others between transactions (PgBouncer with `pool_mode = transaction`) loses
 * what we listen for and what we lock: news would not arrive, and two would do the same work. There what one connection
 * tells never reaches the one that listens.
 */
export async function requireSessions(connection: Connection, patienceMs = ANSWER_MS) {
  const channel = `kontor_start_${randomUUID().replaceAll('-', '')}`
  const opening = { name: 'kontor start', answerMs: ANSWER_MS }
  const ear = await openConnection(connection, opening)
  try {
    const heard = new Promise<boolean>((resolve) => ear.on('notification', () => resolve(true)))
    await ear.query(`listen ${channel}`)
    const mouth = await openConnection(connection, opening)
    try {
      await mouth.query(`select pg_notify($1, '')`, [channel])
      if (await Promise.race([heard, sleep(patienceMs, false)])) return
    } finally {
      await endConnection(mouth)
    }
  } finally {
    await endConnection(ear)
  }
  throw new StartError(
    'Vor der Datenbank steht ein Verteiler für Verbindungen (etwa PgBouncer), der sie nach jeder Transaktion weitergibt. Kontor braucht sie für sich: Bitte dort „pool_mode = session“ einstellen oder DATABASE_URL direkt auf PostgreSQL zeigen lassen.',
  )
}
