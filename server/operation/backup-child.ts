// Program of the child process that makes and verifies a backup.
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { doJobs } from '#server/children/job-loop.ts'
import type { Connection } from '#server/db/connect.ts'
import { endConnection, openConnection } from '#server/db/open.ts'
import { failureInWords, makeFolder } from '#server/make-folder.ts'
import { StartError } from '#server/start-error.ts'
import { countRowsIn, writeBackup } from './backup.ts'
import { verifyBackup } from './restore.ts'
import { dropScratch } from './scratch.ts'

export type Task = {
  connection: Connection
  dataDir: string
  file: string
  passphrase: string | undefined
  unverified: string | undefined
}
/**
 * `problem`: a German sentence with the reason of a failure. `fault`: type of an unexpected error, which is
 * logged.
 */
export type BackupResult =
  | { file: string; bytes: number; rows: number }
  | { problem: string }
  | { fault: string }

/**
 * Pause as a multiple of the time that the database has just worked for the backup, so that requests come first.
 */
const PAUSE_FACTOR = 1

/**
 * Drops scratch databases before the process ends, since they contain a copy of all data. Gives up after the
 * timeout.
 */
const dropScratchInTime = () => Promise.race([dropScratch(), sleep(DROP_TIMEOUT_MS)])
/** In ms; shorter than the timeout of a shutdown. */
const DROP_TIMEOUT_MS = 5_000

await doJobs<Task>(async function* (tasks) {
  for await (const task of tasks) yield await runTask(task)
}, dropScratchInTime)

async function runTask(task: Task): Promise<BackupResult> {
  try {
    return await writeAndVerify(task)
  } catch (error) {
    if (error instanceof StartError) return { problem: error.message }
    console.error(error)
    return { fault: (error as Error).name }
  }
}

async function writeAndVerify(task: Task): Promise<BackupResult> {
  const { file, passphrase, unverified } = task
  requireFolder(dirname(file))
  const client = await openConnection(task.connection, { name: 'kontor backup' })
  try {
    const written = await writeBackup(client, file, { passphrase, rest: PAUSE_FACTOR })
    await endConnection(client)
    // The previous unverified backup is deleted first, because the verification may need its space. It must
    // not be the new file, which may have the same name.
    if (unverified !== undefined && unverified !== file) await rm(unverified, { force: true })
    const result = await verifyBackup(task.dataDir, { file, passphrase }, task.connection)
    if (countRowsIn(result) !== countRowsIn(written))
      return { problem: `„${file}“ hat nicht so viele Zeilen, wie geschrieben wurden.` }
    return { file, bytes: (await stat(file)).size, rows: countRowsIn(result) }
  } finally {
    await endConnection(client)
  }
}

/** Runs in the child process, since a network disk may block. */
function requireFolder(folder: string) {
  try {
    makeFolder(folder, 0o700)
  } catch (cause) {
    throw new StartError(`„${folder}“ lässt sich nicht als Ordner anlegen${failureInWords(cause)}.`, {
      cause,
    })
  }
}
