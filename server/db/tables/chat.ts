// Rooms, messages and push devices.
import type { Generated, GeneratedAlways } from 'kysely'
import type { ChatKind, NoiseLevel } from '#contract/chat.ts'
import type { ReactionName } from '#contract/words/reactions.ts'

export type ChatTables = {
  direct_chats: { id: GeneratedAlways<number>; user_low: number | null; user_high: number | null }
  chat_rooms: {
    kind: ChatKind
    id: number
    visible: boolean | null
    name: string | null
    last_message_id: number | null
    revision: Generated<number>
    touches: Generated<number>
    all_mentioned_at: Date | null
  }
  chat_messages: {
    id: GeneratedAlways<number>
    kind: ChatKind
    room_id: number
    user_id: number | null
    content: string
    image_id: string | null
    client_key: string | null
    created_at: Generated<Date>
    reply_to: number | null
    edited_at: Date | null
    mentions_all: Generated<boolean>
  }
  chat_touches: { message_id: number; kind: ChatKind; room_id: number; number: number }
  chat_message_images: { message_id: number; position: number; image_id: string }
  chat_wordings: { message_id: number; until: Generated<Date>; content: string }
  chat_mentions: { message_id: number; user_id: number; word: string }
  chat_reactions: {
    message_id: number
    user_id: number
    reaction: ReactionName
    created_at: Generated<Date>
  }
  deleted_messages: {
    user_id: number
    client_key: string
    message_id: number
    deleted_at: Generated<Date>
  }
  chat_marks: {
    user_id: number
    kind: ChatKind
    room_id: number
    noise_level: NoiseLevel | null
    read_up_to: Generated<number>
  }
  server_keys: { name: string; public_key: string; private_key: string }
  push_subscriptions: {
    id: GeneratedAlways<number>
    user_id: number
    session_id: number
    endpoint: string
    p256dh: string
    auth: string
    device: Generated<string>
    created_at: Generated<Date>
    delivered_at: Date | null
  }
  push_wishes: {
    user_id: number
    quiet_from: string | null
    quiet_until: string | null
    recorder_duty: Generated<boolean>
    missing_times: Generated<boolean>
    new_document: Generated<boolean>
  }
}
