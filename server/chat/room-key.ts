import type { ChatKind } from '#contract/chat.ts'

/** Identifies a room within the server. */
export type RoomKey = { kind: ChatKind; id: number }
/** Identifies a room in the parameters of a call. */
export type RoomPath = { kind: ChatKind; room_id: number }

export const toRoomKey = ({ kind, room_id }: RoomPath): RoomKey => ({ kind, id: room_id })

/** Key of a room for a Map. */
export const roomKeyText = ({ kind, id }: RoomKey) => `${kind}/${id}`
