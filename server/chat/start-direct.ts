// Direct chats: possible partners, and starting one.

import { audit } from '#server/audit/audit.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutChats } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { ensureDirectChats, findDirectChat, isActiveUser, listOthersNamed } from './direct-store.ts'
import { chatSentences } from './sentences.ts'

/** Upper bound of users per response. */
const MAX_PEOPLE = 10

/** Returns ids and names only: every user may make this call, but not everybody may see other data about users. */
export async function findPeople({ db }: Kontor, by: Caller, filter: string) {
  const found = await listOthersNamed(db, by, filter, MAX_PEOPLE + 1)
  return { more: found.length > MAX_PEOPLE, users: found.slice(0, MAX_PEOPLE) }
}

export function startDirect(kontor: Kontor, by: Caller, userId: number): Promise<number> {
  if (userId === by.id) throw refuseInvalid(['body', 'user_id'], chatSentences.chatWithOneself)
  return inCallerTransaction(kontor, by, async (tx) => {
    if (!(await isActiveUser(tx, userId)))
      throw refuseInvalid(['body', 'user_id'], chatSentences.personIsGone)
    const known = await findDirectChat(tx, by.id, userId)
    if (known !== undefined) return known
    kontor.budgets.spend('direct_chats', by.id)
    const [id] = (await ensureDirectChats(tx, by.id, [userId])) as [number]
    await audit(tx, by.id, 'chat.direct', { direct_chat_id: id, user_id: userId })
    changed(tx, aboutChats(by.id), aboutChats(userId))
    return id
  })
}
