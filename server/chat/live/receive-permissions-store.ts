import { sql } from 'kysely'
import { mustAddFactorCondition } from '#server/auth/rights-store.ts'
import type { Database } from '#server/db/connect.ts'
import type { RoomKey } from '../room-key.ts'
import { isShownCondition } from '../store.ts'

/**
 * For each session, whether it may receive the messages of the room. Sessions are absent if they have ended,
 * or if their owner still has to set up a second factor.
 */
export async function listReceivePermissions(
  db: Database,
  { kind, id }: RoomKey,
  sessions: readonly number[],
  { adminsNeedFactor }: { adminsNeedFactor: boolean },
): Promise<Map<number, boolean>> {
  const mayHear =
    kind === 'groups'
      ? sql`users.is_admin or exists (
          select from groups
          join memberships on memberships.group_id = groups.id and memberships.user_id = users.id
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and memberships.is_effective and ${isShownCondition})`
      : sql`exists (
          select from direct_chats
          where direct_chats.id = ${id} and users.id in (direct_chats.user_low, direct_chats.user_high))`
  const { rows } = await sql<{ session_id: number; may_hear: boolean }>`
    select sessions.id as session_id, ${mayHear} as may_hear
    from sessions join users on users.id = sessions.user_id
    where sessions.id = any(${sessions}::bigint[]) and sessions.expires_at > now() and users.is_active
      and not ${mustAddFactorCondition(adminsNeedFactor)}`.execute(db)
  return new Map(rows.map(({ session_id, may_hear }) => [session_id, may_hear]))
}
