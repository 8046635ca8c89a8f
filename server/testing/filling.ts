import { type Connection, connect, type Database } from '#server/db/connect.ts'

/** Fills a database however slow the machine is: the product's statements have an end, and this is none of them. */
export async function fill(connection: Connection, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = connect(connection, { connections: 1, statementMs: 0 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
