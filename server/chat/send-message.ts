import type { ChatKind } from '#contract/chat.ts'
import { longestMessage } from '#contract/chat.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { bytesOf, imageLimits, reEncode } from '#server/images/re-encode.ts'
import { insertImage } from '#server/images/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { findEarlier, insertMessage, lockRoom } from './messages-store.ts'
import { pushLater } from './push-message.ts'
import { getRoom } from './rooms.ts'

type Said = { message: string; image?: string | null; client_key?: string }

const PER_MINUTE = 30

/** Says something in a room. Sent again under the same key, it is the message that it was. */
export async function sendMessage(kontor: Kontor, by: Caller, kind: ChatKind, id: number, said: Said) {
  const content = cleaned(said.message)
  if (content === '' && !said.image)
    throw invalid(['body', 'message'], 'Eine Nachricht braucht einen Text oder ein Bild.')
  const drawn = said.image ? await drawFor(kontor, by, kind, id, said.image) : undefined
  const client_key = said.client_key ?? null
  return inTransaction(kontor, async (tx) => {
    // Asked under the lock of the room: who has been taken out meanwhile says nothing more.
    await lockRoom(tx, { kind, id })
    const room = await getRoom(tx, by, kind, id)
    if (!room.can_post) throw refuse('read_only')
    const { known, recent } = await findEarlier(tx, by.id, client_key)
    if (known !== null) return known
    if (recent >= PER_MINUTE) throw refuse('too_many_messages')
    const image_id = drawn ? await insertImage(tx, by.id, drawn) : null
    const message_id = await insertMessage(tx, room, { user_id: by.id, content, image_id, client_key })
    await pushLater(tx, { kind, room_id: id, message_id })
    changed(tx, aboutRoom(kind, id))
    return message_id
  })
}

/** Drawing costs something: only for who may post here. */
async function drawFor(kontor: Kontor, by: Caller, kind: ChatKind, id: number, image: string) {
  await getRoom(kontor.db, by, kind, id)
  return imageOf(image)
}

/** Line breaks stay; what cannot be seen, or turns the direction of writing, does not. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const cleaned = (message: string) =>
  message
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim()
    .slice(0, longestMessage)

async function imageOf(url: string) {
  const bytes = bytesOf(url)
  if (bytes && bytes.length > imageLimits.bytes) throw refuse('too_large', 'Das Bild ist größer als 8 MB.')
  const drawn = bytes && (await reEncode(bytes, { small: true }))
  if (!drawn)
    throw invalid(
      ['body', 'image'],
      'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).',
    )
  return drawn
}
