// What a database needs that was brought back: as the end of our own restore, and as a command after one by PostgreSQL's
// tools, a snapshot of a machine or a provider.
import type pg from 'pg'
import { migrations } from '#server/db/migrate.ts'
import { readSchema, refusalOf } from '#server/db/schema-state.ts'
import { StartError } from '#server/start-error.ts'
import { type Reached, withClient, withDatabase } from './database.ts'
import { SECRETS } from './tables.ts'

export async function afterRestore(args: string[]) {
  if (args.length > 0) throw new StartError('Aufruf: npm run kontor -- after-restore')
  await withDatabase(endSessionsAndJobs)
  console.log(RESET)
}

/** What was ended since the state that was brought back stays ended, as after a restore of ours. */
export function endSessionsAndJobs(opened: Reached) {
  return withClient(opened, async (client) => {
    const state = await readSchema(client, await migrations())
    if (state.isEmpty) throw new StartError('Die Datenbank ist leer: Hier wurde noch nichts zurückgeholt.')
    const refusal = refusalOf(state)
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

/** A server has in memory who is signed in, and would not hear of it. */
async function isInUse(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and starts_with(application_name, 'kontor')`,
  )
  return rowCount !== 0
}

/**
 * A database that was brought back is older than what the world has seen of it. No secret that may have been revoked
 * since lets anybody in. Nothing that waited in it goes on by itself, least of all a sending of times: whoever wants
 * it says so again. And what is sent from now on counts from where no earlier state has counted, so that the planner
 * takes none of it for a repeat.
 */
export async function resetAfterRestore(client: pg.Client) {
  await client.query('delete from jobs')
  // Nobody will write them any more.
  await client.query('delete from background_results where result is null')
  // Their jobs are gone: what would wait for ever is said to have failed, and can be sent again.
  await client.query(
    `update webhook_deliveries set state = 'failed', problem = $1, once = null where state = 'waiting'`,
    [NOT_SENT],
  )
  // A backup has none of them, the files of a database have all.
  for (const table of SECRETS) await client.query(`delete from ${table}`)
  // What was being made at that second may have been proven after it, and is no more known than what came later.
  await client.query('delete from backups where verified_at is null and failed_at is null')
  await client.query(RENEW)
}

/** A clock that is behind must not lead back. */
const RENEW = `update revisions
  set sent_from = greatest(sent_from + 1000000, extract(epoch from now())::bigint - 1577836800)`

const NOT_SENT =
  'Kontor wurde auf einem früheren Stand wiederhergestellt, bevor das hinausging. Bitte senden Sie es noch einmal.'

export const RESET =
  'Alle müssen sich neu anmelden. Was zu diesem Zeitpunkt wartete, läuft nicht von selbst weiter: Abgleiche und das Senden von Zeiten starten Sie bitte neu.'
