// A room's messages as known here: one stretch of the server's list without a gap, in its order, up to the newest.
// The live connection gives the newest 200 when it opens and after each deletion, and then every new message and every
// change of one; older ones are asked for page by page. Whatever the order in which all that arrives, it ends like the server's list.
import type { ChatMessage, ChatMeta, ChatQuote } from '#contract/chat.ts'
import { editableHours, longestQuote, messagesAtOnce } from '#contract/words/limits.ts'

/** The person who looks at the room. */
export type Me = { id: number; username: string; display_name: string }

const plain = {
  image: null,
  images: [],
  client_key: null,
  reply_to: null,
  edited_at: null,
  reactions: [],
  mentions: [],
  mentions_all: false,
} satisfies Partial<ChatMessage>

/** A message of words alone, except what is given. */
export const plainMessage = (
  message: Omit<ChatMessage, keyof typeof plain> & Partial<ChatMessage>,
): ChatMessage => ({ ...plain, ...message })

export type Messages = {
  list: readonly ChatMessage[]
  /** Our own that the server has taken and the live connection has not brought yet. */
  sent: readonly ChatMessage[]
  /** Undefined until the first list. */
  hasOlder: boolean | undefined
  /**
   * Something may have been deleted before this one that we did not hear of: the pages before it are asked for anew.
   */
  staleBefore: number | undefined
  /** Counts what makes a page outdated that is still under way. */
  epoch: number
}

export const nothing: Messages = {
  list: [],
  sent: [],
  hasOlder: undefined,
  staleBefore: undefined,
  epoch: 0,
}

export type Step =
  /** The newest, all of them or as many as are given at once. */
  | { type: 'list'; messages: readonly ChatMessage[] }
  | { type: 'new'; message: ChatMessage }
  /** The page before a message, asked for in an epoch. */
  | { type: 'older'; before: number; epoch: number; messages: readonly ChatMessage[] }
  | { type: 'sent'; message: ChatMessage }
  /** The server took it a while ago: if it is not in the list by now, somebody has deleted it. */
  | { type: 'settled'; id: number }
  | { type: 'removed'; id: number }
  /** Worded anew, reacted to, or the one that they quote was. */
  | { type: 'changed'; messages: readonly ChatMessage[] }

export function step(state: Messages, step: Step, atOnce: number = messagesAtOnce): Messages {
  switch (step.type) {
    case 'list':
      return withNewest(state, step.messages, atOnce)
    case 'new':
      return withNew(state, step.message)
    case 'older':
      return step.epoch === state.epoch ? withOlder(state, step.before, step.messages, atOnce) : state
    case 'sent':
      // Up to its end the list knows better: what is not in it is further back, or deleted.
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

function withNewest(state: Messages, newest: readonly ChatMessage[], atOnce: number): Messages {
  const epoch = state.epoch + 1
  const [first] = newest
  if (newest.length < atOnce || !first)
    return { list: newest, sent: [], hasOlder: false, staleBefore: undefined, epoch }
  // Older ones stay if nothing can be missing in between.
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

function withNew(state: Messages, message: ChatMessage): Messages {
  if (state.hasOlder === undefined || newestId(state) >= message.id) return state
  // They come in the order of their ids: what we sent before and is not in the list by now has been deleted.
  const sent = state.sent.filter(({ id }) => id > message.id)
  return { ...state, list: [...state.list, message], sent }
}

function withChanged(state: Messages, messages: readonly ChatMessage[]): Messages {
  const changed = new Map(messages.map((message) => [message.id, message]))
  const list = state.list.map((message) => changed.get(message.id) ?? message)
  const sent = state.sent.map((message) => changed.get(message.id) ?? message)
  // A page that is under way may have them as they were.
  const pagesEnd = state.staleBefore ?? list[0]?.id ?? 0
  const isInPage = messages.some(({ id }) => id < pagesEnd)
  return { ...state, list, sent, epoch: state.epoch + (isInPage ? 1 : 0) }
}

function withOlder(state: Messages, before: number, page: readonly ChatMessage[], atOnce: number): Messages {
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

const newestId = ({ list }: Messages) => list.at(-1)?.id ?? 0

/** Most messages to fetch back to where somebody left off; if they missed more, they begin with these. */
const MOST_MISSED = 1_000

/** True once it is known where the new ones begin. 0, nothing ever read: they begin at the end. */
export const reachesBackTo = ({ list, hasOlder }: Messages, readUpTo: number, most = MOST_MISSED): boolean =>
  hasOlder === false ||
  (hasOlder === true && (readUpTo === 0 || list.length >= most || (list[0]?.id ?? 0) <= readUpTo))

/** Old ones stay as they are. */
export const isEditable = ({ created_at }: ChatMessage) =>
  Date.now() - Date.parse(created_at) < editableHours * 3_600_000

/** Shown above an answer to the message. */
export const quoteOf = ({ id, user_id, display_name, content }: ChatMessage): ChatQuote => ({
  id,
  message: { user_id, display_name, content: beginningOf(content) },
})

/** As much of a message as a quote shows. In code points, as the server counts. */
export const beginningOf = (content: string) => Array.from(content).slice(0, longestQuote).join('')

type Named = { user_id?: number | null; display_name: string }

/** Gives people of the room their names of today: they may have been renamed since a message was read or quoted. */
export function namesOf(people: ChatMeta['users']) {
  const names = new Map(people.map(({ id, display_name }) => [id, display_name]))
  const named = <One extends Named>(one: One): One => ({
    ...one,
    display_name: names.get(one.user_id ?? 0) ?? one.display_name,
  })
  const isRenamed = (one: Named) => named(one).display_name !== one.display_name
  const inQuote = ({ id, message }: ChatQuote): ChatQuote => ({ id, message: message && named(message) })
  const inMessage = (message: ChatMessage): ChatMessage =>
    // Others stay the same objects, and are not drawn again.
    [message, message.reply_to?.message ?? [], message.mentions].flat().some(isRenamed)
      ? {
          ...named(message),
          reply_to: message.reply_to && inQuote(message.reply_to),
          mentions: message.mentions.map(named),
        }
      : message
  return { inQuote, inMessage }
}

/** Everything that the server has, in its order. */
export const known = ({ list, sent }: Messages): readonly ChatMessage[] =>
  sent.length === 0 ? list : [...list, ...sent].sort((a, b) => a.id - b.id)

/**
 * A list of chats shows the newest message, and whether an unread one mentions its reader: whether `changed` messages are
 * news for it.
 */
export function changesLists(state: Messages, changed: readonly ChatMessage[], user_id: number): boolean {
  const before = new Map(known(state).map((message) => [message.id, message]))
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

/** `at`: which of its message; before they are sent, two may have the same address. */
export type ShownImage = { message: ChatMessage; src: string; at: number }

export const imagesOf = (messages: readonly ChatMessage[]): ShownImage[] =>
  messages.flatMap((message) => message.images.map((src, at) => ({ message, src, at })))
