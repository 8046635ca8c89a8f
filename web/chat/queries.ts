// The calls of the chat, except those that the outbox sends (outgoing.ts).
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ChatKind, ChatMessage, NoiseLevel } from '#contract/chat.ts'
import { maxImageMessagesPerAnswer } from '#contract/words/limits.ts'
import type { ReactionName } from '#contract/words/reactions.ts'
import { ask } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { debounce } from '#web/ui/debounce.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { chatSearch, type RoomRef, roomParams } from './search.ts'

/** Polled every five seconds, and refetched on live news. */
export const roomsQuery = (kind: ChatKind, show_hidden = false) =>
  queryOptions({
    queryKey: ['chat', 'rooms', kind, show_hidden],
    ...withCopyFallback((options) =>
      ask('GET', '/chat/{kind}/', { params: { kind }, query: { show_hidden }, ...options }),
    ),
    refetchInterval: pollEvery(5_000),
  })

export const mentionsQuery = queryOptions({
  queryKey: ['chat', 'rooms', 'mentions'],
  ...withCopyFallback((options) => ask('GET', '/chat/mentions/', options)),
})

export const invalidateRooms = () => queryClient.invalidateQueries({ queryKey: ['chat', 'rooms'] })

/** Debounced, so that several messages in a row cause one refetch. */
export const { call: invalidateRoomsSoon } = debounce(() => void invalidateRooms(), 150)

export const peopleQuery = (filter: string) =>
  queryOptions({
    queryKey: ['chat', 'people', filter],
    queryFn: ({ signal }) => ask('GET', '/chat/direct/users/', { query: { filter }, signal }),
    placeholderData: keepPreviousData,
  })

export const askMeta = (room: RoomRef) => ask('GET', '/chat/{kind}/{room_id}/meta/', { params: room })

/**
 * Without `before` the server would mark the messages as read. So the newest page is requested with an id
 * that no message reaches.
 */
export const askMessages = (room: RoomRef, before = 999_999_999_999_999) =>
  ask('GET', '/chat/{kind}/{room_id}/', { params: room, query: { before } })

/** Messages with an image, page by page, the newest first. */
export const imagesQuery = (room: RoomRef) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'images', room.kind, room.room_id],
    queryFn: ({ signal, pageParam: before }) =>
      ask('GET', '/chat/{kind}/{room_id}/images/', { params: room, query: before ? { before } : {}, signal }),
    // Always refetched, to include images that were just sent.
    staleTime: 0,
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < maxImageMessagesPerAnswer ? undefined : page.at(-1)?.id),
  })

export async function removeMessage(room: RoomRef, message_id: number) {
  await ask('DELETE', '/chat/{kind}/{room_id}/messages/{message_id}/', { params: { ...room, message_id } })
  invalidateRoomsSoon()
}

export const wordingsQuery = (room: RoomRef, message_id: number, edited_at: string | null) =>
  queryOptions({
    queryKey: ['chat', 'wordings', room.kind, room.room_id, message_id, edited_at],
    queryFn: ({ signal }) =>
      ask('GET', '/chat/{kind}/{room_id}/messages/{message_id}/wordings/', {
        params: { ...room, message_id },
        signal,
      }),
  })

/** Keyed by the reactions, so that each change of them refetches. */
export const reactorsQuery = (room: RoomRef, { id, reactions }: ChatMessage) =>
  queryOptions({
    queryKey: ['chat', 'reactors', room.kind, room.room_id, id, reactions],
    queryFn: ({ signal }) =>
      ask('GET', '/chat/{kind}/{room_id}/messages/{message_id}/reactions/', {
        params: { ...room, message_id: id },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export async function setReaction(room: RoomRef, message_id: number, reaction: ReactionName, isOn: boolean) {
  const path = '/chat/{kind}/{room_id}/messages/{message_id}/reactions/{reaction}/'
  const params = { ...room, message_id, reaction }
  await (isOn ? ask('PUT', path, { params }) : ask('DELETE', path, { params }))
}

export async function setNoise(room: RoomRef, noise_level: NoiseLevel) {
  await ask('PATCH', '/chat/{kind}/{room_id}/settings/', { params: room, body: { noise_level } })
  await Promise.all([
    invalidateRooms(),
    queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  ])
}

export async function setGroupVisible(room_id: number, visible: boolean) {
  await ask('PATCH', '/chat/groups/{room_id}/admin_settings/', { params: { room_id }, body: { visible } })
  await invalidateRooms()
}

/** Opens the direct chat with a person. The server creates it if needed. */
export function useOpenDirectChat() {
  const navigate = useNavigate()
  return async (user_id: number) => {
    const place = location.pathname
    try {
      const { direct_chat_id } = await ask('POST', '/chat/direct/', { body: { user_id } })
      await invalidateRooms()
      // The person has opened another screen in the meantime.
      if (location.pathname !== place) return
      const params = roomParams({ kind: 'direct', room_id: direct_chat_id })
      await navigate({ to: '/chat/$room/$group_id', params, search: chatSearch })
    } catch (error) {
      toastFailure(error)
    }
  }
}
