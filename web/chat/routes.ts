// The addresses of the chat.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { pageNotFound } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { ChatIcon } from '#web/ui/icon.tsx'
import { roomsQuery } from './queries.ts'
import { chatSearch, parseRoom, roomSearch } from './search.ts'

const importChatScreen = () => import('./chat.tsx')
const chat = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/chat',
  validateSearch: chatSearch,
  loader: ({ location }) =>
    Promise.all([
      queryClient.ensureQueryData(roomsQuery('groups', chatSearch(location.search).show_hidden)),
      queryClient.ensureQueryData(roomsQuery('direct')),
    ]),
  component: lazyRouteComponent(importChatScreen, 'ChatScreen'),
  staticData: {
    title: 'Chat',
    menu: { icon: ChatIcon, part: 'work', inBar: 'Chat', unread: ({ unread_rooms }) => unread_rooms },
  },
})

const noRoom = createRoute({
  getParentRoute: () => chat,
  path: '/',
  component: lazyRouteComponent(importChatScreen, 'NoRoomScreen'),
  staticData: { title: 'Chat' },
})

const chatRoom = createRoute({
  getParentRoute: () => chat,
  path: '/$room/$group_id',
  params: {
    parse: ({ room, group_id }) => ({ room, group_id: Number(group_id) }),
  },
  beforeLoad: ({ params }) => {
    if (!parseRoom(params.room, params.group_id)) throw pageNotFound()
  },
  validateSearch: roomSearch,
  component: lazyRouteComponent(() => import('./room/room.tsx'), 'RoomScreen'),
  staticData: { title: 'Chat' },
})

export const chatRoutes = chat.addChildren([noRoom, chatRoom])
