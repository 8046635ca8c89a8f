// A member is mentioned by their name behind an @, whoever writes it and with whatever program. The text keeps the name
// as it was written; screens show the name that the person has by now.
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import type { RoomKey } from './room-key.ts'
import { listParticipants } from './store.ts'

export type Mentions = { people: { user_id: number; word: string }[]; is_all: boolean }

/** Administrators may speak to a whole group. */
export async function findMentions(
  db: Database,
  by: Caller,
  room: RoomKey,
  content: string,
): Promise<Mentions> {
  if (!content.includes('@')) return { people: [], is_all: false }
  const names = (await listParticipants(db, room))
    .filter(({ id }) => id !== by.id)
    .map(({ id, display_name }) => ({ user_id: id, word: `@${display_name}` }))
    // Of two names that begin alike the longer one.
    .toSorted((one, other) => other.word.length - one.word.length)
  let rest = content
  const people = names.filter(({ word }) => {
    const before = rest
    rest = without(rest, word)
    return rest !== before
  })
  const is_all = by.is_admin && room.kind === 'groups' && without(rest, '@alle') !== rest
  return { people, is_all }
}

/** Where it is a whole word. */
function without(text: string, word: string): string {
  const pieces = text.split(word)
  return pieces.reduce((before, after) => before + (/^[\p{L}\p{N}]/u.test(after) ? word : ' ') + after)
}
