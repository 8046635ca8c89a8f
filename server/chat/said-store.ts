import { sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { VERSION } from '#server/live/payloads.ts'
import type { Said } from '#server/live/told.ts'
import type { RoomKey } from './room-key.ts'

export type NewMessage = RoomKey & {
  user_id: number
  content: string
  image_id: string | null
  client_key: string | null
}
/**
 * `known`: it has been sent under the same key before. `refused`: the author may not say anything there. `limited`: the
 * author has said too much lately. `busy`: somebody else holds the room.
 */
export type Outcome =
  | { outcome: 'said' | 'known'; id: number }
  | { outcome: 'refused' | 'limited' | 'busy'; id: null }
type SaidInRoom = Said & { kind: ChatKind; id: number }

type Conditions = {
  /** The node that tells of it. */
  node: string
  /** How much one may say in how many seconds. */
  limit: { most: number; seconds: number }
  /** For a room that somebody else holds. */
  waits: boolean
}

/**
 * Messages in their order, written down with one statement (0065_own_messages_leave_unread.sql): for each its outcome,
 * and for each room what was said in it. The authors are locked before the rooms, as by who removes them. Other nodes
 * have been told.
 */
export async function sayMessages(
  db: Database | Tx,
  said: readonly NewMessage[],
  { node, limit, waits }: Conditions,
): Promise<{ outcomes: Outcome[]; news: SaidInRoom[] }> {
  const authors = said.map((one) => one.user_id)
  const { rows } = await sql<{ outcomes: Outcome[]; news: SaidInRoom[] | null }>`
    -- Counted below: that makes it run, and hold the authors, before anything is said.
    with held as materialized (
      select from users where id = any(${authors}::int[]) order by id for key share)
    select outcomes, news from say_and_leave_unread(
      ${said.map(({ kind }) => kind)}::text[], ${said.map(({ id }) => id)}::int[],
      case when (select count(*) from held) >= 0 then ${authors}::int[] end, ${said.map((one) => one.content)}::text[],
      ${said.map((one) => one.image_id)}::text[], ${said.map((one) => one.client_key)}::text[],
      ${limit.most}, ${limit.seconds}, ${waits}, ${node}, ${VERSION}, null)`.execute(db)
  const [found] = rows
  return { outcomes: found?.outcomes ?? [], news: found?.news ?? [] }
}

/** After so many seconds somebody who has said too much lately may say one thing more. */
export async function secondsUntilFree(
  db: Database,
  userId: number,
  { most, seconds }: { most: number; seconds: number },
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at - now()))::int + ${seconds}::int as seconds
    from chat_messages where user_id = ${userId} order by created_at desc offset ${most - 1} limit 1`.execute(
    db,
  )
  return Math.max(1, rows[0]?.seconds ?? 1)
}
