/** What somebody has begun to write in a room; it is there again when they come back. */
import { forget, keep, kept } from '#web/kept.ts'
import type { Room } from './search.ts'

export type Draft = { text: string; image: string | null }

const keyOf = (user: number, { kind, room_id }: Room) => `${user}/chat/draft/${kind}/${room_id}`

export const keptDraft = (user: number, room: Room) => kept<Draft>(keyOf(user, room))

export const keepDraft = (user: number, room: Room, draft: Draft) =>
  draft.text === '' && draft.image === null ? forget(keyOf(user, room)) : keep(keyOf(user, room), draft)
