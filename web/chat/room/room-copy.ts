// Offline copy of the newest messages of a room. No single call returns a whole room, so the page writes the copy under
// the URL of the room, among the copies of the service worker.
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { maxMessagesPerAnswer } from '#contract/words/limits.ts'
import { ANSWER_CACHE, copyTime, findCopy, updateCopy } from '#web/offline/answers.ts'
import { cachedUserId } from '#web/users/queries.ts'
import type { RoomRef } from '../search.ts'
import type { MessagesState } from './messages.ts'

type RoomCopy = { list: readonly ChatMessage[]; hasOlder: boolean; meta: ChatMeta }

const addressOf = ({ kind, room_id }: RoomRef) => `/chat/${kind}/${room_id}/`

/** Undefined without https or storage. */
const openAnswerCache = async () => globalThis.caches?.open(ANSWER_CACHE).catch(() => undefined)

export async function saveRoomCopy(room: RoomRef, meta: ChatMeta, messages: MessagesState) {
  if (meta.user_id !== cachedUserId()) return
  const answers = await openAnswerCache()
  if (!answers) return
  const list = messages.list.slice(-maxMessagesPerAnswer)
  const hasOlder = messages.hasOlder === true || list.length < messages.list.length
  const copy: RoomCopy = { list, hasOlder, meta }
  const headers = { 'kontor-user': String(meta.user_id) }
  await updateCopy(answers, addressOf(room), Response.json(copy, { headers }))
}

export async function deleteRoomCopy(room: RoomRef) {
  const answers = await openAnswerCache()
  await answers?.delete(addressOf(room))
}

/** `at`: time of the data, in ms. */
export async function loadRoomCopy(room: RoomRef): Promise<(RoomCopy & { at: number }) | undefined> {
  if (!('caches' in globalThis)) return undefined
  const answer = await findCopy(addressOf(room)).catch(() => undefined)
  const copy = answer && ((await answer.json()) as RoomCopy)
  if (!answer || copy?.meta.user_id !== cachedUserId()) return undefined
  return { ...copy, at: copyTime(answer) }
}
