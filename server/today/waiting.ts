// What waits for administrators on the page of today: the same for all of them.
import type { Waiting } from '#contract/today.ts'
import { daysBack } from '#contract/words/today.ts'
import type { Database } from '#server/db/connect.ts'
import { factsOfHappenings } from '#server/happenings/read-happenings.ts'
import { SYNC_HAPPENINGS } from '#server/happenings/sync/sync-happenings.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAllTimes, aboutReports, aboutUsers } from '#server/live/facts.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'
import { readWaiting } from './store.ts'

/** Beside documents. */
type Waits = Omit<Waiting, 'unread_docs'>

export const factsOfWaiting = [...factsOfHappenings, aboutAllTimes, aboutReports, aboutUsers]

export async function waitingOn(db: Database, { config }: Kontor, date: Temporal.PlainDate): Promise<Waits> {
  const { syncs, ...waiting } = await readWaiting(db, {
    from: date.subtract({ days: daysBack }).toString(),
    before: date.toString(),
    syncs: [SYNC_USERS, SYNC_HAPPENINGS],
  })
  const last = (kind: string) => syncs.find((sync) => sync.kind === kind)
  const told = (kind: 'users' | 'happenings', name: string) => {
    const { finished_at, outcome } = last(name) ?? {}
    return {
      kind,
      finished_at: finished_at === undefined ? null : new Date(finished_at).toISOString(),
      outcome: outcome ?? null,
    }
  }
  const hasPlanner = config.planner !== undefined
  // All of them are of days before this one.
  const begun = waiting.unsent_teams.items.map((team) => ({ ...team, is_ahead: false }))
  return {
    ...waiting,
    unsent_teams: { ...waiting.unsent_teams, items: begun },
    syncs: hasPlanner ? [told('happenings', SYNC_HAPPENINGS), told('users', SYNC_USERS)] : [],
  }
}
