// What somebody has seen is read, also where the server takes it only later, and they have left by then.
import { outbox } from '#web/outbox/browser.ts'
import { sendRead } from './changes.ts'
import type { Room } from './search.ts'

type Mark = { room: Room; message_id: number }

export const readMarks = outbox.define<Mark, void>('read', {
  send: ([{ args }]) => sendRead(args.room, args.message_id),
  // Of a room that is no longer theirs: nobody has to hear of it.
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
