// A message mentions a member by an @ and the name, whether it comes from the app or from an API client. The stored
// text contains the name as written. Messages, lists and notifications display the current name.
import { MENTION_ALL, mentionPieces, splitAtMention, withPresentNames } from '#contract/words/mentions.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { listMentions, type Mention, recordAllMention, setMentionsAll } from './mentions-store.ts'
import type { RoomKey } from './room-key.ts'
import { listParticipants } from './store.ts'

export type MessageMentions = { people: Mention[]; is_all: boolean }

/**
 * Finds the members whom a text mentions. '@alle' counts only for administrators in groups. `earlier`: mentions in
 * the message before an edit; the users may have been renamed since.
 */
export async function findMentions(
  db: Database,
  by: Caller,
  room: RoomKey,
  { content, earlier = [] }: { content: string; earlier?: readonly Mention[] },
): Promise<MessageMentions> {
  // Fast path: most texts contain no @, or only in e-mail addresses.
  if (!/(?:^|[^\p{L}\p{N}])@\S/u.test(content)) return { people: [], is_all: false }
  const is_all = by.is_admin && room.kind === 'groups' && splitAtMention(content, MENTION_ALL).length > 1
  const members = (await listParticipants(db, room)).map(({ id, display_name }) => ({
    user_id: id,
    word: `@${display_name}`,
  }))
  const names = [...earlier, ...members].filter(
    ({ user_id, word }) => user_id !== by.id && content.includes(word),
  )
  const mentions = mentionPieces(content, names).flatMap(({ mention }) => mention ?? [])
  const people = new Map(mentions.map((mention) => [mention.user_id, mention]))
  return { people: [...people.values()], is_all }
}

/** Alerts a whole group, so it is limited to once in ten minutes and audited. */
export async function mentionAll(tx: Tx, by: Caller, room: RoomKey, message_id: number) {
  if (!(await recordAllMention(tx, room))) throw refuse('all_mentioned')
  await setMentionsAll(tx, message_id, true)
  await audit(tx, by.id, 'chat.mention_all', {
    kind: room.kind,
    room_id: room.id,
    group_id: room.id,
    message_id,
  })
}

const MAX_EXCERPT_LENGTH = 300

export async function readMentions({ db }: Kontor, by: Caller) {
  const found = await listMentions(db, by)
  return found.map(({ mentions, content, ...mention }) => ({
    ...mention,
    content: Array.from(withPresentNames(content, mentions)).slice(0, MAX_EXCERPT_LENGTH).join(''),
  }))
}
