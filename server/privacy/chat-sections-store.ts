// A person's messages and images.
import { sql } from 'kysely'
import { ownRows, type Scope, type Section } from './section-store.ts'

/** A group's name; in a direct chat the other person's name is left out, since it is their data. */
const roomNameColumn = (
  kind: string,
  id: string,
) => sql`case when ${sql.ref(kind)} = 'direct' then 'Chat zu zweit' else coalesce(
  (select name from groups where groups.id = ${sql.ref(id)}), 'gelöschte Gruppe') end`
const unlessDirect = (scope: Scope, kind: string) =>
  scope === 'own' ? sql`true` : sql`${sql.ref(kind)} <> 'direct'`

/**
 * The image is part of a document, or of a message in a group. An image whose message was deleted does not
 * count: the message may have been one of a direct chat.
 */
const sharedImageCondition = sql`(is_for_docs
  or exists (select from chat_messages where image_id = images.id and kind = 'groups')
  or exists (select from chat_message_images further join chat_messages on chat_messages.id = message_id
    where further.image_id = images.id and kind = 'groups'))`

export const chatSections = [
  {
    name: 'messages',
    title: 'Eigene Nachrichten',
    table: 'chat_messages',
    columns: {
      created_at: 'Wann',
      room: 'Chat',
      content: 'Nachricht',
      reply_to: 'Antwort auf',
      edited_at: 'geändert',
      wordings: 'frühere Fassungen',
      has_image: 'mit Bild',
    },
    rows: ({ id }, scope) => sql`
      select id, created_at, kind, ${roomNameColumn('kind', 'room_id')} as room, content, image_id,
      reply_to, edited_at, mentions_all,
      array(select image_id from chat_message_images where message_id = chat_messages.id order by position)
        as further_image_ids,
      (select string_agg(chat_wordings.content, E'\n\n' order by until)
        from chat_wordings where message_id = chat_messages.id) as wordings,
      image_id is not null as has_image from chat_messages where user_id = ${id} and ${unlessDirect(scope, 'kind')}`,
    order: ['id'],
    forget: async (tx, { id }, { messages }) =>
      messages && tx.deleteFrom('chat_messages').where('user_id', '=', id).execute(),
    counts: { messages: 'rows' },
  },
  {
    name: 'reactions',
    title: 'Eigene Reaktionen auf Nachrichten',
    table: 'chat_reactions',
    columns: { created_at: 'Wann', room: 'Chat', message_id: 'Nachricht', reaction: 'Reaktion' },
    rows: ({ id }, scope) => sql`
      select chat_reactions.created_at, ${roomNameColumn('kind', 'room_id')} as room, message_id, reaction
      from chat_reactions join chat_messages on chat_messages.id = message_id
      where chat_reactions.user_id = ${id} and ${unlessDirect(scope, 'kind')}`,
    order: ['message_id', 'reaction'],
    forget: 'delete',
    counts: { reactions: 'rows' },
  },
  {
    name: 'mentions',
    title: 'Erwähnungen in Nachrichten',
    table: 'chat_mentions',
    columns: { created_at: 'Wann', room: 'Chat', message_id: 'Nachricht', word: 'als' },
    rows: ({ id }, scope) => sql`
      select chat_messages.created_at, ${roomNameColumn('kind', 'room_id')} as room, message_id, word
      from chat_mentions join chat_messages on chat_messages.id = message_id
      where chat_mentions.user_id = ${id} and ${unlessDirect(scope, 'kind')}`,
    order: ['message_id'],
    forget: 'delete',
    counts: { mentions: 'rows' },
  },
  {
    name: 'deleted_messages',
    title: 'Kennungen gelöschter Nachrichten',
    ...ownRows('deleted_messages', sql`deleted_at, client_key, message_id`),
    columns: { deleted_at: 'gelöscht', client_key: 'Kennung' },
    order: ['deleted_at', 'client_key'],
    counts: {},
  },
  {
    name: 'chats',
    title: 'Chats und ihre Einstellungen',
    ...ownRows(
      'chat_marks',
      sql`kind, room_id, ${roomNameColumn('kind', 'room_id')} as room, noise_level, read_up_to`,
    ),
    columns: { room: 'Chat', noise_level: 'Benachrichtigung', read_up_to: 'gelesen bis Nachricht' },
    order: ['kind', 'room_id'],
    counts: { settings: 'rows' },
  },
  {
    name: 'direct_chats',
    title: 'Chats zu zweit',
    table: 'direct_chats',
    columns: { id: 'Nummer' },
    rows: ({ id }) => sql`
      select id from direct_chats where user_low = ${id} or user_high = ${id}`,
    order: ['id'],
    // The chat belongs to the other person, too.
    forget: 'keep',
    counts: {},
  },
  {
    name: 'images',
    title: 'Hochgeladene Bilder',
    table: 'images',
    columns: { created_at: 'Wann', type: 'Art', size: 'Byte', is_for_docs: 'für einen Prozess' },
    rows: ({ id }, scope) => sql`
      select images.id, type, octet_length(bytes) as size, is_for_docs, created_at,
      'data:' || type || ';base64,' || translate(encode(bytes, 'base64'), E'\n', '') as data
      from images where uploaded_by = ${id} and ${scope === 'own' ? sql`true` : sharedImageCondition}`,
    order: ['created_at', 'id'],
    atOnce: 4,
    // Images of chats are deleted only together with the messages. Images of documents belong to the documents.
    forget: async (tx, { id }, { messages }) =>
      messages &&
      tx.deleteFrom('images').where('uploaded_by', '=', id).where('is_for_docs', '=', false).execute(),
    counts: {
      chat_images: ({ id }) => sql`select from images where uploaded_by = ${id} and not is_for_docs`,
      doc_images: ({ id }) => sql`select from images where uploaded_by = ${id} and is_for_docs`,
    },
  },
] as const satisfies readonly Section[]
