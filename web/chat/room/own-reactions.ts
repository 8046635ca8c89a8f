// Optimistic own reactions in a room, on top of the server's state.
import type { ChatMessage } from '#contract/chat.ts'
import type { ReactionName } from '#contract/words/reactions.ts'
import { createStore } from '#web/store.ts'
import { MAX_DELIVERY_MS } from '../live.ts'
import { setReaction } from '../queries.ts'
import type { RoomRef } from '../search.ts'

/** A reaction to add or remove. */
export type PendingReaction = { id: number; reaction: ReactionName; isOn: boolean }

export function createOwnReactions(room: RoomRef) {
  const wishes = createStore<readonly PendingReaction[]>([])
  let calls: Promise<unknown> = Promise.resolve()
  return {
    wishes,
    /** Calls are sequential. On the screen, a later press on a reaction replaces an earlier one that is pending. */
    async react(wish: PendingReaction) {
      const isOther = ({ id, reaction }: PendingReaction) => id !== wish.id || reaction !== wish.reaction
      const forget = () => wishes.set(wishes.get().filter((one) => one !== wish))
      wishes.set([...wishes.get().filter(isOther), wish])
      const call = calls.then(() => setReaction(room, wish.id, wish.reaction, wish.isOn))
      calls = call.catch(() => {})
      try {
        await call
      } catch (error) {
        forget()
        throw error
      }
      setTimeout(forget, MAX_DELIVERY_MS)
    },
  }
}

export const hasReacted = ({ reactions }: ChatMessage, reaction: ReactionName, user_id: number) =>
  reactions.some((one) => one.reaction === reaction && one.user_ids.includes(user_id))

export const withPendingReactions = (
  messages: readonly ChatMessage[],
  wishes: readonly PendingReaction[],
  user_id: number,
) =>
  wishes.reduce(
    (all, wish) =>
      all.map((message) => (message.id === wish.id ? withPendingReaction(message, wish, user_id) : message)),
    messages,
  )

function withPendingReaction(
  message: ChatMessage,
  { reaction, isOn }: PendingReaction,
  user_id: number,
): ChatMessage {
  if (hasReacted(message, reaction, user_id) === isOn) return message
  const others = message.reactions.find((one) => one.reaction === reaction)?.user_ids ?? []
  const user_ids = isOn ? [...others, user_id] : others.filter((id) => id !== user_id)
  const isNew = others.length === 0
  const reactions = isNew
    ? [...message.reactions, { reaction, user_ids }]
    : message.reactions.map((one) => (one.reaction === reaction ? { reaction, user_ids } : one))
  return { ...message, reactions: reactions.filter((one) => one.user_ids.length > 0) }
}
