import type { FastifyInstance } from 'fastify'
import { chat } from '#contract/chat.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { editMessage, readReactors, readWordings, setReaction } from './change-message.ts'
import { changeNoiseLevel, changeRoomVisibility, removeMessage } from './change-room.ts'
import { factsOfRooms, listRooms } from './list-rooms.ts'
import { readMentions } from './mentions.ts'
import { markRoomRead, readChatImage, readMessages, readMessagesWithImage, readMeta } from './read-room.ts'
import { toRoomKey } from './room-key.ts'
import { sendMessage } from './send-message.ts'
import { findPeople, startDirect } from './start-direct.ts'
import { getPostableRoom } from './store.ts'

/** Cache-Control of images. An image never changes, but permission to see it is rechecked after an hour. */
const IMAGE_CACHE_CONTROL = 'private, max-age=3600'

export function chatRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, chat, {
    rooms: {
      restsOn: ({ caller, params }) => factsOfRooms(caller, params.kind),
      handle: ({ caller, params, query }) => listRooms(kontor, caller, params.kind, query),
    },
    mentions: ({ caller }) => readMentions(kontor, caller),
    messages: ({ caller, params, query, request }) =>
      readMessages(kontor, caller, toRoomKey(params), {
        before: query.before,
        isRead: request.method === 'GET',
      }),
    images: ({ caller, params, query }) =>
      readMessagesWithImage(kontor, caller, toRoomKey(params), query.before),
    meta: ({ caller, params }) => readMeta(kontor, caller, toRoomKey(params)),
    send: {
      beforeLarge: ({ caller, params }) => getPostableRoom(kontor.db, caller, toRoomKey(params)),
      handle: async ({ caller, params, body }) => ({
        message_id: await sendMessage(kontor, caller, toRoomKey(params), body),
      }),
    },
    remove: ({ caller, params }) => removeMessage(kontor, caller, params, params.message_id),
    edit: ({ caller, params, body }) => editMessage(kontor, caller, params, body),
    wordings: ({ caller, params }) => readWordings(kontor, caller, params),
    reactors: ({ caller, params }) => readReactors(kontor, caller, params),
    react: ({ caller, params }) => setReaction(kontor, caller, params, true),
    unreact: ({ caller, params }) => setReaction(kontor, caller, params, false),
    read: ({ caller, params, body }) => markRoomRead(kontor, caller, toRoomKey(params), body),
    settings: ({ caller, params, body }) => changeNoiseLevel(kontor, caller, params, body.noise_level),
    adminSettings: ({ caller, params, body }) =>
      changeRoomVisibility(kontor, caller, params.room_id, body.visible),
    findPeople: ({ caller, query }) => findPeople(kontor, caller, query.filter),
    startDirect: async ({ caller, body }) => ({
      direct_chat_id: await startDirect(kontor, caller, body.user_id),
    }),
    image: async ({ caller, params, query, reply }) => {
      const { type, bytes } = await readChatImage(kontor, caller, toRoomKey(params), {
        image_id: params.image_id,
        size: query.size,
      })
      reply.type(type).header('cache-control', IMAGE_CACHE_CONTROL)
      return bytes
    },
  })
}
