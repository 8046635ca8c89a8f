// A member is mentioned by their name behind an @, whoever writes it and with whatever program. The text keeps the name
// as it was written; screens show the name that the person has by now.
import { MENTION_ALL, splitAt } from '#contract/words/mentions.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import type { RoomKey } from './room-key.ts'
import { listParticipants } from './store.ts'

type Mention = { user_id: number; word: string }
export type Mentions = { people: Mention[]; is_all: boolean }

/** Administrators may speak to a whole group. `earlier`: those of the wording before, under the names of then. */
export async function findMentions(
  db: Database,
  by: Caller,
  room: RoomKey,
  { content, earlier = [] }: { content: string; earlier?: readonly Mention[] },
): Promise<Mentions> {
  // Most that has an @ is an address.
  if (!/(?:^|[^\p{L}\p{N}])@\S/u.test(content)) return { people: [], is_all: false }
  const members = (await listParticipants(db, room)).map(({ id, display_name }) => ({
    user_id: id,
    word: `@${display_name}`,
  }))
  const names = [...earlier, ...members]
    .filter(({ user_id }) => user_id !== by.id)
    // Of two names that begin alike the longer one.
    .toSorted((one, other) => other.word.length - one.word.length)
  const people = new Map<number, Mention>()
  let rest = content
  for (const mention of names) {
    const pieces = splitAt(rest, mention.word)
    if (pieces.length > 1 && !people.has(mention.user_id)) people.set(mention.user_id, mention)
    rest = pieces.join(' ')
  }
  const is_all = by.is_admin && room.kind === 'groups' && splitAt(rest, MENTION_ALL).length > 1
  return { people: [...people.values()], is_all }
}
