// Documents, teams, shifts and chats that concern the caller today, in one snapshot.
import { msUntilMidnight } from '#contract/time/day-end.ts'
import type { AdminTasks, Today } from '#contract/today.ts'
import { reminderDaysBack } from '#contract/words/today.ts'
import type { Caller } from '#server/caller.ts'
import { factsOfRooms, withLastMessage } from '#server/chat/list-rooms.ts'
import { listUnread } from '#server/chat/room-lists-store.ts'
import { type Database, inSnapshot } from '#server/db/connect.ts'
import { factsOfDocs } from '#server/docs/list-docs.ts'
import { factsOfHappenings } from '#server/happenings/read-happenings.ts'
import { SYNC_HAPPENINGS_JOB_KIND } from '#server/happenings/sync/sync-happenings.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  aboutAnswers,
  aboutAnyRecorders,
  aboutAnyTimes,
  aboutReports,
  aboutStatuses,
  aboutUsers,
} from '#server/live/facts.ts'
import { factsOfShifts } from '#server/shifts/read-shifts.ts'
import { SYNC_USERS_JOB_KIND } from '#server/users/sync/sync-users.ts'
import { cutUnlessOneMore } from './cut-unless-one-more.ts'
import { readOpenDocs, readUnreadDocs } from './open-docs.ts'
import { msUntilNextShiftEnds, msUntilNextTeamBegins, readOwnWork, withIsAhead } from './own-work.ts'
import { countWithoutAccess, listLastSyncs, listUnsentTeams } from './store.ts'

/** Upper bound of chats on the card. */
const MAX_CHATS = 5

const factsOfWaiting = [...factsOfHappenings, aboutReports, aboutUsers]

export const factsOfToday = (caller: Caller) => [
  aboutAnswers(caller.id),
  ...factsOfDocs,
  ...factsOfRooms(caller, 'groups'),
  ...factsOfRooms(caller, 'direct'),
  ...factsOfShifts,
  aboutStatuses,
  aboutAnyRecorders,
  aboutAnyTimes,
  ...(caller.is_admin ? factsOfWaiting : []),
]

/** `expiresIn`: called with the ms until the passing of time changes the answer. */
export function readToday(
  kontor: Kontor,
  by: Caller,
  { expiresIn }: { expiresIn: (ms: number) => void },
): Promise<Serialisable<Today>> {
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  expiresIn(msUntilMidnight(now))
  return inSnapshot(kontor.db, async (tx) => {
    const docs = await readOpenDocs(tx, by)
    const { teams, shifts } = await readOwnWork(tx, by, now)
    const waits = by.is_admin ? await readUnfinishedWork(tx, kontor, now.toPlainDate()) : undefined
    expiresIn(msUntilNextShiftEnds(now, shifts ?? []))
    expiresIn(msUntilNextTeamBegins(now, (teams?.items ?? []).map(withIsAhead(now))))
    return {
      date: now.toPlainDate().toString(),
      docs,
      ...(teams && {
        teams: { count: teams.count, items: teams.items.map(withIsAhead(now)) },
        coming_teams: teams.coming.map(withIsAhead(now)),
      }),
      ...(shifts && { shifts }),
      ...(waits && { waiting: waits }),
      chats: await readUnreadChats(tx, by),
    }
  })
}

async function readUnreadChats(tx: Database, by: Caller): Promise<Today['chats']> {
  const unread = await listUnread(tx, by)
  const items = cutUnlessOneMore(unread, MAX_CHATS).map(withLastMessage)
  return { count: unread.length, items: items.map((chat) => ({ ...chat, name: chat.name ?? 'Chat' })) }
}

/** Unfinished work that administrators see, the same for all of them. */
async function readUnfinishedWork(
  db: Database,
  { config }: Kontor,
  date: Temporal.PlainDate,
): Promise<Serialisable<AdminTasks>> {
  const days = { from: date.subtract({ days: reminderDaysBack }).toString(), before: date.toString() }
  const { count, items } = await listUnsentTeams(db, days)
  const syncs = await listLastSyncs(db, [SYNC_USERS_JOB_KIND, SYNC_HAPPENINGS_JOB_KIND])
  const lastSync = (kind: 'users' | 'happenings', job: string) => {
    const last = syncs.find((sync) => sync.kind === job)
    return { kind, finished_at: last?.finished_at ?? null, outcome: last?.outcome ?? null }
  }
  const hasPlanner = config.planner !== undefined
  return {
    ...(await countWithoutAccess(db)),
    unread_docs: await readUnreadDocs(db),
    // All of these teams are of past days.
    unsent_teams: { count, items: items.map((team) => ({ ...team, is_ahead: false })) },
    syncs: hasPlanner
      ? [lastSync('happenings', SYNC_HAPPENINGS_JOB_KIND), lastSync('users', SYNC_USERS_JOB_KIND)]
      : [],
  }
}
