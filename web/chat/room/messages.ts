// A room's messages in this browser: a gapless stretch of the server's list, up to the newest. The live connection
// sends the newest 200 when it opens and after each deletion, then every new or changed message. Older ones are
// fetched page by page. In whatever order these arrive, the result equals the server's list.
import type { ChatMessage, ChatMeta, ChatQuote } from '#contract/chat.ts'
import { maxMessagesPerAnswer, maxQuoteLength, messageEditableHours } from '#contract/words/limits.ts'

/** The signed-in user. */
export type Me = { id: number; username: string; display_name: string }

const messageDefaults = {
  image: null,
  images: [],
  client_key: null,
  reply_to: null,
  edited_at: null,
  reactions: [],
  mentions: [],
  mentions_all: false,
} satisfies Partial<ChatMessage>

/** A message with defaults: text only, without reactions or mentions. */
export const withMessageDefaults = (
  message: Omit<ChatMessage, keyof typeof messageDefaults> & Partial<ChatMessage>,
): ChatMessage => ({ ...messageDefaults, ...message })

export type MessagesState = {
  list: readonly ChatMessage[]
  /** Own messages that the server has accepted and the live connection has not delivered yet. */
  sent: readonly ChatMessage[]
  /** True if the server has older messages. Undefined until the first list. */
  hasOlder: boolean | undefined
  /** Id of a message. Messages before it may have been deleted unnoticed, so their pages are fetched again. */
  staleBefore: number | undefined
  /** Incremented by every change that makes a page in flight outdated. */
  epoch: number
}

export const emptyMessages: MessagesState = {
  list: [],
  sent: [],
  hasOlder: undefined,
  staleBefore: undefined,
  epoch: 0,
}

export type MessagesAction =
  /** The newest messages: a full page, or all there are. */
  | { type: 'list'; messages: readonly ChatMessage[] }
  | { type: 'new'; message: ChatMessage }
  /** The page before a message; `epoch` when it was requested. */
  | { type: 'older'; before: number; epoch: number; messages: readonly ChatMessage[] }
  | { type: 'sent'; message: ChatMessage }
  /** `MAX_DELIVERY_MS` after 'sent': a message that is still not in the list was deleted. */
  | { type: 'settled'; id: number }
  | { type: 'removed'; id: number }
  /** Messages that were edited or reacted to, or whose quoted message has changed. */
  | { type: 'changed'; messages: readonly ChatMessage[] }

export function reduceMessages(
  state: MessagesState,
  step: MessagesAction,
  atOnce: number = maxMessagesPerAnswer,
): MessagesState {
  switch (step.type) {
    case 'list':
      return withNewest(state, step.messages, atOnce)
    case 'new':
      return withNew(state, step.message)
    case 'older':
      return step.epoch === state.epoch ? withOlder(state, step.before, step.messages, atOnce) : state
    case 'sent':
      // The list already reaches up to this message: it is in the list, in an older page, or deleted.
      return newestId(state) >= step.message.id ? state : { ...state, sent: [...state.sent, step.message] }
    case 'settled':
      return { ...state, sent: state.sent.filter(({ id }) => id !== step.id) }
    case 'removed': {
      const others = ({ id }: ChatMessage) => id !== step.id
      const [list, sent] = [state.list.filter(others), state.sent.filter(others)]
      return { ...state, list, sent, epoch: state.epoch + 1 }
    }
    case 'changed':
      return withChanged(state, step.messages)
    default:
      return step satisfies never
  }
}

function withNewest(state: MessagesState, newest: readonly ChatMessage[], atOnce: number): MessagesState {
  const epoch = state.epoch + 1
  const [first] = newest
  if (newest.length < atOnce || !first)
    return { list: newest, sent: [], hasOlder: false, staleBefore: undefined, epoch }
  // The loaded older messages are dropped if there is a gap between them and the new list.
  const meets = newestId(state) >= first.id
  const older = meets ? state.list.filter(({ id }) => id < first.id) : []
  return {
    list: [...older, ...newest],
    sent: [],
    hasOlder: older.length === 0 || state.hasOlder,
    staleBefore: older.length === 0 ? undefined : first.id,
    epoch,
  }
}

function withNew(state: MessagesState, message: ChatMessage): MessagesState {
  if (state.hasOlder === undefined || newestId(state) >= message.id) return state
  // Messages arrive in the order of their ids: an earlier own one that is not in the list was deleted.
  const sent = state.sent.filter(({ id }) => id > message.id)
  return { ...state, list: [...state.list, message], sent }
}

function withChanged(state: MessagesState, messages: readonly ChatMessage[]): MessagesState {
  const changed = new Map(messages.map((message) => [message.id, message]))
  const list = state.list.map((message) => changed.get(message.id) ?? message)
  const sent = state.sent.map((message) => changed.get(message.id) ?? message)
  // A page in flight may contain the old versions. A new epoch discards it.
  const pagesEnd = state.staleBefore ?? list[0]?.id ?? 0
  const isInPage = messages.some(({ id }) => id < pagesEnd)
  return { ...state, list, sent, epoch: state.epoch + (isInPage ? 1 : 0) }
}

function withOlder(
  state: MessagesState,
  before: number,
  page: readonly ChatMessage[],
  atOnce: number,
): MessagesState {
  const [oldest] = state.list
  const from = page[0]?.id
  if (!oldest || oldest.id > before) return state
  const newer = state.list.filter(({ id }) => id >= before)
  if (page.length < atOnce || from === undefined)
    return { ...state, list: [...page, ...newer], hasOlder: false, staleBefore: undefined }
  const older = state.list.filter(({ id }) => id < from)
  return {
    ...state,
    list: [...older, ...page, ...newer],
    hasOlder: older.length === 0 || state.hasOlder,
    staleBefore: older.length > 0 && state.staleBefore !== undefined ? from : undefined,
  }
}

const newestId = ({ list }: MessagesState) => list.at(-1)?.id ?? 0

/** Upper bound of messages fetched back to the first unread one. */
const MAX_UNREAD_FETCHED = 1_000

/**
 * True if the list reaches back to the message `readUpTo` or to the beginning, or has `most` messages. `readUpTo` 0:
 * nothing was ever read, so reading starts at the end.
 */
export const isLoadedFarEnough = (
  { list, hasOlder }: MessagesState,
  readUpTo: number,
  most = MAX_UNREAD_FETCHED,
): boolean =>
  hasOlder === false ||
  (hasOlder === true && (readUpTo === 0 || list.length >= most || (list[0]?.id ?? 0) <= readUpTo))

export const isEditable = ({ created_at }: ChatMessage) =>
  Date.now() - Date.parse(created_at) < messageEditableHours * 3_600_000

/** The quote shown above a reply to the message. */
export const quoteOf = ({ id, user_id, display_name, content }: ChatMessage): ChatQuote => ({
  id,
  message: { user_id, display_name, content: quoteExcerpt(content) },
})

/** Beginning of a message for a quote, cut by code points like on the server. */
export const quoteExcerpt = (content: string) => Array.from(content).slice(0, maxQuoteLength).join('')

type NamedPerson = { user_id?: number | null; display_name: string }

/** Replaces names in messages and quotes by the present ones, since people may have been renamed. */
export function createNameUpdater(people: ChatMeta['users']) {
  const names = new Map(people.map(({ id, display_name }) => [id, display_name]))
  const withCurrentName = <One extends NamedPerson>(one: One): One => ({
    ...one,
    display_name: names.get(one.user_id ?? 0) ?? one.display_name,
  })
  const isRenamed = (one: NamedPerson) => withCurrentName(one).display_name !== one.display_name
  const inQuote = ({ id, message }: ChatQuote): ChatQuote => ({
    id,
    message: message && withCurrentName(message),
  })
  const inMessage = (message: ChatMessage): ChatMessage =>
    // Unaffected messages keep their identity, so they do not rerender.
    [message, message.reply_to?.message ?? [], message.mentions].flat().some(isRenamed)
      ? {
          ...withCurrentName(message),
          reply_to: message.reply_to && inQuote(message.reply_to),
          mentions: message.mentions.map(withCurrentName),
        }
      : message
  return { inQuote, inMessage }
}

/** The loaded messages and those just accepted by the server, in its order. */
export const storedMessages = ({ list, sent }: MessagesState): readonly ChatMessage[] =>
  sent.length === 0 ? list : [...list, ...sent].sort((a, b) => a.id - b.id)

/**
 * True if `changed` messages affect the list of chats, which shows the newest message and unread mentions of the reader.
 */
export function needsListRefresh(
  state: MessagesState,
  changed: readonly ChatMessage[],
  user_id: number,
): boolean {
  const before = new Map(storedMessages(state).map((message) => [message.id, message]))
  const newest = Math.max(...before.keys())
  const isMentioned = (message: ChatMessage | undefined) =>
    message !== undefined &&
    (message.mentions_all || message.mentions.some((mention) => mention.user_id === user_id))
  return changed.some((message) => {
    const was = before.get(message.id)
    const isNewest = message.id === newest && message.content !== was?.content
    return isNewest || isMentioned(message) !== isMentioned(was)
  })
}

/** `at`: index within the message, since two unsent images may have the same `src`. */
export type ShownImage = { message: ChatMessage; src: string; at: number }

export const imagesOf = (messages: readonly ChatMessage[]): ShownImage[] =>
  messages.flatMap((message) => message.images.map((src, at) => ({ message, src, at })))
