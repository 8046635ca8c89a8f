import type { FastifyInstance } from 'fastify'
import { chat } from '#contract/chat.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { changeNoise, removeMessage, showRoom } from './change-room.ts'
import { groundsOfChats, listRooms } from './list-rooms.ts'
import { markReadByHand, readChatImage, readMessages, readMeta } from './read-room.ts'
import { messageSender } from './send-message.ts'
import { findPeople, startDirect } from './start-direct.ts'
import { getPostable } from './store.ts'

/** An image never changes; whether one may still see it is asked again after a while. */
const A_WHILE = 'private, max-age=3600'

export function chatRoutes(app: FastifyInstance, kontor: Kontor) {
  const send = messageSender(kontor)
  serve(app, chat, {
    rooms: {
      restsOn: ({ caller, query }) => (query.show_hidden ? undefined : groundsOfChats(kontor, caller)),
      handle: ({ caller, params, query }) => listRooms(kontor, caller, params.kind, query),
    },
    messages: ({ caller, params, query, request }) =>
      readMessages(kontor, caller, params, { before: query.before, isRead: request.method === 'GET' }),
    meta: ({ caller, params }) => readMeta(kontor, caller, params),
    send: {
      beforeLarge: ({ caller, params }) => getPostable(kontor.db, caller, params.kind, params.room_id),
      handle: async ({ caller, params, body }) => ({
        ...done,
        message_id: await send(caller, params.kind, params.room_id, body),
      }),
    },
    remove: async ({ caller, params }) => {
      await removeMessage(kontor, caller, params, params.message_id)
      return done
    },
    read: async ({ caller, params, body }) => {
      await markReadByHand(kontor, caller, params, body.message_id)
      return done
    },
    settings: async ({ caller, params, body }) => {
      await changeNoise(kontor, caller, params, body.noise_level)
      return done
    },
    adminSettings: async ({ caller, params, body }) => {
      await showRoom(kontor, caller, params.room_id, body.visible)
      return done
    },
    findPeople: ({ caller, query }) => findPeople(kontor, caller, query.filter),
    startDirect: async ({ caller, body }) => ({
      ...done,
      direct_chat_id: await startDirect(kontor, caller, body.user_id),
    }),
    image: async ({ caller, params, query, reply }) => {
      const { type, bytes } = await readChatImage(kontor, caller, params, query.size)
      reply.type(type).header('cache-control', A_WHILE)
      return bytes
    },
  })
}
