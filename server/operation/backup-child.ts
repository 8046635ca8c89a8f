// The process that makes a backup and proves it. It is told once what to do, answers once, and ends.
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#server/db/connect.ts'
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
  unproven: string | undefined
}
/**
 * Or a German sentence that says why not; of what nobody expected, which the log has, only what kind of error it was.
 */
export type Answer = { file: string; bytes: number; rows: number } | { problem: string } | { fault: string }

/** The database is left alone for as long as it has worked: what people wait for comes first. */
const REST = 1

// The server has gone, or wants us to.
process.on('disconnect', () => void end(1))
process.on('SIGTERM', () => void end(143))
process.once('message', (task: Task) => void answer(task))

/** A copy of everything that people have entered does not stay behind beside the real database. */
async function end(code: number) {
  await Promise.race([dropScratch(), sleep(MOST_TO_DROP)])
  process.exit(code)
}
/** In ms: less than whoever stops the server waits. */
const MOST_TO_DROP = 5_000

async function answer(task: Task) {
  const told = await work(task).catch((error: unknown): Answer => {
    if (error instanceof StartError) return { problem: error.message }
    console.error(error)
    return { fault: (error as Error).name }
  })
  process.send?.(told)
}

async function work(task: Task): Promise<Answer> {
  const { file, passphrase, unproven } = task
  requireFolder(dirname(file))
  const client = new pg.Client(task.connection)
  // A connection that breaks is told by the statement that fails.
  client.on('error', () => {})
  await client.connect()
  try {
    const written = await writeBackup(client, file, { passphrase, rest: REST })
    await client.end()
    // Before the proof, which may want the room that it takes. One of the same second is replaced already.
    if (unproven !== undefined && unproven !== file) await rm(unproven, { force: true })
    const found = await verifyBackup(task.dataDir, { file, passphrase }, task.connection)
    if (rowsOf(found) !== rowsOf(written))
      return { problem: `„${file}“ hat nicht so viele Zeilen, wie geschrieben wurden.` }
    return { file, bytes: (await stat(file)).size, rows: rowsOf(found) }
  } finally {
    await client.end().catch(() => {})
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
