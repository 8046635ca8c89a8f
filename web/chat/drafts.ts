// What somebody has begun to write in a room; it is there again when they come back.
import { draft } from '#web/unsaved/draft.ts'
import type { Room } from './search.ts'
import { draftsOf } from './unsent.ts'

export type Draft = { text: string; image: string | null }

const draftOf = (user: number, { kind, room_id }: Room) =>
  draft(`${draftsOf(user)}${kind}/${room_id}`, (stored) => stored as Draft | undefined)

export const keptDraft = (user: number, room: Room) => draftOf(user, room).get()

export const keepDraft = (user: number, room: Room, begun: Draft) =>
  draftOf(user, room).set(begun.text === '' && begun.image === null ? undefined : begun)
