import { PUSH_MESSAGE_JOB_KIND, pushMessageJob } from '#server/chat/push-message.ts'
import { shouldNotify } from '#server/chat/push-store.ts'
import { INDEX_MESSAGES_JOB_KIND, indexMessagesJob } from '#server/find/message-indexes.ts'
import { SEND_TIMES_JOB_KIND, sendTimesJob } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS_JOB_KIND, syncHappeningsJob } from '#server/happenings/sync/sync-happenings.ts'
import { FORGOTTEN_PASSWORD_KIND, forgottenPasswordJob } from '#server/invitations/forgotten.ts'
import { MAIL_LINK_KIND, mailLinkJob } from '#server/invitations/mail-links.ts'
import { BACKUP_KIND, backupJob } from '#server/operation/backup-jobs.ts'
import { MAIL_REMINDER_KIND, remindByMailJob } from '#server/publishing/mail-reminder.ts'
import { PUSH_KIND } from '#server/push/notify.ts'
import { pushJob } from '#server/push/push-job.ts'
import {
  FACTORS_REMOVED,
  factorsRemovedJob,
  PASSWORD_CHANGED,
  PROVIDER_LINKED,
  passwordChangedJob,
  providerLinkedJob,
} from '#server/users/account-mails.ts'
import { SYNC_USERS, syncUsersJob } from '#server/users/sync/sync-users.ts'
import type { JobKinds } from './jobs/job-kind.ts'
import { deliverJob } from './webhooks/deliver-job.ts'
import { DELIVER_JOB } from './webhooks/outbox-store.ts'

export const jobKinds: JobKinds = {
  [BACKUP_KIND]: backupJob,
  [DELIVER_JOB]: deliverJob,
  [FACTORS_REMOVED]: factorsRemovedJob,
  [FORGOTTEN_PASSWORD_KIND]: forgottenPasswordJob,
  [MAIL_LINK_KIND]: mailLinkJob,
  [PASSWORD_CHANGED]: passwordChangedJob,
  [PROVIDER_LINKED]: providerLinkedJob,
  [PUSH_KIND]: pushJob(shouldNotify),
  [PUSH_MESSAGE_JOB_KIND]: pushMessageJob,
  [MAIL_REMINDER_KIND]: remindByMailJob,
  [SEND_TIMES_JOB_KIND]: sendTimesJob,
  [SYNC_HAPPENINGS_JOB_KIND]: syncHappeningsJob,
  [SYNC_USERS]: syncUsersJob,
  [INDEX_MESSAGES_JOB_KIND]: indexMessagesJob,
}
