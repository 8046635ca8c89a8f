// Looks at the file that a backup was asked for, before anything is done: an older backup gives way, nothing else does.
import { access, constants, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { BEGIN, isBackup } from './backup-file.ts'
import { explainFile, explainNewFile } from './explain-file.ts'

/** Answers when the backup was written that this one will replace. */
export async function lookAtTarget(file: string): Promise<Date | undefined> {
  try {
    // With the dot a file in the folder's place is told as what it is.
    await access(`${dirname(resolve(file))}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw explainNewFile(error, file)
  }
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw explainNewFile(error, file)
  })
  if (!found) return undefined
  if (found.isDirectory())
    throw new StartError(`„${file}“ ist ein Ordner. Bitte nennen Sie auch den Namen der Datei.`)
  if (!found.isFile() || !isBackup(await beginOf(file)))
    throw new StartError(
      `„${file}“ gibt es schon und ist keine Sicherung von Kontor. Bitte nennen Sie eine andere Datei.`,
    )
  return found.mtime
}

async function beginOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: unknown) => {
    throw explainFile(error, file)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGIN), 0, BEGIN, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
