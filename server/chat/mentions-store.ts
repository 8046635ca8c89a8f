import { sql } from 'kysely'
import type { ChatMention, ChatMessage } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import type { Mentions } from './mentions.ts'
import type { RoomKey } from './room-key.ts'
import { isMemberOfGroup, isShown } from './store.ts'

/** All of a group are mentioned once within this. */
const MINUTES_BETWEEN_ALL = 10

/** Stores the mentions of a new message. True if there are any. */
export async function insertMentions(
  tx: Tx,
  { kind, id }: RoomKey,
  messageId: number,
  { people, is_all }: Mentions,
): Promise<boolean> {
  await insertPeople(tx, messageId, people)
  if (!is_all) return people.length > 0
  const { rows } = await sql`
    update chat_messages set mentions_all = true
    where id = ${messageId} and not exists (
      select from chat_messages other
      where other.kind = ${kind} and other.room_id = ${id} and other.mentions_all
        and other.created_at > now() - make_interval(mins => ${MINUTES_BETWEEN_ALL}))
    returning id`.execute(tx)
  return people.length > 0 || rows.length > 0
}

/** Replaces the mentions after an edit, which alerts nobody: an edit can remove '@alle', and not add it. */
export async function replaceMentions(tx: Tx, messageId: number, { people, is_all }: Mentions) {
  await tx.deleteFrom('chat_mentions').where('message_id', '=', messageId).execute()
  await insertPeople(tx, messageId, people)
  if (!is_all)
    await tx.updateTable('chat_messages').set({ mentions_all: false }).where('id', '=', messageId).execute()
}

async function insertPeople(tx: Tx, message_id: number, people: Mentions['people']) {
  if (people.length === 0) return
  const rows = people.map((person) => ({ ...person, message_id }))
  await tx.insertInto('chat_mentions').values(rows).execute()
}

export const listMentioned = (db: Database, messageId: number) =>
  db.selectFrom('chat_mentions').where('message_id', '=', messageId).select(['user_id', 'word']).execute()

/** For a query over `chat_messages`. */
export const mentionsOf = sql<ChatMessage['mentions'] | null>`(
  select json_agg(json_build_object('user_id', chat_mentions.user_id, 'word', chat_mentions.word,
    'display_name', ${spokenName('mentioned')}) order by chat_mentions.user_id)
  from chat_mentions join users mentioned on mentioned.id = chat_mentions.user_id
  where chat_mentions.message_id = chat_messages.id)`

/** True if a message of others mentions somebody, by name or with all. For a query over `messages`. */
export const mentionsUser = (userId: unknown, messages: string) => sql<boolean>`(
  ${sql.ref(`${messages}.user_id`)} is distinct from ${userId} and (${sql.ref(`${messages}.mentions_all`)} or exists (
    select from chat_mentions where message_id = ${sql.ref(`${messages}.id`)} and user_id = ${userId})))`

const MOST = 100

/** Mentions in the caller's own rooms, the newest first. */
export async function listMentions(db: Database, by: Caller): Promise<ChatMention[]> {
  const { rows } = await sql<Omit<ChatMention, 'created_at'> & { created_at: Date }>`
    with own as (
      select 'groups' as kind, groups.id, groups.name
      from groups left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
      where ${isMemberOfGroup(sql`${by.id}`)} and ${isShown}
      union all
      select 'direct', direct_chats.id, ${spokenName('other')}
      from direct_chats left join users other
        on other.id = case user_low when ${by.id} then user_high else user_low end
      where ${by.id} in (user_low, user_high)),
    spoken as (
      select message_id as id from chat_mentions where user_id = ${by.id}
      union
      select chat_messages.id from own join chat_messages using (kind)
      where room_id = own.id and mentions_all and user_id is distinct from ${by.id})
    select own.kind, own.id as room_id, own.name as room_name, chat_messages.id,
      ${spokenName('author')} as display_name, chat_messages.created_at, left(content, 300) as content
    from spoken join chat_messages using (id)
    join own on own.kind = chat_messages.kind and own.id = chat_messages.room_id
    left join users author on author.id = chat_messages.user_id
    order by chat_messages.id desc limit ${MOST}`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
