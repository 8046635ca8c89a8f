// Opens the configured database, whether or not a server is running.
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import { clusterPathsFor } from '#server/db/embedded/cluster-paths.ts'
import { findRunningInstance, startEmbedded } from '#server/db/embedded.ts'
import { type Connection, endConnection, openConnection } from '#server/db/open.ts'
import { explainDatabase } from '#server/explain-start.ts'
import { StartError } from '#server/start-error.ts'

export type OpenDatabase = {
  config: Config
  connection: Connection
  kind: 'external' | 'running' | 'started'
}

/** The parts of the settings needed to connect and to name the database. */
export type DatabaseAccess = { config: { databaseUrl?: string | undefined }; connection: Connection }

/**
 * Only a restore may start with an empty data folder (`mayCreate`); other commands would silently work on a wrong
 * folder. `settings`: for the embedded PostgreSQL, if it is started here.
 */
export async function withDatabase<T>(
  work: (opened: OpenDatabase) => Promise<T>,
  { mayCreate = false, settings = {} }: { mayCreate?: boolean; settings?: Record<string, string> } = {},
): Promise<T> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined) {
    return work({ config, connection: { connectionString: config.databaseUrl }, kind: 'external' })
  }
  const running = await findRunningInstance(config.dataDir)
  if (running) return work({ config, connection: running, kind: 'running' })
  if (!mayCreate && !existsSync(clusterPathsFor(config.dataDir).cluster)) {
    throw new StartError(
      `Im Datenordner „${config.dataDir}“ liegt keine Datenbank. Bitte prüfen Sie DATA_DIR.`,
    )
  }
  const embedded = await startEmbedded(config.dataDir, { settings })
  try {
    return await work({ config, connection: embedded.connection, kind: 'started' })
  } finally {
    await embedded.stop()
  }
}

/** `answerMs`: timeout of a single answer. */
export async function withClient<T>(
  { config, connection }: DatabaseAccess,
  work: (client: pg.Client) => Promise<T>,
  { answerMs = ANSWER_TIMEOUT_MS } = {},
): Promise<T> {
  const opening = { name: 'kontor command', answerMs }
  const client = await openConnection(connection, opening).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  try {
    return await work(client)
  } catch (error) {
    throw isDatabaseGone(error as Error) ? explainDatabase(error, config) : error
  } finally {
    await endConnection(client)
  }
}

/** Ends a command when the database is silent; long, since an index over millions of rows takes minutes. */
const ANSWER_TIMEOUT_MS = 30 * 60_000
