// Adapts a restored database. This is the last step of our own restore, and a command to run after a restore by
// PostgreSQL's tools or from a snapshot.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readMigrations } from '#server/db/migrate.ts'
import { explainSchemaRefusal, readSchema } from '#server/db/schema-state.ts'
import { StartError } from '#server/start-error.ts'
import { type DatabaseAccess, withClient, withDatabase } from './database.ts'
import { SECRET_TABLES } from './tables.ts'

export async function cleanUpAfterRestore(args: string[]) {
  if (args.length > 0) throw new StartError('Aufruf: npm run kontor -- after-restore')
  await withDatabase(endSessionsAndJobs)
  console.log(AFTER_RESTORE_SENTENCE)
}

/**
 * Ends the sessions and jobs of a restored database. Refuses a database that is empty, incompatible, or in use by
 * a server.
 */
export function endSessionsAndJobs(opened: DatabaseAccess) {
  return withClient(opened, async (client) => {
    const state = await readSchema(client, await readMigrations())
    if (state.isEmpty) throw new StartError('Die Datenbank ist leer: Hier wurde noch nichts zurückgeholt.')
    const refusal = explainSchemaRefusal(state)
    if (refusal !== undefined) throw new StartError(refusal)
    if (await isInUse(client))
      throw new StartError(
        'An dieser Datenbank arbeitet noch ein Server. Bitte beenden Sie zuerst alle, die sie benutzen.',
      )
    await client.query('begin')
    await resetAfterRestore(client)
    await client.query('commit')
  })
}

/** In ms: PostgreSQL may still list the connections of a server that has just ended. */
const LINGER_MS = 3_000

/** True if a server still uses the database. It caches sessions, and would not notice that they were deleted. */
async function isInUse(client: pg.Client): Promise<boolean> {
  for (const begin = Date.now(); ; await sleep(100)) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and starts_with(application_name, 'kontor')`,
    )
    if (rowCount === 0) return false
    if (Date.now() - begin > LINGER_MS) return true
  }
}

/**
 * A restored database is older than the outside world. Credentials that may have been revoked since must not
 * work. Queued work, above all transmissions of times, must not resume by itself. Revisions continue above all
 * earlier ones, so that the planner does not take new data for repeats.
 */
export async function resetAfterRestore(client: pg.Client) {
  await client.query('delete from jobs')
  // The jobs of these results are deleted, so nothing would ever complete the results.
  await client.query('delete from background_results where result is null')
  // The jobs of these deliveries are deleted. As failed deliveries they can be sent again.
  await client.query(
    `update webhook_deliveries set state = 'failed', problem = $1, once = null where state = 'waiting'`,
    [NOT_SENT_SENTENCE],
  )
  // A backup does not contain these tables, but copied database files do.
  for (const table of SECRET_TABLES) await client.query(`delete from ${table}`)
  // Unfinished backups: the result is unknown, since it may have been recorded after the restored state.
  await client.query('delete from backups where verified_at is null and failed_at is null')
  await client.query(RAISE_REVISIONS)
}

/**
 * The new offset is the number of seconds since 2020, but at least 1,000,000 more than before: a slow clock
 * must not lower revisions.
 */
const RAISE_REVISIONS = `update revisions
  set sent_from = greatest(sent_from + 1000000, extract(epoch from now())::bigint - 1577836800)`

const NOT_SENT_SENTENCE =
  'Kontor wurde auf einem früheren Stand wiederhergestellt, bevor das hinausging. Bitte senden Sie es noch einmal.'

export const AFTER_RESTORE_SENTENCE =
  'Alle müssen sich neu anmelden. Was zu diesem Zeitpunkt wartete, läuft nicht von selbst weiter: Abgleiche und das Senden von Zeiten starten Sie bitte neu.'
