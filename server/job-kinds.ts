import { PUSH_MESSAGE, pushMessageJob } from '#server/chat/push-message.ts'
import { SEND_TIMES, sendTimesJob } from '#server/happenings/send/send-times.ts'
import { SYNC_HAPPENINGS, syncHappeningsJob } from '#server/happenings/sync/sync-happenings.ts'
import { BACKUP, BASE, backupJob, baseJob } from '#server/operation/backup-jobs.ts'
import { PUSH } from '#server/push/notify.ts'
import { pushJob } from '#server/push/push-job.ts'
import { SYNC_USERS, syncUsersJob } from '#server/users/sync/sync-users.ts'
import type { JobKinds } from './jobs/job-kind.ts'

/** Everything that goes on beside requests. */
export const jobKinds: JobKinds = {
  [BACKUP]: backupJob,
  [BASE]: baseJob,
  [PUSH]: pushJob,
  [PUSH_MESSAGE]: pushMessageJob,
  [SEND_TIMES]: sendTimesJob,
  [SYNC_HAPPENINGS]: syncHappeningsJob,
  [SYNC_USERS]: syncUsersJob,
}
