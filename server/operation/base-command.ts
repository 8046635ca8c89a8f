import { StartError } from '#server/start-error.ts'
import { writeBase } from './base.ts'
import { withClient, withDatabase } from './database.ts'

/** `kontor base`: a new ground for the archive, beside the running server or without one. */
export async function base(args: string[]) {
  if (args.length > 0) throw new StartError('Der Befehl braucht nichts weiter: npm run kontor -- base')
  const made = await withDatabase(
    (opened) => {
      const { pitrDir, dataDir } = opened.config
      if (pitrDir === undefined) throw new StartError('Bitte nennen Sie das Archiv mit PITR_DIR.')
      return withClient(opened, (client) => writeBase(client, { dataDir, archive: pitrDir }))
    },
    { archives: true },
  )
  console.log(`Eine neue Basissicherung liegt in „${made.file}“ (${Math.ceil(made.bytes / 1024 ** 2)} MB).`)
}
