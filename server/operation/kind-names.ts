import { PUSH_MESSAGE_JOB_KIND } from '#server/chat/push-message.ts'
import { INDEX_MESSAGES_JOB_KIND } from '#server/find/message-indexes.ts'
import { SEND_TIMES_JOB_KIND } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS_JOB_KIND } from '#server/happenings/sync/sync-happenings.ts'
import { FORGOTTEN_PASSWORD_JOB_KIND } from '#server/invitations/forgotten.ts'
import { MAIL_LINK_JOB_KIND } from '#server/invitations/mail-links.ts'
import { MAIL_REMINDER_JOB_KIND } from '#server/publishing/mail-reminder.ts'
import { PUSH_JOB_KIND } from '#server/push/notify.ts'
import {
  FACTORS_REMOVED_JOB_KIND,
  PASSWORD_CHANGED_JOB_KIND,
  PROVIDER_LINKED_JOB_KIND,
} from '#server/users/account-mails.ts'
import { SYNC_USERS_JOB_KIND } from '#server/users/sync/sync-users.ts'
import { DELIVER_JOB_KIND } from '#server/webhooks/outbox-store.ts'
import { BACKUP_JOB_KIND } from './backup-jobs.ts'

/** German names of the kinds of jobs. */
const jobKindNames = new Map<string, string>([
  [BACKUP_JOB_KIND, 'Sicherungen'],
  [FACTORS_REMOVED_JOB_KIND, 'E-Mails über entfernte Passkeys und Einmalcodes'],
  [PASSWORD_CHANGED_JOB_KIND, 'E-Mails über geänderte Passwörter'],
  [PROVIDER_LINKED_JOB_KIND, 'E-Mails über verbundene Konten'],
  [FORGOTTEN_PASSWORD_JOB_KIND, 'Fragen nach einem neuen Passwort'],
  [MAIL_LINK_JOB_KIND, 'E-Mails mit einem Link'],
  [PUSH_JOB_KIND, 'Benachrichtigungen'],
  [PUSH_MESSAGE_JOB_KIND, 'Benachrichtigungen aus Chats'],
  [MAIL_REMINDER_JOB_KIND, 'Erinnerungen per E-Mail'],
  [SEND_TIMES_JOB_KIND, 'Sendungen von Zeiten'],
  [SYNC_HAPPENINGS_JOB_KIND, 'Abgleiche der Veranstaltungen'],
  [DELIVER_JOB_KIND, 'Zustellungen an Webhooks'],
  [SYNC_USERS_JOB_KIND, 'Abgleiche der Benutzer'],
  [INDEX_MESSAGES_JOB_KIND, 'Wörter der Nachrichten für die Suche'],
])
export const kindName = (kind: string) => jobKindNames.get(kind) ?? kind
