// Push notifications of new messages. They are sent after a delay: people who are looking at the room have read
// the message by then, and get none.
import type { ChatKind } from '#contract/chat.ts'
import { withPresentNames } from '#contract/words/mentions.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { listAlertRecipients } from './push-store.ts'
import type { RoomKey } from './room-key.ts'

export const PUSH_MESSAGE_JOB_KIND = 'chat.push'
const DELAY_SECONDS = 3
const DAY_SECONDS = 86_400

/** Messages of a room within the same 3 s have the same job key, so that they cause one notification. */
export const pushMessageJobArgs = ({ kind, id: room_id }: RoomKey, message_id: number) => ({
  kind: PUSH_MESSAGE_JOB_KIND,
  key: `${kind}/${room_id}/${Math.floor(Date.now() / 1_000 / DELAY_SECONDS)}`,
  payload: { kind, room_id, message_id },
  seconds: DELAY_SECONDS,
  lifetime: DAY_SECONDS,
})

export const pushMessageJob: JobKind = {
  lane: 'alerts',
  attempts: 3,
  async run(kontor, { kind, room_id, message_id }) {
    const room = { kind: kind as ChatKind, id: room_id as number }
    await inTransaction(kontor, async (tx) => {
      const told = await listAlertRecipients(tx, room, { from: message_id as number })
      for (const { id, author, content, mentions, title, user_ids } of told) {
        const text = content === '' ? 'Bild' : withPresentNames(content, mentions)
        const notification = {
          title: room.kind === 'direct' ? author : title,
          body: room.kind === 'direct' ? text : `${author}: ${text}`,
          path: `/ui/chat/${room.kind}/${room.id}`,
          tag: `chat-${room.kind}-${room.id}`,
        }
        await notify(tx, kontor, user_ids, notification, {
          said: { kind: room.kind, room_id: room.id, message_id: id },
        })
      }
    })
  },
}
