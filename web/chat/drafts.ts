/** What somebody has begun to write in a room; it is there again when they come back. */
import { forget, keep, kept } from '#web/kept.ts'
import type { Room } from './search.ts'

export type Draft = { text: string; image: string | null }

const keyOf = (username: string, { kind, room_id }: Room) => `${username}/chat/draft/${kind}/${room_id}`

export const keptDraft = (username: string, room: Room) => kept<Draft>(keyOf(username, room))

export const keepDraft = (username: string, room: Room, draft: Draft) =>
  draft.text === '' && draft.image === null
    ? forget(keyOf(username, room))
    : keep(keyOf(username, room), draft)
