// Edits of messages, and reactions to them. Sending and deleting are in `messages-store.ts`.
import { sql } from 'kysely'
import type { Reactors } from '#contract/chat.ts'
import type { ReactionName } from '#contract/words/reactions.ts'
import { hasDeleted, hasInserted } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import type { RoomKey } from './room-key.ts'

/**
 * Marks a message as changed, so that live connections receive it again. With `withReplies` the messages that quote
 * it are marked too, which is needed if its text changed. The room must be locked.
 */
export async function touchMessage(
  tx: Tx,
  { kind, id }: RoomKey,
  messageId: number,
  { withReplies }: { withReplies: boolean },
) {
  await sql`
    with room as (
      update chat_rooms set touches = touches + 1 where kind = ${kind} and id = ${id} returning touches)
    insert into chat_touches (message_id, kind, room_id, number)
    select chat_messages.id, ${kind}, ${id}, touches from chat_messages, room
    where kind = ${kind} and room_id = ${id} and (chat_messages.id = ${messageId} or (${withReplies} and reply_to = ${messageId}))
    on conflict (message_id) do update set number = excluded.number`.execute(tx)
}

/**
 * Replaces the text and stores the former wording. Uses the current time instead of the start of the transaction, so
 * that edits that waited for each other are stored in the right order.
 */
export async function rewordMessage(tx: Tx, messageId: number, content: string) {
  await sql`insert into chat_wordings (message_id, until, content)
    select id, clock_timestamp(), content from chat_messages where id = ${messageId}`.execute(tx)
  await tx
    .updateTable('chat_messages')
    .set({ content, edited_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', messageId)
    .execute()
}

const MAX_WORDINGS = 50

export const listWordings = (db: Database, messageId: number) =>
  db
    .selectFrom('chat_wordings')
    .where('message_id', '=', messageId)
    .select(['until', 'content'])
    .orderBy('until', 'desc')
    .limit(MAX_WORDINGS)
    .execute()

/** Reactions to a message and who reacted, the earliest first. Includes people who have left the room. */
export async function listReactors(db: Database, messageId: number): Promise<Reactors[]> {
  const rows = await db
    .selectFrom('chat_reactions')
    .innerJoin('users', 'users.id', 'chat_reactions.user_id')
    .where('message_id', '=', messageId)
    .select(['reaction', 'users.id', spokenNameColumn('users').as('display_name')])
    .orderBy('chat_reactions.created_at')
    .orderBy('users.id')
    .execute()
  return [...Map.groupBy(rows, ({ reaction }) => reaction)].map(([reaction, people]) => ({
    reaction,
    people: people.map(({ id, display_name }) => ({ id, display_name })),
  }))
}

type Reaction = { message_id: number; user_id: number; reaction: ReactionName }

/** True if the reaction did not exist before. */
export const insertReaction = (tx: Tx, reaction: Reaction) =>
  hasInserted(
    tx
      .insertInto('chat_reactions')
      .values(reaction)
      .onConflict((conflict) => conflict.doNothing()),
  )

/** True if the reaction existed. */
export const deleteReaction = (tx: Tx, { message_id, user_id, reaction }: Reaction) =>
  hasDeleted(
    tx
      .deleteFrom('chat_reactions')
      .where('message_id', '=', message_id)
      .where('user_id', '=', user_id)
      .where('reaction', '=', reaction),
  )
