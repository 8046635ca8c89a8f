// Reads a backup line by line, and explains what is wrong with a file that is no backup or incomplete.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { readMigrations } from '#server/db/migrate.ts'
import { toCurrentMigrationNames } from '#server/db/releases.ts'
import { StartError } from '#server/start-error.ts'
import { type DecryptionFailure, isZstd, Undecryptable } from './backup-file.ts'
import { Head, ROW, TableOrSums } from './backup-lines.ts'
import { decrypt } from './encryption.ts'
import { explainFile } from './explain-file.ts'

export type BackupSource = { file: string; passphrase?: string | undefined }

/**
 * `none`: the file is no backup. With any other problem it is a backup, but it cannot be decrypted, or is
 * incomplete or damaged.
 */
type Problem = DecryptionFailure | 'none' | 'sealed_cut'

const sentences: Record<Problem, string> = {
  none: 'ist keine Sicherung von Kontor.',
  no_passphrase: 'ist verschlüsselt. Bitte nennen Sie die Passphrase mit BACKUP_PASSPHRASE.',
  wrong_passphrase: 'lässt sich mit dieser Passphrase nicht öffnen. Bitte prüfen Sie BACKUP_PASSPHRASE.',
  cut: 'ist keine vollständige Sicherung von Kontor: Das Ende fehlt.',
  // A truncated last chunk of an encrypted file cannot be told from a forged one.
  sealed_cut: 'ist keine vollständige Sicherung von Kontor: Das Ende fehlt oder ist beschädigt.',
  changed: 'ist keine vollständige Sicherung von Kontor: Die Datei wurde beschädigt oder verändert.',
}

export async function* linesOf({ file, passphrase }: BackupSource): AsyncGenerator<string> {
  const text = new TextDecoder()
  const unpacked = createZstdDecompress()
  // First error of the two streams; it can occur between two reads. The error that it causes in the other
  // stream is ignored.
  let reason: unknown
  const packed = Readable.from(requireZstd(decrypt(createReadStream(file), passphrase), file))
  packed.on('error', (error) => {
    reason ??= error
    unpacked.destroy(error)
  })
  unpacked.on('error', (error) => {
    reason ??= error
    packed.destroy()
  })
  packed.pipe(unpacked)
  let rest = ''
  try {
    for await (const piece of unpacked) {
      const lines = (rest + text.decode(piece as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') throw notReadable(file, 'changed')
  } catch (error) {
    throw explain(reason ?? error, file)
  } finally {
    packed.destroy()
  }
}

/** Refuses a file whose first bytes are not those of zstd. */
async function* requireZstd(pieces: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && !isZstd(piece)) throw notReadable(file, 'none')
    isFirst = false
    yield piece
  }
  if (isFirst) throw new StartError(`„${file}“ ist leer und keine Sicherung von Kontor.`)
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error
  if (error instanceof Undecryptable)
    return notReadable(file, error.reason === 'cut' ? 'sealed_cut' : error.reason, error)
  const explained = explainFile(error, file)
  if (explained !== error) return explained
  return notReadable(file, (error as { code?: string }).code === ENDS_EARLY ? 'cut' : 'changed', error)
}

/** zstd's error for a truncated input. */
const ENDS_EARLY = 'Z_BUF_ERROR'

export const notReadable = (file: string, wrong: Problem, cause?: unknown) =>
  new StartError(`„${file}“ ${sentences[wrong]}`, { cause })

/** Reads the head, and translates the names of migrations to their current ones. */
export async function readHead(lines: AsyncGenerator<string>, file: string): Promise<Head> {
  const { value } = await lines.next()
  const head = parse(Head, value as string | undefined, file, 'none')
  const steps = toCurrentMigrationNames(head.migrations)
  if (steps === undefined)
    throw new StartError(
      `„${file}“ stammt aus einer Fassung vor 1.1. Bitte zuerst mit 1.1 wiederherstellen, dann aktualisieren.`,
    )
  const names = (await readMigrations()).map(({ name }) => name)
  if (steps.some((name) => !names.includes(name)))
    throw new StartError(
      `„${file}“ stammt aus einer neueren Fassung von Kontor. Bitte diese zuerst einspielen.`,
    )
  return { ...head, migrations: steps }
}

/** Reads the remaining lines. Refuses a file whose last line has no checksums. */
export async function requireWhole(lines: AsyncGenerator<string>, file: string) {
  let last = ''
  for await (const line of lines) last = line
  const isEnd = !last.startsWith(ROW) && 'sums' in parse(TableOrSums, last, file, 'cut')
  if (!isEnd) throw notReadable(file, 'cut')
}

export function parse<S extends TSchema>(
  shape: S,
  line: string | undefined,
  file: string,
  otherwise: Problem = 'changed',
): Static<S> {
  let read: unknown
  try {
    read = JSON.parse(line ?? '')
  } catch (error) {
    throw notReadable(file, otherwise, error)
  }
  if (!Check(shape, read)) throw notReadable(file, otherwise)
  return read
}
