// Backups of the server: one at a time over all nodes, on a node with a folder for backups. A backup counts only
// after a successful test restore, and older backups are deleted only after that. Of unverified backups only the
// latest is kept, until the next one is written.
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { ChildType } from '#server/children/child-pool.ts'
import { refuse } from '#server/http/errors.ts'
import { FinalError, type JobKind, NotEnabledError, ServerEnds } from '#server/jobs/job-kind.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { StartError } from '#server/start-error.ts'
import type { BackupResult, Task } from './backup-child.ts'
import {
  type BackupKind,
  failAbandoned,
  insertBackup,
  listFiles,
  setFailed,
  setRemoved,
  setVerified,
} from './backup-store.ts'
import { freeNameFor, readName, selectExpired, unverifiedOf } from './retention.ts'

export const BACKUP_JOB_KIND = 'operation.backup'
/** All backup jobs have this key, so that only one is queued or running. */
export const KEY = 'one'
/** A second attempt is made if the node of the first one went down. */
const ATTEMPTS = 2

export const backupJob: JobKind = {
  lane: 'upkeep',
  attempts: ATTEMPTS,
  places: ({ config }) => (config.backupDir === undefined ? 0 : 1),
  async run(kontor, payload, _job, ending) {
    const { config, connection } = kontor
    const folder = config.backupDir as string
    const kind = payload['kind'] === 'by_hand' ? 'by_hand' : 'daily'
    const now = Temporal.Now.zonedDateTimeISO(config.timeZone).toPlainDateTime()
    const file = join(folder, freeNameFor(now, await filesIn(folder)))
    const unverified = await keepLastUnverified(kontor, folder)
    const { backupPassphrase: passphrase, dataDir } = config
    await makeBackup(kontor, kind, { file, unverified, passphrase, connection, dataDir }, ending)
    await removeExpired(kontor, folder)
  },
}

const UNEXPECTED = 'Die Sicherung ist an einem unerwarteten Fehler gescheitert; er steht im Log des Servers.'

/** In its own process with low priority, which ends with the server. */
const backupChild: ChildType = {
  file: join(import.meta.dirname, 'backup-child.ts'),
  flags: [],
  isTrusted: true,
}

async function makeBackup(kontor: Kontor, kind: BackupKind, task: Task, ending: AbortSignal) {
  const { db, config, childPool } = kontor
  const node = hostname()
  await failAbandoned(db)
  const sealed = config.backupPassphrase !== undefined
  const id = await insertBackup(db, { kind, node, file: task.file, sealed })
  try {
    const job = { input: [task], signal: ending, explain: (error: Error) => error }
    const [made] = (await childPool.run(backupChild, job).toArray()) as [BackupResult]
    if ('problem' in made) throw new StartError(made.problem)
    if ('fault' in made) throw new Error(made.fault)
    await setVerified(db, id, { file: made.file, bytes: made.bytes, row_count: made.rows })
  } catch (error) {
    if (ending.aborted) {
      await setFailed(db, id, 'Der Server wurde währenddessen beendet.')
      throw new ServerEnds()
    }
    const isRefused = error instanceof StartError
    await setFailed(db, id, isRefused ? error.message : UNEXPECTED)
    throw isRefused ? new NotEnabledError(error.message) : new FinalError('a backup failed', { cause: error })
  }
}

/**
 * Deletes all unverified backups except the latest, before they fill the disk. Returns the latest, which the next
 * backup replaces.
 */
async function keepLastUnverified(kontor: Kontor, folder: string): Promise<string | undefined> {
  const [last, ...older] = unverifiedOf(await filesIn(folder), await loadOwnBackups(kontor))
  for (const { file } of older) await rm(join(folder, file), { force: true })
  return last && join(folder, last.file)
}

async function removeExpired(kontor: Kontor, folder: string) {
  const { db, config } = kontor
  const now = Temporal.Now.zonedDateTimeISO(config.timeZone).toPlainDateTime()
  const own = await loadOwnBackups(kontor)
  const gone = selectExpired(await filesIn(folder), { keep: config.backupKeep, own, now })
  for (const { file } of gone) await rm(join(folder, file), { force: true })
  // Failed backups are not marked as removed, so that the list still shows them.
  const proven = gone.filter(({ file }) => own.get(file) !== false).map(({ file }) => join(folder, file))
  if (proven.length > 0) await setRemoved(db, proven)
}

/** Empty if the folder is unreadable: writing the backup then fails with the reason. */
const filesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).map(readName).filter((file) => file !== undefined)

const loadOwnBackups = async ({ db }: Kontor) =>
  new Map((await listFiles(db)).map(({ file, isProven }) => [basename(file), isProven]))

/** Does nothing if a backup is already queued or running. */
export async function backUpNow(kontor: Kontor, by: Caller) {
  if (kontor.config.backupDir === undefined) throw refuse('no_backup_dir')
  await inTransaction(kontor, async (tx) => {
    if (!(await insertJob(tx, { kind: BACKUP_JOB_KIND, key: KEY, payload: { kind: 'by_hand' } }))) return
    await audit(tx, by.id, 'backup.start')
    changed(tx, aboutJobs)
  })
}
