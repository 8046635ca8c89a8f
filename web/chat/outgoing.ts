// Calls of the chat that go by the outbox: messages, other wordings of them, and how far somebody has read. Those of one
// room go in their order, and no room waits for another. Each message has a key of its own, by which the server recognizes
// it: sent twice, even from two windows, it is stored once.
import { useMemo } from 'react'
import type { ChatMessage, ChatQuote } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { newKey, type Standing } from '#web/outbox/outbox.ts'
import { useRows } from '#web/outbox/use-rows.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import { currentUserQuery, useCurrentUser } from '#web/users/queries.ts'
import { addToDraft } from './drafts.ts'
import { roomsChangedSoon } from './queries.ts'
import type { Room } from './search.ts'

export type Outgoing = Room & {
  client_key: string
  content: string
  image: string | null
  /** The second and further ones; missing in rows that were kept before there were any. */
  images?: string[] | undefined
  written_at: string
  /** The quote at the time of writing. */
  reply_to?: ChatQuote | undefined
  /** The message that shall read so, where it is no new one. */
  edits?: number | undefined
}
export type Unsent = Outgoing & { standing: Standing }

/** Told to come back later than this, a message is refused: its author decides whether it shall still go. */
const LONGEST_MS = 60_000
type Name = Pick<Outgoing, 'client_key' | 'edits'>
/** One key for all wordings of a message, so that the last one goes. */
const keyOf = ({ client_key, edits }: Name) =>
  edits === undefined ? `message/${client_key}` : `edit/${edits}`
/** The server has taken a message or its wording, sent by this window or another one of its author. */
type Sent = { message: Outgoing; message_id: number }
type Receiver = (sent: Sent, author: number) => void
const receivers = new Set<Receiver>()
function tell(sent: Sent, author: number) {
  for (const receiver of receivers) receiver(sent, author)
}

export const messages = outbox.define<Outgoing, number>('message', {
  async send([{ args }], user_id) {
    const { kind, room_id, client_key, content: message, image, images, reply_to } = args
    const { message_id } = await ask('POST', '/chat/{kind}/{room_id}/send_message/', {
      params: { kind, room_id },
      body: {
        message,
        image,
        client_key,
        user_id,
        ...(images?.length && { images }),
        ...(reply_to && { reply_to: reply_to.id }),
      },
    })
    roomsChangedSoon()
    return message_id
  },
  taken([{ args: message }], message_id, author) {
    tell({ message, message_id }, author)
    // Other windows have its images in the row.
    return { message: { ...message, image: null, images: undefined }, message_id }
  },
  heard({ message, message_id }: Sent, author) {
    const row = outbox.rows<Outgoing>(author).get().get(keyOf(message))
    tell({ message: row?.args ?? message, message_id }, author)
  },
  patience: LONGEST_MS,
})

export const edits = outbox.define<Outgoing, void>('edit', {
  async send([{ args }], user_id) {
    const { kind, room_id, edits: message_id = 0, content: message } = args
    await ask('PATCH', '/chat/{kind}/{room_id}/messages/{message_id}/', {
      params: { kind, room_id, message_id },
      body: { message, user_id },
    })
    roomsChangedSoon()
  },
  taken([{ args: message }], _, author) {
    const sent: Sent = { message, message_id: message.edits ?? 0 }
    tell(sent, author)
    return sent
  },
  heard: tell,
  // Somebody has deleted it meanwhile: the words become a new message.
  async refused([row], error, owner) {
    if (error.status !== 404) return undefined
    void addToDraft(owner, row.args, row.args.content)
    await outbox.settle(owner, row, () => undefined)
    toast(`${error.message} Ihr Text bleibt als begonnene Nachricht.`, { tone: 'danger' })
    return undefined
  },
  patience: LONGEST_MS,
})

/** Calls `receiver` with each message that the server has taken, before its row goes. */
export function onSent(receiver: Receiver) {
  receivers.add(receiver)
  return () => void receivers.delete(receiver)
}

export function useUnsent(): readonly Unsent[] {
  const rows = useRows<Outgoing>(useCurrentUser().id)
  return useMemo(
    () =>
      rows
        .filter(({ kind }) => kind === messages || kind === edits)
        .map(({ args, standing }) => ({ ...args, standing })),
    [rows],
  )
}

/** Unsent messages and wordings of one room. */
export function useUnsentIn({ kind, room_id }: Room): readonly Unsent[] {
  const every = useUnsent()
  return useMemo(
    () => every.filter((item) => item.kind === kind && item.room_id === room_id),
    [every, kind, room_id],
  )
}

type Written = Pick<Outgoing, 'content' | 'image' | 'images' | 'reply_to' | 'edits'>
export const post = (user: number, room: Room, written: Written) =>
  put(user, { ...room, ...written, client_key: newKey(), written_at: new Date().toISOString() })

function put(user: number, args: Outgoing) {
  const { kind, room_id, edits: edited } = args
  outbox.put<Outgoing>(user, {
    kind: edited === undefined ? messages : edits,
    lane: `chat/${kind}/${room_id}`,
    key: keyOf(args),
    args,
  })
  void outbox.flush()
}

/** The wording of one's own message that is on its way, or that of the server. */
export const wordingOf = (user: number, { id, content }: ChatMessage) =>
  outbox.rows<Outgoing>(user).get().get(`edit/${id}`)?.args.content ?? content

export const hasWordingOf = (user: number, id: number) => outbox.rows(user).get().has(`edit/${id}`)

/** Returns the undo. It keeps the key, should the message have arrived after all. */
export function discard(user: number, { standing: _standing, ...message }: Unsent): () => void {
  takeOut(user, message)
  return () => put(user, message)
}

export const retry = (user: number, name: Name) => void outbox.retry(user, [keyOf(name)])

/** Drops a message that is not wanted any more, or has been seen among those of the room. */
export function takeOut(user: number, name: Name) {
  if (outbox.rows(user).get().has(keyOf(name))) void outbox.drop(user, keyOf(name))
}

type Mark = { room: Room; message_id: number }

/** Read marks wait in the outbox, too: somebody may have left the room by the time the server takes them. */
export const readMarks = outbox.define<Mark, void>('read', {
  async send([{ args }], user_id) {
    const { room, message_id } = args
    await ask('POST', '/chat/{kind}/{room_id}/read/', { params: room, body: { message_id, user_id } })
    roomsChangedSoon()
    // The dot of the menu may go.
    if (queryClient.getQueryData(currentUserQuery.queryKey)?.unread_chats)
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  },
  // The room is no longer theirs: nobody needs to know.
  async refused([row], _, owner) {
    await outbox.settle(owner, row, () => undefined)
    return undefined
  },
})

export function markRead(user: number, room: Room, message_id: number) {
  const key = `read/${room.kind}/${room.room_id}`
  outbox.put<Mark>(user, { kind: 'read', lane: key, key, args: { room, message_id } })
  void outbox.flush()
}
