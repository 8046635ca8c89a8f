// Reads a backup line by line, and says in a sentence what is wrong with a file that is none, or no whole one.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { migrations } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { Head } from './backup-lines.ts'
import { explainFile } from './explain-file.ts'
import { type Broken, Unsealable, unseal } from './seal.ts'

export type From = { file: string; passphrase?: string | undefined }

const broken: Record<Broken, string> = {
  no_passphrase: 'ist verschlüsselt. Bitte nennen Sie die Passphrase mit BACKUP_PASSPHRASE.',
  wrong_passphrase: 'lässt sich mit dieser Passphrase nicht öffnen. Bitte prüfen Sie BACKUP_PASSPHRASE.',
  cut: 'ist keine vollständige Sicherung von Kontor: Das Ende fehlt.',
  changed: 'ist keine vollständige Sicherung von Kontor: Die Datei wurde beschädigt oder verändert.',
}

export async function* linesOf({ file, passphrase }: From): AsyncGenerator<string> {
  const text = new TextDecoder()
  const unpacked = createZstdDecompress()
  // Listened to all the time: what breaks while nobody asks for the next line is told to whoever asks.
  let reason: unknown
  const packed = Readable.from(unseal(createReadStream(file), passphrase))
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
    if (rest !== '') throw notReadable(file)
  } catch (error) {
    throw explain(reason ?? error, file)
  } finally {
    packed.destroy()
  }
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error
  if (error instanceof Unsealable)
    return new StartError(`„${file}“ ${broken[error.reason]}`, { cause: error })
  const known = explainFile(error, file)
  return known === error ? notReadable(file, error) : known
}

export const notReadable = (file: string, cause?: unknown) =>
  new StartError(`„${file}“ ist keine vollständige Sicherung von Kontor.`, { cause })

export async function readHead(lines: AsyncGenerator<string>, file: string): Promise<Head> {
  const { value } = await lines.next()
  const head = parse(Head, value as string | undefined, file)
  const known = (await migrations()).map(({ name }) => name)
  if (head.migrations.some((name) => !known.includes(name))) {
    throw new StartError(
      `„${file}“ stammt aus einer neueren Fassung von Kontor. Bitte diese zuerst einspielen.`,
    )
  }
  return head
}

export function parse<S extends TSchema>(shape: S, line: string | undefined, file: string): Static<S> {
  let read: unknown
  try {
    read = JSON.parse(line ?? '')
  } catch (error) {
    throw notReadable(file, error)
  }
  if (!Check(shape, read)) throw notReadable(file)
  return read
}
