import type pg from 'pg'
import { SECRETS } from './tables.ts'

/**
 * A database that was brought back is older than what the world has seen of it. No secret that may have been revoked
 * since lets anybody in. Nothing that waited in it goes on by itself, least of all a sending of times: whoever wants
 * it says so again. And what is sent from now on counts from where no earlier state has counted, so that the planner
 * takes none of it for a repeat.
 */
export async function beginAnew(client: pg.Client) {
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

export const BEGINS_ANEW =
  'Alle müssen sich neu anmelden. Was zu diesem Zeitpunkt wartete, läuft nicht von selbst weiter: Abgleiche und das Senden von Zeiten starten Sie bitte neu.'
