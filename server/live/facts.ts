/** The names of facts that answers rest on. */

/** Everything about one person that decides what they may do or what their app polls. */
export const aboutUser = (id: number) => `user:${id}`

/** Who there is, and what a list of users filters by. */
export const aboutUsers = 'users'

/** The result of one long-running action. */
export const aboutBackgroundResult = (id: string) => `background:${id}`

/** Jobs wait to be done. */
export const aboutJobs = 'jobs'

/** Which happenings there are, and what a list of them filters by. */
export const aboutHappenings = 'happenings'
