import { sql } from 'kysely'
import type { ChatMention, ChatMessage } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import type { RoomKey } from './room-key.ts'
import { isMemberCondition, isShownCondition } from './store.ts'

/** `word`: the name as written in the text, including the @. */
export type Mention = { user_id: number; word: string }

/**
 * Returns the mentions of users who are still active, and locks these users until the commit. Call before locking a
 * room: rules that delete or anonymise users also lock users before rooms.
 */
export async function lockMentionedForKeyShare(tx: Tx, people: readonly Mention[]): Promise<Mention[]> {
  if (people.length === 0) return []
  const ids = people.map(({ user_id }) => user_id)
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}::int[]) and is_active order by id for key share`.execute(tx)
  const there = new Set(rows.map(({ id }) => id))
  return people.filter(({ user_id }) => there.has(user_id))
}

export async function insertMentions(tx: Tx, message_id: number, people: readonly Mention[]) {
  if (people.length === 0) return
  const rows = people.map((person) => ({ ...person, message_id }))
  await tx.insertInto('chat_mentions').values(rows).execute()
}

/** Minimum interval between two mentions of everybody in a group. */
const ALL_MENTION_INTERVAL_MINUTES = 10

/** False if everybody was mentioned within the minimum interval. */
export async function recordAllMention(tx: Tx, { kind, id }: RoomKey): Promise<boolean> {
  const { rows } = await sql`
    update chat_rooms set all_mentioned_at = now()
    where kind = ${kind} and id = ${id}
      and coalesce(all_mentioned_at, '-infinity') <= now() - make_interval(mins => ${ALL_MENTION_INTERVAL_MINUTES})
    returning id`.execute(tx)
  return rows.length > 0
}

export const setMentionsAll = (tx: Tx, messageId: number, mentions_all: boolean) =>
  tx.updateTable('chat_messages').set({ mentions_all }).where('id', '=', messageId).execute()

export const deleteMentions = (tx: Tx, messageId: number) =>
  tx.deleteFrom('chat_mentions').where('message_id', '=', messageId).execute()

export const listMentionedUsers = (db: Database, messageId: number) =>
  db.selectFrom('chat_mentions').where('message_id', '=', messageId).select(['user_id', 'word']).execute()

/** JSON array of a message's mentions, null if there are none. `messages`: name or alias of `chat_messages`. */
export const mentionsColumn = (messages = 'chat_messages') => sql<ChatMessage['mentions'] | null>`(
  select json_agg(json_build_object('user_id', chat_mentions.user_id, 'word', chat_mentions.word,
    'display_name', ${spokenNameColumn('mentioned')}) order by chat_mentions.user_id)
  from chat_mentions join users mentioned on mentioned.id = chat_mentions.user_id
  where chat_mentions.message_id = ${sql.ref(`${messages}.id`)})`

/**
 * Condition over `messages` (name or alias of `chat_messages`): a message of somebody else mentions the user,
 * by name or with '@alle'.
 */
export const mentionsUserCondition = (userId: unknown, messages: string) => sql<boolean>`(
  ${sql.ref(`${messages}.user_id`)} is distinct from ${userId} and (${sql.ref(`${messages}.mentions_all`)} or exists (
    select from chat_mentions where message_id = ${sql.ref(`${messages}.id`)} and user_id = ${userId})))`

const MAX_MENTIONS = 100

/**
 * Mentions of the caller, newest first, in rooms that the caller belongs to. For an administrator also in rooms of
 * other groups for which they have set a noise level other than 'mute'.
 */
export async function listMentions(db: Database, by: Caller) {
  const { rows } = await sql<
    Omit<ChatMention, 'created_at'> & { created_at: Date; mentions: ChatMessage['mentions'] | null }
  >`
    with heard as (
      select 'groups' as kind, groups.id, groups.name
      from groups left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
      left join chat_marks on chat_marks.user_id = ${by.id}
        and chat_marks.kind = 'groups' and chat_marks.room_id = groups.id
      where ${isShownCondition} and (${isMemberCondition(sql`${by.id}`)}
        or (${by.is_admin} and coalesce(chat_marks.noise_level, 'mute') <> 'mute'))
      union all
      select 'direct', direct_chats.id, ${spokenNameColumn('other')}
      from direct_chats left join users other
        on other.id = case user_low when ${by.id} then user_high else user_low end
      where ${by.id} in (user_low, user_high)),
    spoken as (
      select message_id as id from chat_mentions where user_id = ${by.id}
      union
      select chat_messages.id from heard join chat_messages using (kind)
      where room_id = heard.id and mentions_all and user_id is distinct from ${by.id})
    select heard.kind, heard.id as room_id, heard.name as room_name, chat_messages.id,
      ${spokenNameColumn('author')} as display_name, chat_messages.created_at, content, ${mentionsColumn()} as mentions
    from spoken join chat_messages using (id)
    join heard on heard.kind = chat_messages.kind and heard.id = chat_messages.room_id
    left join users author on author.id = chat_messages.user_id
    order by chat_messages.id desc limit ${MAX_MENTIONS}`.execute(db)
  return rows
}
