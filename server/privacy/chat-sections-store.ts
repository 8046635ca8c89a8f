// What somebody has said and shown, as parts of their data.
import { sql } from 'kysely'
import type { Scope, Section } from './section.ts'

/** A group's by its name; of a chat of two the other one's name is theirs. */
const room = (
  kind: string,
  id: string,
) => sql`case when ${sql.ref(kind)} = 'direct' then 'Chat zu zweit' else coalesce(
  (select name from groups where groups.id = ${sql.ref(id)}), 'gelöschte Gruppe') end`
const unlessDirect = (scope: Scope, kind: string) =>
  scope === 'own' ? sql`true` : sql`${sql.ref(kind)} <> 'direct'`

/**
 * In a process, or in the chat of a group now. Where a message is gone nobody can tell any more whether it was said
 * between two, and its image is kept for a while.
 */
const isSharedWithMany = sql`(is_for_docs
  or exists (select from chat_messages where image_id = images.id and kind = 'groups'))`

export const chatSections: readonly Section[] = [
  {
    name: 'messages',
    title: 'Eigene Nachrichten',
    tables: ['chat_messages'],
    columns: { created_at: 'Wann', room: 'Chat', content: 'Nachricht', has_image: 'mit Bild' },
    rows: (
      { id },
      scope,
    ) => sql`select id, created_at, kind, ${room('kind', 'room_id')} as room, content, image_id,
      image_id is not null as has_image from chat_messages where user_id = ${id} and ${unlessDirect(scope, 'kind')}`,
    order: ['id'],
  },
  {
    name: 'deleted_messages',
    title: 'Kennungen gelöschter Nachrichten',
    tables: ['deleted_messages'],
    columns: { deleted_at: 'gelöscht', client_key: 'Kennung' },
    rows: ({ id }) =>
      sql`select deleted_at, client_key, message_id from deleted_messages where user_id = ${id}`,
    order: ['deleted_at', 'client_key'],
  },
  {
    name: 'chats',
    title: 'Chats und ihre Einstellungen',
    tables: ['chat_marks'],
    columns: { room: 'Chat', noise_level: 'Benachrichtigung', read_up_to: 'gelesen bis Nachricht' },
    rows: ({ id }) => sql`select kind, room_id, ${room('kind', 'room_id')} as room, noise_level, read_up_to
      from chat_marks where user_id = ${id}`,
    order: ['kind', 'room_id'],
  },
  {
    name: 'direct_chats',
    title: 'Chats zu zweit',
    tables: ['direct_chats'],
    columns: { id: 'Nummer' },
    rows: ({ id }) => sql`select id from direct_chats where user_low = ${id} or user_high = ${id}`,
    order: ['id'],
  },
  {
    name: 'images',
    title: 'Hochgeladene Bilder',
    tables: ['images'],
    columns: { created_at: 'Wann', type: 'Art', size: 'Byte', is_for_docs: 'für einen Prozess' },
    rows: ({ id }, scope) => sql`select images.id, type, octet_length(bytes) as size, is_for_docs, created_at,
      'data:' || type || ';base64,' || translate(encode(bytes, 'base64'), E'\n', '') as data
      from images where uploaded_by = ${id} and ${scope === 'own' ? sql`true` : isSharedWithMany}`,
    order: ['created_at', 'id'],
    atOnce: 4,
  },
]
