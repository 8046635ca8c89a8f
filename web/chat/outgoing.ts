// Calls of the chat that use the outbox: new messages, edits, and read marks. Calls of one room are sent in order;
// rooms do not wait for each other.
import { useMemo } from 'react'
import type { ChatMessage, ChatQuote } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { type KeyedRow, newKey, type SendState } from '#web/outbox/outbox.ts'
import { useOutboxRows } from '#web/outbox/use-rows.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import { currentUserQuery, useCurrentUser } from '#web/users/queries.ts'
import { addToDraft } from './drafts.ts'
import { invalidateRoomsSoon } from './queries.ts'
import type { RoomRef } from './search.ts'

/** `client_key` makes the call idempotent: a message that is sent twice, even by two windows, is stored once. */
export type NewMessage = RoomRef & {
  client_key: string
  content: string
  images: readonly string[]
  written_at: string
  /** The quote at the time of writing. */
  reply_to?: ChatQuote | undefined
}
/** `before`: the text that the server has. It identifies the message in lists of unsent edits. */
export type NewWording = RoomRef & { message_id: number; content: string; before: string }

type UnsentRow<Kind extends string, Args> = KeyedRow<Args> & { kind: Kind; sendState: SendState }
export type UnsentMessage = UnsentRow<'message', NewMessage>
export type UnsentWording = UnsentRow<'edit', NewWording>
export type UnsentItem = UnsentMessage | UnsentWording

/** Accepted by the server, from this or another window of its author. */
export type AcceptedItem =
  | { kind: 'message'; args: NewMessage; message_id: number }
  | { kind: 'edit'; args: NewWording }
type AcceptedListener = (taken: AcceptedItem, author: number) => void
const acceptedListeners = new Set<AcceptedListener>()
function notifyAcceptedListeners(taken: AcceptedItem, author: number) {
  for (const receiver of acceptedListeners) receiver(taken, author)
}

/** Calls `receiver` for each accepted message or edit, before its row is deleted. */
export function onAccepted(receiver: AcceptedListener) {
  acceptedListeners.add(receiver)
  return () => void acceptedListeners.delete(receiver)
}

export const messageKey = (client_key: string) => `message/${client_key}`
/** All edits of a message share a key, so that only the last one is sent. */
export const editKey = (message_id: number) => `edit/${message_id}`

/** With a longer Retry-After (ms) the message counts as refused, and its author decides what to do. */
const MAX_RETRY_AFTER_MS = 60_000

outbox.define<NewMessage, number>('message', {
  async send([{ args }], user_id) {
    const { kind, room_id, client_key, content: message, images, reply_to } = args
    const [image = null, ...further] = images
    const { message_id } = await ask('POST', '/chat/{kind}/{room_id}/send_message/', {
      params: { kind, room_id },
      body: {
        message,
        image,
        client_key,
        user_id,
        ...(further.length > 0 && { images: further }),
        ...(reply_to && { reply_to: reply_to.id }),
      },
    })
    invalidateRoomsSoon()
    return message_id
  },
  onAccepted([{ key, args }], message_id, author) {
    notifyAcceptedListeners({ kind: 'message', args, message_id }, author)
    // Broadcasts ids only: other windows read the message, which may be large, from the row.
    return { key, message_id }
  },
  onBroadcast({ key, message_id }: { key: string; message_id: number }, author) {
    const row = outbox.rows<NewMessage>(author).get().get(key)
    if (row) notifyAcceptedListeners({ kind: 'message', args: row.args, message_id }, author)
  },
  maxRetryAfterMs: MAX_RETRY_AFTER_MS,
})

outbox.define<NewWording, void>('edit', {
  async send([{ args }], user_id) {
    const { kind, room_id, message_id, content: message } = args
    await ask('PATCH', '/chat/{kind}/{room_id}/messages/{message_id}/', {
      params: { kind, room_id, message_id },
      body: { message, user_id },
    })
    invalidateRoomsSoon()
  },
  onAccepted([{ args }], _, author) {
    notifyAcceptedListeners({ kind: 'edit', args }, author)
    return args
  },
  onBroadcast: (args: NewWording, author) => notifyAcceptedListeners({ kind: 'edit', args }, author),
  // The message was deleted in the meantime (404): the edited text becomes a draft.
  async onRefused([row], error, owner) {
    if (error.status !== 404) return undefined
    void addToDraft(owner, row.args, row.args.content)
    await outbox.settle(owner, row, () => undefined)
    toast(`${error.message} Ihr Text bleibt als begonnene Nachricht.`, { tone: 'danger' })
    return undefined
  },
  maxRetryAfterMs: MAX_RETRY_AFTER_MS,
})

const isUnsentItem = (row: { kind: string }): row is UnsentItem =>
  row.kind === 'message' || row.kind === 'edit'

export function useUnsentItems(): readonly UnsentItem[] {
  const rows = useOutboxRows<unknown>(useCurrentUser().id)
  return useMemo(() => rows.filter(isUnsentItem), [rows])
}

export function useUnsentItemsIn({ kind, room_id }: RoomRef): readonly UnsentItem[] {
  const every = useUnsentItems()
  return useMemo(
    () => every.filter(({ args }) => args.kind === kind && args.room_id === room_id),
    [every, kind, room_id],
  )
}

type MessageBody = Pick<NewMessage, 'content' | 'images' | 'reply_to'>
export function sendMessage(user: number, room: RoomRef, written: MessageBody) {
  const client_key = newKey()
  const args = { ...room, ...written, client_key, written_at: new Date().toISOString() }
  putInOutbox(user, { kind: 'message', key: messageKey(client_key), args })
}

export function sendWording(user: number, wording: NewWording) {
  const before = findUnsentWording(user, wording.message_id)?.before ?? wording.before
  putInOutbox(user, { kind: 'edit', key: editKey(wording.message_id), args: { ...wording, before } })
}

function putInOutbox(user: number, { kind, key, args }: Pick<UnsentItem, 'kind' | 'key' | 'args'>) {
  outbox.put(user, { kind, lane: `chat/${args.kind}/${args.room_id}`, key, args })
  void outbox.flush()
}

/** The unsent edit of an own message. */
export const findUnsentWording = (user: number, message_id: number) =>
  outbox.rows<NewWording>(user).get().get(editKey(message_id))?.args

/** The message with its unsent edit, as its author sees it. */
export const withUnsentWording = (user: number, message: ChatMessage): ChatMessage => ({
  ...message,
  content: findUnsentWording(user, message.id)?.content ?? message.content,
})

/** Returns the undo. It restores the row with its key, so that the server does not store a sent message twice. */
export function discardUnsent(user: number, unsent: UnsentItem): () => void {
  dropUnsent(user, unsent.key)
  return () => putInOutbox(user, unsent)
}

export const retryUnsent = (user: number, key: string) => void outbox.retry(user, [key])

/** Drops the row of a message or edit that was discarded or delivered. Does nothing if there is no row. */
export function dropUnsent(user: number, key: string) {
  if (outbox.rows(user).get().has(key)) void outbox.drop(user, key)
}

type ReadMark = { room: RoomRef; message_id: number }

/** Read marks use the outbox, too, since they may be sent after the person has left the room. */
outbox.define<ReadMark, void>('read', {
  async send([{ args }], user_id) {
    const { room, message_id } = args
    await ask('POST', '/chat/{kind}/{room_id}/read/', { params: room, body: { message_id, user_id } })
    invalidateRoomsSoon()
    // The unread dot in the menu may disappear.
    if (queryClient.getQueryData(currentUserQuery.queryKey)?.unread_chats)
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  },
  // The person is no longer a member: drops the mark silently.
  async onRefused([row], _, owner) {
    await outbox.settle(owner, row, () => undefined)
    return undefined
  },
})

export function markRead(user: number, room: RoomRef, message_id: number) {
  const key = `read/${room.kind}/${room.room_id}`
  outbox.put<ReadMark>(user, { kind: 'read', lane: key, key, args: { room, message_id } })
  void outbox.flush()
}
