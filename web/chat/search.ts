import type { ChatKind } from '#contract/chat.ts'
import { parseFilterText } from '#web/search.ts'

/** Search params of the list. `show_hidden`: list hidden groups, too. `kind`: only these chats, or the mentions. */
export type ChatSearch = { show_hidden: boolean; kind?: ChatKind | 'mentions' }

const isChatKind = (kind: unknown): kind is ChatKind => kind === 'groups' || kind === 'direct'

/**
 * Parses the search params of the list. Links use it, too: it keeps the filters of the list and drops the params of
 * a search hit.
 */
export const chatSearch = ({ show_hidden, kind }: Record<string, unknown>): ChatSearch => ({
  show_hidden: show_hidden === 'true' || show_hidden === true,
  ...((isChatKind(kind) || kind === 'mentions') && { kind }),
})

export const defaultChatSearch = chatSearch({})

/** The message of a search hit, and the words that found it. */
export type RoomSearch = { message?: number; find?: string }

export function roomSearch(search: Record<string, unknown>): RoomSearch {
  const message = Number(search['message'])
  const find = parseFilterText(search['find'])
  return Number.isSafeInteger(message) && message > 0 ? { message, ...(find && { find }) } : {}
}

/** Identifies a room, in the address of its screen and in the URL of its live connection. */
export type RoomRef = { kind: ChatKind; room_id: number }

/** Undefined where the address names no room. */
export function parseRoom(room: string, group_id: number): RoomRef | undefined {
  if (!isChatKind(room)) return undefined
  return Number.isSafeInteger(group_id) && group_id > 0 ? { kind: room, room_id: group_id } : undefined
}

/** Key of the undo lines on the screen of this room. */
export const undoPlaceOf = ({ kind, room_id }: RoomRef) => `chat/${kind}/${room_id}`

export const roomParams = ({ kind, room_id }: RoomRef) => ({ room: kind, group_id: room_id })
