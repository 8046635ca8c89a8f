import { PUSH_MESSAGE_JOB_KIND, pushMessageJob } from '#server/chat/push-message.ts'
import { shouldNotify } from '#server/chat/push-store.ts'
import { INDEX_MESSAGES_JOB_KIND, indexMessagesJob } from '#server/find/message-indexes.ts'
import { SEND_TIMES_JOB_KIND, sendTimesJob } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS_JOB_KIND, syncHappeningsJob } from '#server/happenings/sync/sync-happenings.ts'
import { FORGOTTEN_PASSWORD_JOB_KIND, forgottenPasswordJob } from '#server/invitations/forgotten.ts'
import { MAIL_LINK_JOB_KIND, mailLinkJob } from '#server/invitations/mail-links.ts'
import { BACKUP_JOB_KIND, backupJob } from '#server/operation/backup-jobs.ts'
import { MAIL_REMINDER_JOB_KIND, mailReminderJob } from '#server/publishing/mail-reminder.ts'
import { PUSH_JOB_KIND } from '#server/push/notify.ts'
import { pushJob } from '#server/push/push-job.ts'
import {
  FACTORS_REMOVED_JOB_KIND,
  factorsRemovedJob,
  PASSWORD_CHANGED_JOB_KIND,
  PROVIDER_LINKED_JOB_KIND,
  passwordChangedJob,
  providerLinkedJob,
} from '#server/users/account-mails.ts'
import { SYNC_USERS_JOB_KIND, syncUsersJob } from '#server/users/sync/sync-users.ts'
import type { JobKinds } from './jobs/job-kind.ts'
import { deliverJob } from './webhooks/deliver-job.ts'
import { DELIVER_JOB_KIND } from './webhooks/outbox-store.ts'

export const jobKinds: JobKinds = {
  [BACKUP_JOB_KIND]: backupJob,
  [DELIVER_JOB_KIND]: deliverJob,
  [FACTORS_REMOVED_JOB_KIND]: factorsRemovedJob,
  [FORGOTTEN_PASSWORD_JOB_KIND]: forgottenPasswordJob,
  [MAIL_LINK_JOB_KIND]: mailLinkJob,
  [PASSWORD_CHANGED_JOB_KIND]: passwordChangedJob,
  [PROVIDER_LINKED_JOB_KIND]: providerLinkedJob,
  [PUSH_JOB_KIND]: pushJob(shouldNotify),
  [PUSH_MESSAGE_JOB_KIND]: pushMessageJob,
  [MAIL_REMINDER_JOB_KIND]: mailReminderJob,
  [SEND_TIMES_JOB_KIND]: sendTimesJob,
  [SYNC_HAPPENINGS_JOB_KIND]: syncHappeningsJob,
  [SYNC_USERS_JOB_KIND]: syncUsersJob,
  [INDEX_MESSAGES_JOB_KIND]: indexMessagesJob,
}
