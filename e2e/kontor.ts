// Starts a server as in production: real port, built browser part, and the demo's company in a database of its own.
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Person } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { startNode, type TestNode } from '#server/testing/app.ts'
import { createSeededDatabase } from '#server/testing/database.ts'

export type RunningKontor = Pick<TestNode, 'app' | 'kontor' | 'as' | 'userId' | 'stop'> & { url: string }

export const builtWeb = join(import.meta.dirname, '../dist/web')

/** `settings` beside the demo's own: a planner, for instance. */
export async function startKontor(settings: Record<string, string> = {}): Promise<RunningKontor> {
  const database = await createSeededDatabase()
  const node = await startNode(database.connection, settings, {
    webFolder: builtWeb,
    limits,
  })
  const url = await node.app.listen({ port: Number(settings['PORT'] ?? 0), host: '127.0.0.1' })
  // The port is known only now. A port chosen in advance might be taken by another test file.
  const { publicUrl } = node.kontor.config
  if (publicUrl) publicUrl.port = new URL(url).port
  return {
    ...node,
    url,
    async stop() {
      await node.stop()
      await database.drop()
    },
  }
}

/** Moves the last proof of somebody’s password back by these hours. */
export async function backdateConfirmation({ kontor }: RunningKontor, { username }: Person, hours: number) {
  await inTransaction(kontor, async (tx) => {
    const { id } = await tx
      .selectFrom('users')
      .where('username', '=', username)
      .select('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('sessions')
      .set({ confirmed_at: sql<Date>`confirmed_at - make_interval(hours => ${hours})` })
      .where('user_id', '=', id)
      .execute()
    changed(tx, aboutUser(id))
  })
}
