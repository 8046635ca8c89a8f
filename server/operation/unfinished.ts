// A file that is being written has a random name of its own, and gets its real one when all of it is on the disk: so
// two that are written at once never share one, and what bears a real name is whole.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const UNFINISHED = /\.unfertig(-[0-9a-f]{12})?$/
/** Nobody has written to it for so long, in ms: whoever did has gone. */
const ABANDONED = 3_600_000
const SYNC_BYTES = 2 * 1024 * 1024

const beingWritten = new Set<string>()
process.once('exit', () => {
  for (const path of beingWritten) {
    try {
      rmSync(path, { force: true })
    } catch {
      // Its folder is none, and so nothing was begun.
    }
  }
})

export async function writeWhole(file: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = `${file}.unfertig-${randomBytes(6).toString('hex')}`
  await sweepUnfinished(dirname(file))
  beingWritten.add(unfinished)
  try {
    await write(unfinished)
    await syncPath(unfinished)
    await rename(unfinished, file)
    await syncPath(dirname(file))
  } finally {
    await rm(unfinished, { force: true })
    beingWritten.delete(unfinished)
  }
}

/**
 * Onto the disk as it comes: of a hundred megabytes at once at the end every commit of the database would wait for the
 * last one.
 */
export async function writeAlong(path: string, pieces: AsyncIterable<Uint8Array>) {
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

/** Removes files that a kill or a power cut left unfinished in a folder. */
async function sweepUnfinished(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!UNFINISHED.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile() && Date.now() - found.mtimeMs > ABANDONED)
      await rm(join(folder, name), { force: true })
  }
}

/** Until a folder is on the disk, too, a file in it may have no name after a power cut. */
async function syncPath(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems know no such thing for folders.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}
