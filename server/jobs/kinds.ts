import { SYNC_USERS, syncUsersJob } from '#server/users/sync/sync-users.ts'
import type { JobKinds } from './worker.ts'

/** Everything that goes on beside requests. */
export const jobKinds: JobKinds = { [SYNC_USERS]: syncUsersJob }
