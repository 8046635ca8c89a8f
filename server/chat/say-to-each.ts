import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom, aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { ensureDirectChats } from './direct-store.ts'
import { PUSH_MESSAGE } from './push-message.ts'
import { dropAlerts } from './push-store.ts'
import { sayMessages } from './said-store.ts'

type Said = {
  text: string
  /** Without it the message is there, and makes no sound: what sends it has told the devices of its own. */
  rings: boolean
}
/** Those who may be written to were chosen by a rule, and the rule has a limit of its own. */
const unlimited = { most: 2_000_000_000, seconds: 1 }

/**
 * Says the same to each of these people in their chat of two, with the commit of the caller's transaction. Chats that
 * are not there yet begin with it.
 */
export async function sayToEach(
  tx: Tx,
  { news }: Kontor,
  by: Caller,
  userIds: readonly number[],
  { text, rings }: Said,
) {
  const { ids, begun } = await ensureDirectChats(tx, by.id, userIds)
  const messages = ids.map((id) => ({
    kind: 'direct' as const,
    id,
    user_id: by.id,
    content: text,
    image_id: null,
    client_key: null,
  }))
  // All in one statement: it takes the locks of all rooms before that of the author, as every message does.
  // Told with the commit, as all else in the transaction is.
  const conditions = { node: news.name, limit: unlimited, waits: true }
  const { outcomes } = await sayMessages(tx, messages, conditions)
  if (!rings)
    await dropAlerts(
      tx,
      PUSH_MESSAGE,
      outcomes.flatMap(({ id }) => id ?? []),
    )
  changed(tx, ...ids.map((id) => aboutRoom('direct', id)))
  if (begun.length > 0) changed(tx, aboutUser(by.id), ...begun.map(aboutUser))
}
