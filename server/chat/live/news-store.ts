import { sql } from 'kysely'
import type { ChatMessage } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { mustAddFactor } from '#server/auth/rights-store.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenName, usernameOf } from '#server/db/people.ts'
import type { SaidMessage } from '#server/live/told.ts'
import { shown } from '../messages-store.ts'
import type { RoomKey } from '../room-key.ts'
import { isShown } from '../store.ts'

/** New messages and deletions of a room, read in one snapshot. */
type NewsOfRoom = {
  messages: ChatMessage[]
  /** Counts deletions. */
  revision: number
  /** Differs from an earlier one when anybody's rights have changed. */
  rights: string
}

export async function newsOfRoom(db: Database, { kind, id }: RoomKey, after: number): Promise<NewsOfRoom> {
  const { rows } = await sql<{ revision: number | null; rights: string; messages: SaidMessage[] | null }>`
    select
      (select revision from chat_rooms where kind = ${kind} and id = ${id}) as revision,
      (select count(*) || '/' || coalesce(max(id), 0) from rights_changes) as rights,
      (select json_agg(said) from (
        select chat_messages.id, user_id, ${usernameOf('users')} as username, ${spokenName('users')} as display_name,
          chat_messages.created_at, content, image_id, client_key
        from chat_messages left join users on users.id = user_id
        where kind = ${kind} and room_id = ${id} and chat_messages.id > ${after}
        order by chat_messages.id limit ${messagesAtOnce + 1}) said) as messages`.execute(db)
  const [found] = rows
  return {
    revision: found?.revision ?? 0,
    rights: found?.rights ?? '',
    messages: (found?.messages ?? []).map((message) => shown({ kind, id }, message)),
  }
}

/** Somebody listens to a room with a session. */
export type Hearing = { room: RoomKey; session: number }

/**
 * For each of them whether they may receive messages: undefined where the session has ended, or opens nothing before a
 * second factor is set up.
 */
export async function mayHear(
  db: Database,
  hearings: readonly Hearing[],
  { adminsNeedFactor }: { adminsNeedFactor: boolean },
): Promise<(boolean | undefined)[]> {
  const { rows } = await sql<{ place: number; may: boolean }>`
    select asked.place::int as place, case asked.kind
      when 'groups' then users.is_admin or exists (
        select from groups
        join memberships on memberships.group_id = groups.id and memberships.user_id = users.id
        left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
        where groups.id = asked.id and memberships.is_effective and ${isShown})
      else exists (
        select from direct_chats
        where direct_chats.id = asked.id and users.id in (direct_chats.user_low, direct_chats.user_high))
      end as may
    from unnest(
      ${hearings.map(({ room }) => room.kind)}::text[], ${hearings.map(({ room }) => room.id)}::int[],
      ${hearings.map(({ session }) => session)}::bigint[]) with ordinality as asked (kind, id, session_id, place)
    join sessions on sessions.id = asked.session_id
    join users on users.id = sessions.user_id
    where sessions.expires_at > now() and users.is_active and not ${mustAddFactor(adminsNeedFactor)}`.execute(
    db,
  )
  const may = new Map(rows.map((row) => [row.place, row.may]))
  return hearings.map((_, at) => may.get(at + 1))
}
