import { PUSH_MESSAGE_JOB_KIND } from '#server/chat/push-message.ts'
import { INDEX_MESSAGES_JOB_KIND } from '#server/find/message-indexes.ts'
import { SEND_TIMES_JOB_KIND } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS_JOB_KIND } from '#server/happenings/sync/sync-happenings.ts'
import { FORGOTTEN_PASSWORD_KIND } from '#server/invitations/forgotten.ts'
import { MAIL_LINK_KIND } from '#server/invitations/mail-links.ts'
import { MAIL_REMINDER_KIND } from '#server/publishing/mail-reminder.ts'
import { PUSH_KIND } from '#server/push/notify.ts'
import { FACTORS_REMOVED, PASSWORD_CHANGED, PROVIDER_LINKED } from '#server/users/account-mails.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'
import { DELIVER_JOB } from '#server/webhooks/outbox-store.ts'
import { BACKUP_KIND } from './backup-jobs.ts'

/** German names of the kinds of jobs. */
const jobKindNames = new Map<string, string>([
  [BACKUP_KIND, 'Sicherungen'],
  [FACTORS_REMOVED, 'E-Mails über entfernte Passkeys und Einmalcodes'],
  [PASSWORD_CHANGED, 'E-Mails über geänderte Passwörter'],
  [PROVIDER_LINKED, 'E-Mails über verbundene Konten'],
  [FORGOTTEN_PASSWORD_KIND, 'Fragen nach einem neuen Passwort'],
  [MAIL_LINK_KIND, 'E-Mails mit einem Link'],
  [PUSH_KIND, 'Benachrichtigungen'],
  [PUSH_MESSAGE_JOB_KIND, 'Benachrichtigungen aus Chats'],
  [MAIL_REMINDER_KIND, 'Erinnerungen per E-Mail'],
  [SEND_TIMES_JOB_KIND, 'Sendungen von Zeiten'],
  [SYNC_HAPPENINGS_JOB_KIND, 'Abgleiche der Veranstaltungen'],
  [DELIVER_JOB, 'Zustellungen an Webhooks'],
  [SYNC_USERS, 'Abgleiche der Benutzer'],
  [INDEX_MESSAGES_JOB_KIND, 'Wörter der Nachrichten für die Suche'],
])
export const kindName = (kind: string) => jobKindNames.get(kind) ?? kind
