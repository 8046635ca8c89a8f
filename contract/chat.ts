import { type Static, Type } from 'typebox'
import { del, get, patch, post, put } from './endpoint.ts'
import {
  BinaryAnswer,
  Body,
  DateTime,
  ExpectedCallerId,
  Id,
  Nullable,
  OneOf,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'
import { imagesTooLargeSentence, maxImagesPerMessage, maxImageUrlLength } from './words/images.ts'
import { maxCountedUnread, maxFilterLength, maxMessageLength, maxQuoteLength } from './words/limits.ts'
import { reactionNames } from './words/reactions.ts'

export const ChatKind = OneOf(['groups', 'direct'], { title: 'ChatKind' })
export type ChatKind = Static<typeof ChatKind>
export const NoiseLevel = OneOf(['alert', 'show', 'mute'], { title: 'NoiseLevel' })
export type NoiseLevel = Static<typeof NoiseLevel>

const NullableText = Nullable(Type.String())
const MessageId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const ChatAuthor = Type.Object(
  {
    /** Null for somebody who has been deleted. */
    user_id: Nullable(Id),
    /** 'Vorname Nachname' or the username. */
    display_name: Type.String(),
  },
  { title: 'ChatAuthor' },
)

export const ChatRoom = Type.Object(
  {
    /** The id of the group for a group's room. */
    id: Id,
    name: Type.String(),
    /** The other person in a direct chat; null when they have been deleted, and for groups. */
    user_id: Nullable(Id),
    unread: Type.Boolean(),
    /** Unread messages; 100 for more than 99. */
    unread_messages: Type.Integer({ minimum: 0, maximum: maxCountedUnread + 1 }),
    /** An unread message mentions the caller, by name or with '@alle'. */
    mentioned: Type.Boolean(),
    noise_level: NoiseLevel,
    /** Always true for direct chats. */
    visible: Type.Boolean(),
    /** True if the group has been deleted. Administrators can still read the room, but nobody can post. */
    is_past: Type.Boolean(),
    last_message: NullableText,
    last_message_at: Nullable(DateTime),
    /** Author of the last message in a group. Null in a direct chat, where only two people write. */
    last_message_by: Nullable(ChatAuthor),
  },
  { title: 'ChatRoom' },
)
export type ChatRoom = Static<typeof ChatRoom>

/** A reaction with its users, the earliest first. */
const ChatReaction = Type.Object(
  { reaction: OneOf(reactionNames, { title: 'Reaction' }), user_ids: Type.Array(Id) },
  { title: 'ChatReaction' },
)

const Reactors = Type.Object(
  {
    reaction: OneOf(reactionNames),
    people: Type.Array(Type.Object({ id: Id, display_name: Type.String() }, { title: 'ChatReactor' })),
  },
  { title: 'ChatReactors' },
)
export type Reactors = Static<typeof Reactors>

/** The message that a reply quotes. */
export const ChatQuote = Type.Object(
  {
    id: MessageId,
    /** Null where it has been deleted. */
    message: Nullable(
      Type.Object(
        {
          /** Null for somebody who has been deleted. */
          user_id: Nullable(Id),
          display_name: Type.String(),
          /** Beginning of the quoted message; empty if it consists of an image only. */
          content: Type.String({ maxLength: maxQuoteLength }),
        },
        { title: 'ChatQuoted' },
      ),
    ),
  },
  { title: 'ChatQuote' },
)
export type ChatQuote = Static<typeof ChatQuote>

export const ChatMessage = Type.Object(
  {
    id: MessageId,
    /** Null for somebody who has been deleted. */
    user_id: Nullable(Id),
    username: Type.String(),
    /** 'Vorname Nachname' or the username. */
    display_name: Type.String(),
    created_at: DateTime,
    content: Type.String(),
    /** Address of the first image on this server, which only members can read. Null without an image. */
    image: NullableText,
    /** Addresses of all images of the message, in order; `image` is the first. */
    images: Type.Array(Type.String()),
    /** Key that the sender's app has chosen. The app uses it to avoid showing its own message twice. */
    client_key: NullableText,
    reply_to: Nullable(ChatQuote),
    /** Time of the last edit; null if the message was never edited. */
    edited_at: Nullable(DateTime),
    reactions: Type.Array(ChatReaction),
    /** Mentioned members. `word` is the name as written in the text, `display_name` the present name. */
    mentions: Type.Array(
      Type.Object(
        { user_id: Id, word: Type.String(), display_name: Type.String() },
        { title: 'ChatMentioned' },
      ),
    ),
    /** True if the text contains '@alle' and an administrator wrote it. */
    mentions_all: Type.Boolean(),
  },
  { title: 'ChatMessage' },
)
export type ChatMessage = Static<typeof ChatMessage>

const ChatPerson = Type.Object(
  { id: Id, username: Type.String(), display_name: Type.String() },
  { title: 'ChatPerson' },
)
export const ChatMeta = Type.Object(
  {
    /** Id of the caller. The other fields are valid for this person only. */
    user_id: Id,
    title: Type.String(),
    users: Type.Array(ChatPerson),
    visible: Type.Boolean(),
    noise_level: NoiseLevel,
    /** Id of the last message that the caller had read when the room was opened; null for none. */
    read_up_to: Nullable(MessageId),
    can: Type.Object({ post: Type.Boolean(), administer: Type.Boolean() }, { title: 'ChatCan' }),
  },
  { title: 'ChatMeta' },
)
export type ChatMeta = Static<typeof ChatMeta>

/** Frames of a room's live connection. */
export type ChatFrame =
  | { type: 'messages'; messages: ChatMessage[] }
  | { type: 'new_message'; message: ChatMessage }
  /** Messages that connected clients have already received and that have changed since. */
  | { type: 'changed_messages'; messages: ChatMessage[] }
  | ({ type: 'meta' } & ChatMeta)

export const ChatMention = Type.Object(
  {
    kind: ChatKind,
    room_id: Id,
    room_name: Type.String(),
    id: MessageId,
    display_name: Type.String(),
    created_at: DateTime,
    content: Type.String(),
  },
  { title: 'ChatMention' },
)
export type ChatMention = Static<typeof ChatMention>

const FoundChatPerson = Type.Object(
  {
    id: Id,
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    username: Type.String(),
  },
  { title: 'ChatFound' },
)

const ChatKindParams = Type.Object({ kind: ChatKind })
const RoomParams = Type.Object({ kind: ChatKind, room_id: Id })
const MessageParams = Type.Object({ kind: ChatKind, room_id: Id, message_id: MessageId })
const ReactionParams = Type.Object({
  kind: ChatKind,
  room_id: Id,
  message_id: MessageId,
  reaction: OneOf(reactionNames),
})

export const chat = {
  rooms: get('/chat/{kind}/', {
    shedFirst: true,
    says: 'Die eigenen Chats, der mit der neuesten Nachricht zuerst',
    may: 'staff',
    offline: true,
    polled: true,
    params: ChatKindParams,
    query: Type.Object({ show_hidden: Type.Boolean({ default: false }) }),
    answer: Type.Array(ChatRoom),
  }),
  mentions: get('/chat/mentions/', {
    says: 'Nachrichten, in denen man mit @ erwähnt ist, die neuesten 100',
    may: 'staff',
    offline: true,
    answer: Type.Array(ChatMention),
  }),
  messages: get('/chat/{kind}/{room_id}/', {
    says: 'Die neuesten 200 Nachrichten, oder die vor einer genannten; danach gelten sie als gelesen',
    may: 'staff',
    live: true,
    params: RoomParams,
    query: Type.Object({ before: Type.Optional(MessageId) }),
    answer: Type.Array(ChatMessage),
  }),
  images: get('/chat/{kind}/{room_id}/images/', {
    says: 'Die neuesten 60 Nachrichten mit Bild, oder die vor einer genannten; die neueste zuerst',
    may: 'staff',
    params: RoomParams,
    query: Type.Object({ before: Type.Optional(MessageId) }),
    answer: Type.Array(ChatMessage),
  }),
  meta: get('/chat/{kind}/{room_id}/meta/', {
    says: 'Titel und Teilnehmer',
    may: 'staff',
    params: RoomParams,
    answer: ChatMeta,
  }),
  send: post('/chat/{kind}/{room_id}/send_message/', {
    says: 'Eine Nachricht senden, auch mit Bildern als data:-Adressen',
    may: 'staff',
    params: RoomParams,
    body: Body({
      message: Type.String({ maxLength: maxMessageLength }),
      image: Type.Optional(Nullable(Type.String({ maxLength: maxImageUrlLength }))),
      /** Further images after `image`. All images of a message together may be as large as a single one. */
      images: Type.Optional(
        Type.Array(Type.String({ maxLength: maxImageUrlLength }), { maxItems: maxImagesPerMessage - 1 }),
      ),
      /** Repeating the call with the same key does not create a second message. */
      client_key: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
      /** Id of the message in the same room that this one replies to. */
      reply_to: Type.Optional(Nullable(MessageId)),
      user_id: ExpectedCallerId,
    }),
    mostBytes: maxImageUrlLength + 64 * 1024,
    tooLarge: imagesTooLargeSentence,
    answer: SuccessAnswerWith({ message_id: MessageId }),
  }),
  remove: del('/chat/{kind}/{room_id}/messages/{message_id}/', {
    says: 'Eine Nachricht löschen: die eigene, als Admin in Gruppen jede',
    may: 'staff',
    params: MessageParams,
    answer: SuccessAnswer,
  }),
  edit: patch('/chat/{kind}/{room_id}/messages/{message_id}/', {
    says: 'Den Text einer eigenen Nachricht ändern, in den ersten 24 Stunden',
    may: 'staff',
    limit: 'message_changes',
    params: MessageParams,
    body: Body({
      message: Type.String({ maxLength: maxMessageLength }),
      user_id: ExpectedCallerId,
    }),
    answer: SuccessAnswer,
  }),
  wordings: get('/chat/{kind}/{room_id}/messages/{message_id}/wordings/', {
    says: 'Die früheren Fassungen einer Nachricht, die neueste zuerst; höchstens 50',
    may: 'staff',
    params: MessageParams,
    answer: Type.Array(Type.Object({ until: DateTime, content: Type.String() }, { title: 'ChatWording' })),
  }),
  reactors: get('/chat/{kind}/{room_id}/messages/{message_id}/reactions/', {
    says: 'Wer auf eine Nachricht reagiert hat',
    may: 'staff',
    params: MessageParams,
    answer: Type.Array(Reactors),
  }),
  react: put('/chat/{kind}/{room_id}/messages/{message_id}/reactions/{reaction}/', {
    says: 'Auf eine Nachricht reagieren',
    may: 'staff',
    limit: 'message_changes',
    params: ReactionParams,
    answer: SuccessAnswer,
  }),
  unreact: del('/chat/{kind}/{room_id}/messages/{message_id}/reactions/{reaction}/', {
    says: 'Eine eigene Reaktion zurücknehmen',
    may: 'staff',
    limit: 'message_changes',
    params: ReactionParams,
    answer: SuccessAnswer,
  }),
  read: post('/chat/{kind}/{room_id}/read/', {
    says: 'Bis zu einer Nachricht gelesen haben',
    may: 'staff',
    params: RoomParams,
    body: Body({
      message_id: MessageId,
      user_id: ExpectedCallerId,
    }),
    answer: SuccessAnswer,
  }),
  settings: patch('/chat/{kind}/{room_id}/settings/', {
    says: 'Wie laut ein Chat sein darf',
    may: 'staff',
    params: RoomParams,
    body: Body({ noise_level: NoiseLevel }),
    answer: SuccessAnswer,
  }),
  adminSettings: patch('/chat/groups/{room_id}/admin_settings/', {
    says: 'Den Chat einer Gruppe zeigen oder verbergen',
    may: 'admin',
    params: Type.Object({ room_id: Id }),
    body: Body({ visible: Type.Boolean() }),
    answer: SuccessAnswer,
  }),
  findPeople: get('/chat/direct/users/', {
    says: 'Personen für einen direkten Chat suchen; die ersten 10',
    may: 'staff',
    limit: 'searches',
    query: Type.Object({ filter: Type.String({ default: '', maxLength: maxFilterLength }) }),
    answer: Type.Object(
      { more: Type.Boolean(), users: Type.Array(FoundChatPerson) },
      { title: 'ChatPeople' },
    ),
  }),
  startDirect: post('/chat/direct/', {
    says: 'Einen direkten Chat beginnen, oder den finden, den es schon gibt',
    may: 'staff',
    body: Body({ user_id: Id }),
    answer: SuccessAnswerWith({ direct_chat_id: Id }),
  }),
  image: get('/chat/{kind}/{room_id}/images/{image_id}/', {
    says: 'Ein Bild aus einem Chat; mit size=small eine kleine Fassung',
    may: 'staff',
    offline: true,
    params: Type.Object({
      kind: ChatKind,
      room_id: Id,
      image_id: Type.String({ pattern: '^[\\w-]{22}$' }),
    }),
    query: Type.Object({ size: OneOf(['full', 'small'], { default: 'full' }) }),
    answer: BinaryAnswer('image/*'),
  }),
}
