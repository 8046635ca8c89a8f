// A room is heard live, and no call answers all of it: the page keeps its newest messages, and who is there, beside the
// answers that can be read without a network, under the room's own address.
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { ANSWERS, copyOf, keepAnswer, keptAt } from '#web/offline/answers.ts'
import { debounce } from '#web/ui/debounce.ts'
import { knownUserId } from '#web/users/queries.ts'
import type { Room } from '../search.ts'
import type { Messages } from './messages.ts'

type Shown = {
  messages: Messages
  meta: ChatMeta | undefined
  isReady: boolean
  isGone: boolean
  copiedAt: number | undefined
}
type RoomCopy = { list: readonly ChatMessage[]; hasOlder: boolean; meta: ChatMeta }

/** `at`: when the server said so, in ms. */
export type KeptRoom = RoomCopy & { at: number }

/** Several messages in a moment are kept as one state, this long after the last, in ms. */
const SETTLED_MS = 400

const addressOf = ({ kind, room_id }: Room) => `/chat/${kind}/${room_id}/`

export const { call: keepRoom, cancel: keepNothing } = debounce((room: Room, shown: Shown) => {
  const { messages, meta, isReady, copiedAt, isGone } = shown
  if (!meta || !isReady || isGone || copiedAt !== undefined || messages.hasOlder === undefined) return
  if (meta.user_id !== knownUserId()) return
  const list = messages.list.slice(-messagesAtOnce)
  const copy: RoomCopy = { list, hasOlder: messages.hasOlder || list.length < messages.list.length, meta }
  const headers = { 'kontor-user': String(meta.user_id) }
  void withAnswers((answers) => keepAnswer(answers, addressOf(room), Response.json(copy, { headers })))
}, SETTLED_MS)

/** Whoever may not see it any more keeps nothing of it. */
export function dropRoom(room: Room) {
  keepNothing()
  void withAnswers((answers) => answers.delete(addressOf(room)))
}

export async function keptRoom(room: Room): Promise<KeptRoom | undefined> {
  if (!('caches' in globalThis)) return undefined
  const answer = await copyOf(addressOf(room)).catch(() => undefined)
  const copy = answer && { ...((await answer.json()) as RoomCopy), at: keptAt(answer) }
  return copy?.meta.user_id === knownUserId() ? copy : undefined
}

/** Without https, or where a browser keeps nothing, there are none. */
async function withAnswers(act: (answers: Cache) => Promise<unknown>) {
  const answers = await globalThis.caches?.open(ANSWERS).catch(() => undefined)
  if (answers) await act(answers)
}
