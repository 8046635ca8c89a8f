import { type Connection, connect, type Database } from '#server/db/connect.ts'

/** Without a statement timeout: on a slow machine filling takes longer than a request may. */
export async function fillDatabase(
  connection: Connection,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const db = connect(connection, { connections: 1, statementMs: 0 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
