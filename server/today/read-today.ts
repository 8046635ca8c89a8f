// What concerns the caller today. Every open app asks for it again and again: it is answered from memory until one of the
// facts changes that it rests on, or until a day or a shift ends.
import type { Today, Waiting } from '#contract/today.ts'
import type { Caller } from '#server/caller.ts'
import { listUnread } from '#server/chat/room-lists-store.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import { SYNC_HAPPENINGS } from '#server/happenings/sync/sync-happenings.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  aboutAllTimes,
  aboutAnswers,
  aboutDocs,
  aboutHappenings,
  aboutReports,
  aboutRoom,
  aboutTimes,
  aboutUsers,
} from '#server/live/facts.ts'
import { shownShift } from '#server/shifts/read-shifts.ts'
import { listNextShifts } from '#server/shifts/store.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'
import { DAYS_BACK, listOpenDocs, listTeams, readWaiting } from './store.ts'

/** So many chats stand on the page, and so many shifts. */
const MOST = 5
const NEXT = 3

type Asked = { restsOn: (fact: string) => void; lasts: (ms: number) => void }

export async function readToday(kontor: Kontor, by: Caller, { restsOn, lasts }: Asked): Promise<Today> {
  const { may_see_happenings, is_planned, is_admin } = by
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  const date = now.toPlainDate()
  const [docs, teams, shifts, chats, waiting] = await Promise.all([
    listOpenDocs(kontor.db, by),
    may_see_happenings ? teamsAround(kontor, by, date) : undefined,
    is_planned ? nextShifts(kontor, by, now) : undefined,
    unreadChats(kontor, by, restsOn),
    is_admin ? waitingOn(kontor, date) : undefined,
  ])
  for (const fact of [aboutDocs, aboutAnswers(by.id), aboutHappenings]) restsOn(fact)
  for (const { subhappening_id } of [...(teams?.items ?? []), ...(shifts ?? [])])
    restsOn(aboutTimes(subhappening_id))
  if (is_admin) for (const fact of [aboutAllTimes, aboutReports, aboutUsers]) restsOn(fact)
  lasts(
    msUntil(
      now,
      shifts?.map(({ soll_von, soll_bis }) => soll_bis ?? soll_von),
    ),
  )
  return {
    date: date.toString(),
    docs,
    ...(teams && { teams }),
    ...(shifts && { shifts }),
    chats,
    ...(waiting && { waiting }),
  }
}

const teamsAround = ({ db }: Kontor, by: Caller, date: Temporal.PlainDate) =>
  listTeams(db, by.id, {
    from: date.subtract({ days: 1 }).toString(),
    to: date.add({ days: 1 }).toString(),
  })

async function nextShifts(kontor: Kontor, by: Caller, now: Temporal.ZonedDateTime) {
  const wall = now.toPlainDateTime().toString({ smallestUnit: 'second' })
  return (await listNextShifts(kontor.db, viewer(kontor, by), wall, NEXT)).map(shownShift)
}

async function unreadChats({ db }: Kontor, by: Caller, restsOn: Asked['restsOn']) {
  const rooms = await listUnread(db, by.id)
  for (const { kind, id } of rooms) restsOn(aboutRoom(kind, id))
  const unread = rooms.filter((room) => room.unread)
  return {
    count: unread.length,
    items: unread.slice(0, MOST).map(({ kind, id, name }) => ({ kind, id, name: name ?? 'Chat' })),
  }
}

async function waitingOn({ db, config }: Kontor, date: Temporal.PlainDate): Promise<Waiting> {
  const { syncs, ...waiting } = await readWaiting(db, {
    from: date.subtract({ days: DAYS_BACK }).toString(),
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
  return {
    ...waiting,
    syncs: hasPlanner ? [told('happenings', SYNC_HAPPENINGS), told('users', SYNC_USERS)] : [],
  }
}

/** Until the day is over, or the shift that ends first. */
function msUntil(now: Temporal.ZonedDateTime, shifts: (string | null)[] = []): number {
  const ends = shifts.flatMap((end) =>
    end === null ? [] : [Temporal.PlainDateTime.from(end).toZonedDateTime(now.timeZoneId)],
  )
  const midnight = now.add({ days: 1 }).startOfDay()
  return Math.max(
    1,
    Math.min(
      ...[midnight, ...ends].map(({ epochMilliseconds }) => epochMilliseconds - now.epochMilliseconds),
    ),
  )
}
