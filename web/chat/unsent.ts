// Messages that are not with the server yet, of all rooms. Each has a key of its own, by which the server knows one that it
// already has: sent again, from another window too, it is not doubled.
import { useMemo } from 'react'
import { outbox } from '#web/outbox/browser.ts'
import { newKey } from '#web/outbox/new-key.ts'
import type { Standing } from '#web/outbox/outbox.ts'
import { useRows } from '#web/outbox/use-rows.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { sendMessage } from './changes.ts'
import type { Room } from './search.ts'

type Message = Room & { client_key: string; content: string; image: string | null; written_at: string }
export type Unsent = Message & { standing: Standing }

/** Whoever is told to come back later than this is asked whether they still want it. */
const LONGEST_MS = 60_000
const keyOf = (client_key: string) => `message/${client_key}`
const receivers = new Set<(message: Message, message_id: number) => void>()

export const messages = outbox.define<Message, number>('message', {
  send([{ args }], user_id) {
    const { kind, room_id, client_key, content: message, image } = args
    return sendMessage({ kind, room_id }, { message, image, client_key, user_id })
  },
  taken([{ args }], message_id) {
    for (const receiver of receivers) receiver(args, message_id)
  },
  patience: LONGEST_MS,
})

/** Told of each message that the server has taken. */
export function onSent(receiver: (message: Message, message_id: number) => void) {
  receivers.add(receiver)
  return () => void receivers.delete(receiver)
}

export function useUnsent(): readonly Unsent[] {
  const rows = useRows<Message>(useCurrentUser().id, 'message')
  return useMemo(() => rows.map(({ args, standing }) => ({ ...args, standing })), [rows])
}

/** What waits in one room. */
export function useUnsentIn({ kind, room_id }: Room): readonly Unsent[] {
  const every = useUnsent()
  return useMemo(
    () => every.filter((item) => item.kind === kind && item.room_id === room_id),
    [every, kind, room_id],
  )
}

export const post = (user: number, room: Room, content: string, image: string | null) =>
  put(user, { ...room, client_key: newKey(), content, image, written_at: new Date().toISOString() })

function put(user: number, args: Message) {
  outbox.put<Message>(user, { kind: 'message', lane: 'messages', key: keyOf(args.client_key), args })
  void outbox.flush()
}

/** Takes it out, and gives the way to put it back: with its key, should it have come through after all. */
export function discard(user: number, { standing: _standing, ...message }: Unsent): () => void {
  takeOut(user, message.client_key)
  return () => put(user, message)
}

/** Somebody wants it to be tried again, now. */
export const retry = (user: number, client_key: string) => void outbox.retry(user, [keyOf(client_key)])

/** It is not wanted any more, or it has been seen among the messages. */
export function takeOut(user: number, client_key: string) {
  if (outbox.rows(user).get().has(keyOf(client_key))) void outbox.drop(user, keyOf(client_key))
}
