import { randomBytes } from 'node:crypto'
import { deleteFactors } from '#server/auth/second-factor/delete-factors.ts'
import { setPassword } from '#server/auth/set-password.ts'
import { findAccount } from '#server/auth/store.ts'
import { connect } from '#server/db/connect.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { explainSchemaRefusal, readSchema } from '#server/db/schema-state.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction, News } from '#server/live/news.ts'
import { StartError } from '#server/start-error.ts'
import { type OpenDatabase, withClient, withDatabase } from './database.ts'

/**
 * For commands that change users. Refuses a database whose schema is older than this release or incompatible
 * with it, since the server that uses it follows other rules.
 */
export const withUserDatabase = (work: (kontor: Pick<Kontor, 'db' | 'news'>) => Promise<void>) =>
  withDatabase(async (opened) => {
    await requireSameSchema(opened)
    const db = connect(opened.connection, { connections: 1 })
    try {
      await work({ db, news: new News(opened.connection) })
    } finally {
      await db.destroy()
    }
  })

export async function requireSameSchema(opened: Pick<OpenDatabase, 'config' | 'connection'>) {
  const state = await withClient(opened, async (client) => readSchema(client, await readMigrations()))
  if (state.isEmpty) throw new StartError('Die Datenbank ist leer: Bitte starten Sie Kontor erst einmal.')
  const refusal = explainSchemaRefusal(state)
  if (refusal !== undefined) throw new StartError(refusal)
  if (state.missing.length > 0)
    throw new StartError(
      'Die Datenbank ist noch nicht so weit wie diese Fassung. Bitte starten Sie diese erst, oder rufen Sie den Befehl in dem Ordner auf, aus dem der Server läuft.',
    )
}

const WITHOUT_FACTORS_FLAG = '--without-factors'

/**
 * Sets a new password and prints it once; a running server ends the sessions of the user at once. With the
 * option, passkeys and codes are removed, too, for an administrator who has lost everything.
 */
export async function resetPassword(args: string[]) {
  const [username, ...rest] = args.filter((argument) => argument !== WITHOUT_FACTORS_FLAG)
  if (!username || username.startsWith('--') || rest.length > 0)
    throw new StartError(
      `Bitte nennen Sie den Benutzer: npm run kontor -- password <Benutzername> [${WITHOUT_FACTORS_FLAG}]`,
    )
  await withUserDatabase(async (kontor) => {
    const user = await findAccount(kontor.db, username)
    if (!user) throw new StartError(`Den Benutzer „${username}“ gibt es nicht.`)
    const password = randomBytes(12).toString('base64url')
    await setPassword(kontor, { userId: user.id, password, by: null, isGiven: true })
    console.log(`Neues Passwort für „${user.username}“: ${password}`)
    if (args.includes(WITHOUT_FACTORS_FLAG)) {
      const hadSome = await inTransaction(kontor, (tx) => deleteFactors(tx, null, user.id))
      console.log(
        hadSome ? 'Passkeys und Einmalcodes sind entfernt.' : 'Passkeys oder Einmalcodes gab es nicht.',
      )
    }
    if (!user.is_active) console.log('Der Benutzer ist deaktiviert und kann sich trotzdem nicht anmelden.')
  })
}
