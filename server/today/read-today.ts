// What concerns the caller today. Every open app asks for it again and again: it is put together from pieces in memory,
// of which each is read anew when one of the facts changes that it rests on, or when a day or a shift ends. Chats come
// from their own memory: a message takes no statement here.
import type { Shift } from '#contract/shifts.ts'
import type { Today, Waiting } from '#contract/today.ts'
import { daysBack } from '#contract/words/today.ts'
import type { RightsNow } from '#server/auth/rights-store.ts'
import type { Caller } from '#server/caller.ts'
import { listUnreadOfDatabase } from '#server/chat/list-rooms.ts'
import type { Held } from '#server/chat/memory/chat-memory.ts'
import { listUnreadOf } from '#server/chat/memory/compose.ts'
import type { Database } from '#server/db/connect.ts'
import { listFillable } from '#server/docs/filled-store.ts'
import { factsOfDocs, fills, isOfOneMoment } from '#server/docs/list-docs.ts'
import { maySeeIn } from '#server/docs/may-see-store.ts'
import { factsOfHappenings } from '#server/happenings/pieces.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import { SYNC_HAPPENINGS } from '#server/happenings/sync/sync-happenings.ts'
import { sameAgain } from '#server/http/written.ts'
import type { Kontor } from '#server/kontor.ts'
import { madeOf } from '#server/lists/list-memory.ts'
import { aboutAllTimes, aboutAnswers, aboutReports, aboutUser, aboutUsers } from '#server/live/facts.ts'
import { msUntil, msUntilMidnight } from '#server/shifts/day-end.ts'
import { factsOfShifts, restsOn, shownShift, timesOf } from '#server/shifts/read-shifts.ts'
import { SYNC_USERS } from '#server/users/sync/sync-users.ts'
import { atMost } from './at-most.ts'
import { type KnownTeam, readOwnWork, readWaiting } from './store.ts'

/** So many documents and chats stand on the page, and so many shifts. */
const MOST = 5
const NEXT = 3
/** Teams of the days after tomorrow are shown where fewer than so many are nearer. */
const FEW = 4
const DAYS_AHEAD = 14

type Asked = { lasts: (ms: number) => void; again: (compose: () => Today | undefined) => void }
/**
 * All but the chats; `of`: the happenings whose status decides about the shifts; `rights`: what the caller might when
 * they were read.
 */
type Cards = Omit<Today, 'chats'> & { of: readonly number[]; rights: RightsNow }
type Chats = Today['chats']
/** And the groups of the caller in that very moment. */
type ChatsThen = { chats: Chats; group_ids: readonly number[] }
type Teams = { count: number; items: KnownTeam[]; coming: KnownTeam[] }
type Work = {
  rights: RightsNow
  teams: Teams | undefined
  shifts: Shift[] | undefined
  of: readonly number[]
}

export async function readToday(kontor: Kontor, by: Caller, { lasts, again }: Asked): Promise<Today> {
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  lasts(msUntilMidnight(now))
  again(() => {
    const cards = kontor.lists.now(keyOf(by, now)) as Cards | undefined
    const then = cards && kontor.chats.now(by, (held) => unreadIn(held, by))
    const isOfNow = cards && then && isOfSameGroups(by, then) && isOfSameRights(by, cards)
    return isOfNow ? page(cards, then.chats) : undefined
  })
  const [cards, then] = await Promise.all([readCards(kontor, by, now), unreadChats(kontor, by)])
  if (isOfSameGroups(by, then) && isOfSameRights(by, cards)) return page(cards, then.chats)
  // Put into a group meanwhile: what else it brings belongs to its chat. Or they may more, or less, than just now.
  const asNow = { ...by, ...cards.rights, group_ids: then.group_ids }
  return page(await readCards(kontor, asNow, now), then.chats)
}

const isOfSameGroups = ({ group_ids }: Caller, then: ChatsThen) => then.group_ids.join() === group_ids.join()

const isOfSameRights = ({ is_admin, may_see_happenings }: RightsNow, { rights }: { rights: RightsNow }) =>
  is_admin === rights.is_admin && may_see_happenings === rights.may_see_happenings

const keyOf = (by: Caller, now: Temporal.ZonedDateTime) =>
  `today ${by.id} ${rightsOf(by)} ${now.toPlainDate().toString()}`

/** Whoever was asked for just before their rights changed leaves nothing behind for whoever they are now. */
const rightsOf = ({ is_admin, may_see_happenings, is_planned, group_ids }: Caller) =>
  [is_admin, may_see_happenings, is_planned, ...group_ids].join()

/** The very same one as long as nothing is new. */
const page = ({ waiting, of: _of, rights: _rights, ...cards }: Cards, chats: Chats): Today =>
  madeOf(cards.docs, JSON.stringify(chats), () => sameAgain({ ...cards, chats, ...(waiting && { waiting }) }))

function readCards(kontor: Kontor, by: Caller, now: Temporal.ZonedDateTime): Promise<Cards> {
  const { lists } = kontor
  const { is_admin } = by
  const date = now.toPlainDate()
  return lists.compose({
    key: keyOf(by, now),
    facts: [
      aboutUser(by.id),
      aboutAnswers(by.id),
      ...factsOfDocs,
      ...factsOfShifts,
      ...(is_admin ? factsOfWaiting : []),
    ],
    more: ({ teams, coming_teams, shifts, of }) => [
      ...timesOf([...(teams?.items ?? []), ...(coming_teams ?? [])]),
      ...restsOn(shifts ?? [], of),
    ],
    lasts: ({ teams, shifts }) =>
      Math.min(msUntilNext(now, shifts ?? []), msUntilFirst(now, teams?.items ?? [])),
    compose: async () => {
      const [docs, { teams, shifts, of, rights }, waiting] = await Promise.all([
        openDocs(kontor, by),
        ownWork(kontor, by, now),
        is_admin ? waitsFor(kontor, date) : undefined,
      ])
      return {
        date: date.toString(),
        docs,
        ...(teams && {
          teams: { count: teams.count, items: teams.items.map(asOf(now)) },
          coming_teams: teams.coming.map(asOf(now)),
        }),
        ...(shifts && { shifts }),
        of,
        rights,
        ...(waiting && { waiting }),
      }
    },
  })
}

/**
 * What they may fill in: what is due next first, then what they have begun, then the newest. An administrator's are
 * those that staff see, too.
 */
async function openDocs({ lists }: Kontor, by: Caller): Promise<Today['docs']> {
  const key = `fillable ${by.group_ids.join()}`
  const { all, own } = await lists.ofOneMoment({
    read: async () => ({
      all: await lists.read({
        key,
        facts: factsOfDocs,
        read: (db) => listFillable(db, maySeeIn(by.group_ids)),
      }),
      own: (await lists.each(fills, [by.id])).get(by.id) ?? fills.nothing,
    }),
    fits: ({ all, own }) => isOfOneMoment(all, own),
    keys: () => [key, fills.keyOf(by.id)],
  })
  const open = all
    .map((doc) => ({ ...doc, ...(own.get(doc.id) ?? { filled: 0, handed_in: false }) }))
    .filter(({ hand_in, handed_in, filled, fields }) => (hand_in ? !handed_in : filled < fields))
    .map(({ id, name, fields, due_on, filled, hand_in }) => ({
      id,
      name,
      // Where there is nothing to fill in, handing it in is what there is to do.
      fields: Math.max(fields, 1),
      due_on,
      filled,
      hand_in: !hand_in ? ('none' as const) : filled < fields ? ('after' as const) : ('now' as const),
    }))
  const due = open.filter(({ due_on }) => due_on !== null)
  const others = open.filter(({ due_on }) => due_on === null)
  const begun = others.filter(({ filled }) => filled > 0)
  const fresh = others.filter(({ filled }) => filled === 0)
  return { count: open.length, items: atMost([...due, ...begun, ...fresh], MOST) }
}

/** Teams and shifts of one moment, and what the caller might then: both hang on it. */
async function ownWork(kontor: Kontor, by: Caller, now: Temporal.ZonedDateTime): Promise<Work> {
  const { is_admin, may_see_happenings, is_planned } = by
  const rights = { is_admin, may_see_happenings }
  if (!may_see_happenings && !is_planned) return { rights, teams: undefined, shifts: undefined, of: [] }
  const date = now.toPlainDate()
  const day = (days: number) => date.add({ days }).toString()
  const days = { from: day(-1), to: day(1), ahead: day(DAYS_AHEAD) }
  const wall = now.toPlainDateTime().toString({ smallestUnit: 'second' })
  return kontor.lists.read({
    key: `work of ${by.id} ${may_see_happenings} ${is_planned} ${date.toString()}`,
    facts: [aboutUser(by.id), ...factsOfShifts],
    more: ({ teams, shifts, of }: Work) => [
      ...timesOf([...(teams?.items ?? []), ...(teams?.coming ?? [])]),
      ...restsOn(shifts ?? [], of),
    ],
    lasts: ({ shifts }: Work) => msUntilNext(now, shifts ?? []),
    read: async (db): Promise<Work> => {
      const { teams, shifts, ...rest } = await readOwnWork(db, viewer(kontor, by), {
        teams: may_see_happenings ? days : undefined,
        shifts: is_planned ? { now: wall, limit: NEXT } : undefined,
      })
      return { ...rest, teams: teams && nearAndComing(teams, days), shifts: shifts?.map(shownShift) }
    },
  })
}

function nearAndComing(
  { count, items }: { count: number; items: KnownTeam[] },
  { to }: { to: string },
): Teams {
  const near = items.filter((team) => team.date <= to)
  const coming = near.length < FEW ? items.filter((team) => team.date > to).slice(0, NEXT) : []
  return { count, items: near, coming }
}

const asOf = (now: Temporal.ZonedDateTime) => (team: KnownTeam) => ({ ...team, is_ahead: isAhead(now, team) })

function isAhead(now: Temporal.ZonedDateTime, { begins, date }: KnownTeam): boolean {
  if (begins === null) return date > now.toPlainDate().toString()
  return Temporal.PlainDateTime.compare(Temporal.PlainDateTime.from(begins), now.toPlainDateTime()) > 0
}

async function unreadChats({ db, chats }: Kontor, by: Caller): Promise<ChatsThen> {
  const known = await chats.read(by, (held) => unreadIn(held, by))
  return known ?? thenOf(await listUnreadOfDatabase(db, by))
}

const unreadIn = (held: Held, by: Caller) =>
  thenOf({ unread: listUnreadOf(held, by), groups: held.person.groups })

type Then = { unread: readonly Unread[]; groups: readonly { id: number }[] }
const thenOf = ({ unread, groups }: Then): ChatsThen => ({
  chats: some(unread),
  group_ids: groups.map(({ id }) => id).sort((one, other) => one - other),
})

type Unread = Omit<Chats['items'][number], 'name'> & { name: string | null }
const some = (unread: readonly Unread[]): Chats => ({
  count: unread.length,
  items: atMost([...unread], MOST).map(
    ({ kind, id, name, user_id, last_message, last_message_at, last_message_by }) => ({
      kind,
      id,
      name: name ?? 'Chat',
      user_id,
      last_message,
      last_message_at,
      last_message_by,
    }),
  ),
})

/** Until the next of them begins. */
const msUntilFirst = (now: Temporal.ZonedDateTime, teams: readonly KnownTeam[]) =>
  msUntilNext(
    now,
    teams.filter((team) => isAhead(now, team)).map(({ begins }) => ({ soll_von: begins, soll_bis: null })),
  )

const factsOfWaiting = [...factsOfHappenings, aboutAllTimes, aboutReports, aboutUsers]

/** The same for all administrators. */
const waitsFor = (kontor: Kontor, date: Temporal.PlainDate) =>
  kontor.lists.read({
    key: `waiting ${date.toString()}`,
    facts: [...factsOfDocs, ...factsOfWaiting],
    read: (db) => waitingOn(db, kontor, date),
  })

async function waitingOn(db: Database, { config }: Kontor, date: Temporal.PlainDate): Promise<Waiting> {
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

/** Until the day is over, or the shift that ends first. */
function msUntilNext(
  now: Temporal.ZonedDateTime,
  shifts: readonly { soll_von: string | null; soll_bis: string | null }[],
) {
  const ends = shifts.flatMap(({ soll_von, soll_bis }) => soll_bis ?? soll_von ?? [])
  const moments = ends.map((end) =>
    msUntil(now, Temporal.PlainDateTime.from(end).toZonedDateTime(now.timeZoneId)),
  )
  return Math.min(msUntilMidnight(now), ...moments)
}
