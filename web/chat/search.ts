import type { ChatKind } from '#contract/chat.ts'
import { filterText } from '#web/search.ts'

/** Administrators may look at hidden rooms too; the address says so. */
export type ChatSearch = { show_hidden: boolean }

export const chatSearch = (search: Record<string, unknown>): ChatSearch => ({
  show_hidden: search['show_hidden'] === 'true' || search['show_hidden'] === true,
})

export const startChat = chatSearch({})

/** Keeps the choice of the list from room to room, and drops the search hit. */
export const ofList = ({ show_hidden = false }: Partial<ChatSearch>): ChatSearch => ({ show_hidden })

/** The message of a search hit, and the words that found it. */
export type RoomSearch = { message?: number; find?: string }

export function roomSearch(search: Record<string, unknown>): RoomSearch {
  const message = Number(search['message'])
  const find = filterText(search['find'])
  return Number.isSafeInteger(message) && message > 0 ? { message, ...(find && { find }) } : {}
}

/** Names a room, in its address and in that of its live connection. */
export type Room = { kind: ChatKind; room_id: number }

/** Undefined where the address names no room. */
export function roomOf(room: string, group_id: number): Room | undefined {
  if (room !== 'groups' && room !== 'direct') return undefined
  return Number.isSafeInteger(group_id) && group_id > 0 ? { kind: room, room_id: group_id } : undefined
}

/** Place of the undo lines of this room. */
export const undoPlaceOf = ({ kind, room_id }: Room) => `chat/${kind}/${room_id}`

export const pathOf = ({ kind, room_id }: Room) => ({ room: kind, group_id: room_id })
