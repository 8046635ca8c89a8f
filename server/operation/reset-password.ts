import { randomBytes } from 'node:crypto'
import { setPassword } from '#server/auth/set-password.ts'
import { findAccount } from '#server/auth/store.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { News } from '#server/live/news.ts'
import { StartError } from '#server/start-error.ts'
import { withDatabase } from './database.ts'

/** Gives a user a new password, printed once; a running server ends that user's sessions at once. */
export async function resetPassword([username]: string[]) {
  if (!username)
    throw new StartError('Bitte nennen Sie den Benutzer: npm run kontor -- password <Benutzername>')
  await withDatabase(async ({ connection }) => {
    await migrate(connection)
    const db = connect(connection, { connections: 1 })
    try {
      const user = await findAccount(db, username)
      if (!user) throw new StartError(`Den Benutzer „${username}“ gibt es nicht.`)
      const password = randomBytes(12).toString('base64url')
      await setPassword({ db, news: new News(connection) }, { userId: user.id, password, by: null })
      console.log(`Neues Passwort für „${user.username}“: ${password}`)
      if (!user.is_active) console.log('Der Benutzer ist deaktiviert und kann sich trotzdem nicht anmelden.')
    } finally {
      await db.destroy()
    }
  })
}
