import type { ChatKind } from '#contract/chat.ts'
import { oneText } from '#server/one-text.ts'

/** Names a room. */
export type RoomKey = { kind: ChatKind; id: number }
/** The same as the path of a call has it. */
export type RoomPath = { kind: ChatKind; room_id: number }

/** As keys of maps have it. */
export const textOf = ({ kind, id }: RoomKey): string => texts[kind](id)
const texts: Record<ChatKind, (id: number) => string> = {
  groups: oneText((id) => `groups/${id}`),
  direct: oneText((id) => `direct/${id}`),
}

export function roomOfText(text: string): RoomKey {
  const [kind, id] = text.split('/') as [ChatKind, string]
  return { kind, id: Number(id) }
}
