import type { ChatKind } from '#contract/chat.ts'

/** Names a room. */
export type RoomKey = { kind: ChatKind; id: number }
/** The same as the path of a call has it. */
export type RoomPath = { kind: ChatKind; room_id: number }

export const roomOf = ({ kind, room_id }: RoomPath): RoomKey => ({ kind, id: room_id })

/** The same as keys of maps have it. */
export const roomKeyText = ({ kind, id }: RoomKey) => `${kind}/${id}`
