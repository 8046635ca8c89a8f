import type { ChatKind } from '#contract/chat.ts'

/** Names a room. */
export type RoomKey = { kind: ChatKind; id: number }
/** The same as the path of a call has it. */
export type RoomPath = { kind: ChatKind; room_id: number }

/** As keys of maps have it: for each room one and the same text, since a new one costs a map more than all that it looks up. */
export function textOf({ kind, id }: RoomKey): string {
  const known = texts[kind].get(id)
  if (known !== undefined) return known
  if (texts[kind].size >= MOST) texts[kind].clear()
  const text = `${kind}/${id}`
  texts[kind].set(id, text)
  return text
}
const texts: Record<ChatKind, Map<number, string>> = { groups: new Map(), direct: new Map() }
const MOST = 100_000

export function roomOfText(text: string): RoomKey {
  const [kind, id] = text.split('/') as [ChatKind, string]
  return { kind, id: Number(id) }
}
