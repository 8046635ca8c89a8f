import { PUSH_MESSAGE } from '#server/chat/push-message.ts'
import { SEND_TIMES } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS } from '#server/happenings/sync/sync-happenings.ts'
import { PUSH } from '#server/push/notify.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'

/** The name of each kind of job, for people. */
const names: Record<string, string> = {
  [PUSH]: 'Benachrichtigungen',
  [PUSH_MESSAGE]: 'Alarme aus Chats',
  [SEND_TIMES]: 'Sendungen von Zeiten',
  [SYNC_HAPPENINGS]: 'Abgleiche der Veranstaltungen',
  [SYNC_USERS]: 'Abgleiche der Benutzer',
}
export const kindName = (kind: string) => names[kind] ?? kind
