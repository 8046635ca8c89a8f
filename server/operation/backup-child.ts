// The program of a child that makes a backup and proves it.
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { doJobs } from '#server/children/job-loop.ts'
import type { Connection } from '#server/db/connect.ts'
import { endConnection, openConnection } from '#server/db/open.ts'
import { makeFolder, whyNotMade } from '#server/make-folder.ts'
import { StartError } from '#server/start-error.ts'
import { rowsOf, writeBackup } from './backup.ts'
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
 * Or a German sentence that says why not; of what nobody expected, which the log has, only what kind of error it was.
 */
export type Answer = { file: string; bytes: number; rows: number } | { problem: string } | { fault: string }

/** The database is left alone for as long as it has worked: what people wait for comes first. */
const REST = 1

/** A copy of everything that people have entered does not stay behind beside the real database. */
const tidy = () => Promise.race([dropScratch(), sleep(MOST_TO_DROP)])
/** In ms: less than whoever stops the server waits. */
const MOST_TO_DROP = 5_000

await doJobs<Task>(async function* (tasks) {
  for await (const task of tasks) yield await answer(task)
}, tidy)

async function answer(task: Task): Promise<Answer> {
  try {
    return await work(task)
  } catch (error) {
    if (error instanceof StartError) return { problem: error.message }
    console.error(error)
    return { fault: (error as Error).name }
  }
}

async function work(task: Task): Promise<Answer> {
  const { file, passphrase, unverified } = task
  requireFolder(dirname(file))
  const client = await openConnection(task.connection, { name: 'kontor backup' })
  try {
    const written = await writeBackup(client, file, { passphrase, rest: REST })
    await endConnection(client)
    // Before the proof, which may want the room that it takes. One of the same second is replaced already.
    if (unverified !== undefined && unverified !== file) await rm(unverified, { force: true })
    const found = await verifyBackup(task.dataDir, { file, passphrase }, task.connection)
    if (rowsOf(found) !== rowsOf(written))
      return { problem: `„${file}“ hat nicht so viele Zeilen, wie geschrieben wurden.` }
    return { file, bytes: (await stat(file)).size, rows: rowsOf(found) }
  } finally {
    await endConnection(client)
  }
}

/** Here, and not in the server: a disk behind a network may let whoever asks wait for long. */
function requireFolder(folder: string) {
  try {
    makeFolder(folder, 0o700)
  } catch (cause) {
    throw new StartError(`„${folder}“ lässt sich nicht als Ordner anlegen${whyNotMade(cause)}.`, { cause })
  }
}
