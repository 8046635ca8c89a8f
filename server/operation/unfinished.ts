// Files are written under a random name and renamed once they are flushed: concurrent writers never share one,
// and a file under its real name is complete.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const UNFINISHED = /\.unfertig(-[0-9a-f]{12})?$/
/** In ms: if a file was not written to for longer, its writer is dead. */
const ABANDONED_AGE_MS = 3_600_000
const SYNC_BYTES = 2 * 1024 * 1024

const unfinishedPaths = new Set<string>()
process.once('exit', () => {
  for (const path of unfinishedPaths) {
    try {
      rmSync(path, { force: true })
    } catch {
      // Nothing more can be done while the process ends; `sweepUnfinished` removes the file later.
    }
  }
})

export async function writeAtomically(file: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = `${file}.unfertig-${randomBytes(6).toString('hex')}`
  await sweepUnfinished(dirname(file))
  unfinishedPaths.add(unfinished)
  try {
    await write(unfinished)
    await syncPath(unfinished)
    await rename(unfinished, file)
    await syncPath(dirname(file))
  } finally {
    await rm(unfinished, { force: true })
    unfinishedPaths.delete(unfinished)
  }
}

/** Flushes continuously: flushing a hundred megabytes at the end would stall every commit of the database. */
export async function writeFlushing(path: string, pieces: AsyncIterable<Uint8Array>) {
  const handle = await open(path, 'wx', 0o600)
  try {
    let waiting = 0
    for await (const piece of pieces) {
      await handle.appendFile(piece)
      waiting += piece.length
      if (waiting < SYNC_BYTES) continue
      await handle.datasync()
      waiting = 0
    }
  } finally {
    await handle.close()
  }
}

/** Removes unfinished files left by a kill or power cut. */
async function sweepUnfinished(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!UNFINISHED.test(name)) continue
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats?.isFile() && Date.now() - stats.mtimeMs > ABANDONED_AGE_MS)
      await rm(join(folder, name), { force: true })
  }
}

/** A file's name survives a power cut only after its folder is flushed. */
async function syncPath(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems cannot flush folders.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}
