// What a room shows, and what changes it. The addresses need none of it: it comes with the screens.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NoiseLevel } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { roomsChanged, roomsChangedSoon } from './queries.ts'
import type { Room } from './search.ts'

export const peopleQuery = (filter: string) =>
  queryOptions({
    queryKey: ['chat', 'people', filter],
    queryFn: ({ signal }) => ask('GET', '/chat/direct/users/', { query: { filter }, signal }),
    placeholderData: keepPreviousData,
  })

export const askMeta = (room: Room) => ask('GET', '/chat/{kind}/{room_id}/meta/', { params: room })

/** As the newest count those before a number that none has: asked for by themselves they would be read by that. */
export const askMessages = (room: Room, before = 999_999_999_999_999) =>
  ask('GET', '/chat/{kind}/{room_id}/', { params: room, query: { before } })

export async function sendMessage(
  room: Room,
  body: { message: string; image: string | null; client_key: string; user_id: number },
): Promise<number> {
  const { message_id } = await ask('POST', '/chat/{kind}/{room_id}/send_message/', { params: room, body })
  roomsChangedSoon()
  return message_id
}

export async function removeMessage(room: Room, message_id: number) {
  await ask('DELETE', '/chat/{kind}/{room_id}/messages/{message_id}/', { params: { ...room, message_id } })
  roomsChangedSoon()
}

/** Whether there is still something to read elsewhere is asked along. */
export async function sendRead(room: Room, message_id: number) {
  await ask('POST', '/chat/{kind}/{room_id}/read/', { params: room, body: { message_id } })
  roomsChangedSoon()
  if (queryClient.getQueryData(currentUserQuery.queryKey)?.unread_chats)
    await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
}

export async function setNoise(room: Room, noise_level: NoiseLevel) {
  await ask('PATCH', '/chat/{kind}/{room_id}/settings/', { params: room, body: { noise_level } })
  await Promise.all([roomsChanged(), queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })])
}

export async function setVisible(room_id: number, visible: boolean) {
  await ask('PATCH', '/chat/groups/{room_id}/admin_settings/', { params: { room_id }, body: { visible } })
  await roomsChanged()
}

export async function startDirect(user_id: number): Promise<Room> {
  const { direct_chat_id } = await ask('POST', '/chat/direct/', { body: { user_id } })
  await roomsChanged()
  return { kind: 'direct', room_id: direct_chat_id }
}
