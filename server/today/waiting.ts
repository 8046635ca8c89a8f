// What waits for administrators on the page of today: the same for all of them.
import type { Waiting } from '#contract/today.ts'
import { daysBack } from '#contract/words/today.ts'
import type { Database } from '#server/db/connect.ts'
import { factsOfHappenings } from '#server/happenings/pieces.ts'
import { SYNC_HAPPENINGS } from '#server/happenings/sync/sync-happenings.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAllTimes, aboutReports, aboutUsers } from '#server/live/facts.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'
import { readWaiting } from './store.ts'

/** Beside documents. `states`: tells of each team that waits how it stands, by its number. */
export type Waits = { waiting: Omit<Waiting, 'unread_docs'>; states: Readonly<Record<string, number>> }

export const factsOfWaiting = [...factsOfHappenings, aboutAllTimes, aboutReports, aboutUsers]

export const keyOfWaits = (date: Temporal.PlainDate) => `waiting ${date.toString()}`

export const waitsFor = (kontor: Kontor, date: Temporal.PlainDate): Promise<Waits> =>
  kontor.lists.read({
    key: keyOfWaits(date),
    facts: factsOfWaiting,
    read: (db) => waitingOn(db, kontor, date),
  })

/** Of these days there are teams that wait. */
export const daysThatWait = (date: Temporal.PlainDate) => ({
  from: date.subtract({ days: daysBack }).toString(),
  before: date.toString(),
})

async function waitingOn(db: Database, { config }: Kontor, date: Temporal.PlainDate): Promise<Waits> {
  const { syncs, states, ...waiting } = await readWaiting(db, {
    ...daysThatWait(date),
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
    waiting: {
      ...waiting,
      unsent_teams: { ...waiting.unsent_teams, items: begun },
      syncs: hasPlanner ? [told('happenings', SYNC_HAPPENINGS), told('users', SYNC_USERS)] : [],
    },
    states,
  }
}
