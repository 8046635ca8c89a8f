// After a restore by somebody else than us: PostgreSQL's own tools, a snapshot of a machine, a provider.
import type pg from 'pg'
import { migrations } from '#server/db/migrate.ts'
import { readSchema, refusalOf } from '#server/db/schema-state.ts'
import { StartError } from '#server/start-error.ts'
import { BEGINS_ANEW, beginAnew } from './begin-anew.ts'
import { type Reached, withClient, withDatabase } from './database.ts'

export async function afterRestore(args: string[]) {
  if (args.length > 0) throw new StartError('Aufruf: npm run kontor -- after-restore')
  await withDatabase(endSessionsAndJobs)
  console.log(BEGINS_ANEW)
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
    await beginAnew(client)
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
