import { sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import type { Tx } from '#server/db/connect.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { insertJobAhead } from '#server/jobs/store.ts'
import { inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { spokenName } from '#server/users/display-name.ts'
import { isMemberOfGroup, isShown } from './rooms.ts'

/**
 * Tells the devices of those who want to be alerted of a room. It waits a moment: who is looking at the room has read
 * the message by then, and hears nothing.
 */
export const PUSH_MESSAGE = 'chat.push'
/** In seconds. */
const A_MOMENT = 3
const A_DAY = 24 * 3_600

/** Much that is said in a moment is one sound. */
export async function pushLater(tx: Tx, message: { kind: ChatKind; room_id: number; message_id: number }) {
  const moment = Math.floor(Date.now() / (A_MOMENT * 1_000))
  const key = `${message.kind}/${message.room_id}/${moment}`
  await insertJobAhead(tx, { kind: PUSH_MESSAGE, key, payload: message, seconds: A_MOMENT, lifetime: A_DAY })
}

export const pushMessageJob: JobKind = {
  lane: 'alerts',
  attempts: 3,
  async run(kontor, { kind, room_id, message_id }) {
    const room = { kind: kind as ChatKind, id: room_id as number }
    await inTransaction(kontor, async (tx) => {
      const message = await findNewest(tx, room, message_id as number)
      if (!message) return
      const { title, userIds } = await listToTell(tx, room, message.id)
      const body = room.kind === 'direct' ? message.text : `${message.author}: ${message.text}`
      const notification = {
        title: room.kind === 'direct' ? message.author : title,
        body,
        path: `/ui/chat/${room.kind}/${room.id}`,
        tag: `chat-${room.kind}-${room.id}`,
      }
      const said = { kind: room.kind, room_id: room.id, message_id: message.id }
      await notify(tx, kontor, userIds, notification, { said })
    })
  },
}

/** The newest of what was said from that message on; none where all of it was deleted. */
function findNewest(tx: Tx, { kind, id }: { kind: ChatKind; id: number }, from: number) {
  return tx
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where('chat_messages.kind', '=', kind)
    .where('chat_messages.room_id', '=', id)
    .where('chat_messages.id', '>=', from)
    .select([
      'chat_messages.id',
      spokenName('users').as('author'),
      sql<string>`case when content = '' then 'Bild' else left(content, 300) end`.as('text'),
    ])
    .orderBy('chat_messages.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Members and listening administrators who want an alert, did not write it, and have not read it yet. */
async function listToTell(tx: Tx, { kind, id }: { kind: ChatKind; id: number }, messageId: number) {
  const people =
    kind === 'groups'
      ? sql`select groups.name as title, memberships.user_id, 'show' as usual
          from groups join memberships on memberships.group_id = groups.id and memberships.is_effective
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and ${isShown}
          union
          select groups.name, users.id, 'mute'
          from groups join chat_marks on chat_marks.kind = 'groups' and chat_marks.room_id = groups.id
          join users on users.id = chat_marks.user_id and users.is_admin
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and ${isShown} and not ${isMemberOfGroup(sql`users.id`)}`
      : sql`select '' as title, unnest(array[user_low, user_high]) as user_id, 'alert' as usual
          from direct_chats where id = ${id}`
  const { rows } = await sql<{ title: string; user_id: number }>`
    select people.title, people.user_id from (${people}) people
    join users on users.id = people.user_id and users.is_active
    join chat_messages on chat_messages.id = ${messageId}
    left join chat_marks on chat_marks.user_id = people.user_id
      and chat_marks.kind = ${kind} and chat_marks.room_id = ${id}
    where coalesce(chat_marks.noise_level, people.usual) = 'alert'
      and people.user_id is distinct from chat_messages.user_id
      and coalesce(chat_marks.read_up_to, 0) < ${messageId}`.execute(tx)
  return { title: rows[0]?.title ?? '', userIds: rows.map(({ user_id }) => user_id) }
}
