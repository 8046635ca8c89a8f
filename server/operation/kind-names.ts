import { PUSH_MESSAGE } from '#server/chat/push-message.ts'
import { WORDS } from '#server/find/message-indexes.ts'
import { SEND_TIMES } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS } from '#server/happenings/sync/sync-happenings.ts'
import { FORGOTTEN } from '#server/invitations/forgotten.ts'
import { MAIL_LINK } from '#server/invitations/mail-links.ts'
import { REMIND_BY_MAIL } from '#server/publishing/mail-reminder.ts'
import { PUSH } from '#server/push/notify.ts'
import { FACTORS_REMOVED, PASSWORD_CHANGED, PROVIDER_LINKED } from '#server/users/account-mails.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'
import { DELIVER } from '#server/webhooks/outbox-store.ts'
import { BACKUP } from './backup-jobs.ts'

/** German names of the kinds of jobs. */
const names = new Map<string, string>([
  [BACKUP, 'Sicherungen'],
  [FACTORS_REMOVED, 'E-Mails über entfernte Passkeys und Einmalcodes'],
  [PASSWORD_CHANGED, 'E-Mails über geänderte Passwörter'],
  [PROVIDER_LINKED, 'E-Mails über verbundene Konten'],
  [FORGOTTEN, 'Fragen nach einem neuen Passwort'],
  [MAIL_LINK, 'E-Mails mit einem Link'],
  [PUSH, 'Benachrichtigungen'],
  [PUSH_MESSAGE, 'Benachrichtigungen aus Chats'],
  [REMIND_BY_MAIL, 'Erinnerungen per E-Mail'],
  [SEND_TIMES, 'Sendungen von Zeiten'],
  [SYNC_HAPPENINGS, 'Abgleiche der Veranstaltungen'],
  [DELIVER, 'Zustellungen an Webhooks'],
  [SYNC_USERS, 'Abgleiche der Benutzer'],
  [WORDS, 'Wörter der Nachrichten für die Suche'],
])
export const kindName = (kind: string) => names.get(kind) ?? kind
