// Offline copy of the newest messages of a room. No single call returns a whole room, so the page writes the copy under
// the URL of the room, among the copies of the service worker.
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { ANSWERS, copyOf, copyTime, keepAnswer } from '#web/offline/answers.ts'
import { knownUserId } from '#web/users/queries.ts'
import type { Room } from '../search.ts'
import type { Messages } from './messages.ts'

type RoomCopy = { list: readonly ChatMessage[]; hasOlder: boolean; meta: ChatMeta }

const addressOf = ({ kind, room_id }: Room) => `/chat/${kind}/${room_id}/`

/** Undefined without https or storage. */
const openAnswers = async () => globalThis.caches?.open(ANSWERS).catch(() => undefined)

export async function keepCopy(room: Room, meta: ChatMeta, messages: Messages) {
  if (meta.user_id !== knownUserId()) return
  const answers = await openAnswers()
  if (!answers) return
  const list = messages.list.slice(-messagesAtOnce)
  const hasOlder = messages.hasOlder === true || list.length < messages.list.length
  const copy: RoomCopy = { list, hasOlder, meta }
  const headers = { 'kontor-user': String(meta.user_id) }
  await keepAnswer(answers, addressOf(room), Response.json(copy, { headers }))
}

export async function dropCopy(room: Room) {
  const answers = await openAnswers()
  await answers?.delete(addressOf(room))
}

/** `at`: time of the data, in ms. */
export async function copyOfRoom(room: Room): Promise<(RoomCopy & { at: number }) | undefined> {
  if (!('caches' in globalThis)) return undefined
  const answer = await copyOf(addressOf(room)).catch(() => undefined)
  const copy = answer && ((await answer.json()) as RoomCopy)
  if (!answer || copy?.meta.user_id !== knownUserId()) return undefined
  return { ...copy, at: copyTime(answer) }
}
