// What this device keeps of a room, to be read without a network: its newest messages, and who is there.
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { copied } from '#web/copies/or-copy.ts'
import { copyOf } from '#web/copies/read.ts'
import { queryClient } from '#web/query-client.ts'
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

// Nobody asks for them here: they lie with the answers, so that they are kept as those are.
queryClient.setQueryDefaults(['chat', 'room'], { meta: copied })

/** Several messages in a moment are kept as one state, this long after the last, in ms. */
const SETTLED_MS = 400

const keyOf = ({ kind, room_id }: Room) => ['chat', 'room', kind, room_id]
const set = (room: Room, copy: RoomCopy | null) => queryClient.setQueryData(keyOf(room), () => copy)

export const { call: keepRoom, cancel: keepNothing } = debounce((room: Room, shown: Shown) => {
  const { messages, meta, isReady, copiedAt, isGone } = shown
  if (!meta || !isReady || isGone || copiedAt !== undefined || messages.hasOlder === undefined) return
  if (meta.user_id !== knownUserId()) return
  const list = messages.list.slice(-messagesAtOnce)
  set(room, { list, hasOlder: messages.hasOlder || list.length < messages.list.length, meta })
}, SETTLED_MS)

/** Whoever may not see it any more keeps nothing of it. */
export function dropRoom(room: Room) {
  keepNothing()
  set(room, null)
}

export async function keptRoom(room: Room): Promise<KeptRoom | undefined> {
  const copy = await copyOf<RoomCopy | null>(JSON.stringify(keyOf(room)))
  return copy?.data ? { ...copy.data, at: copy.at } : undefined
}
