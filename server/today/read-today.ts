// What concerns the caller today: documents, teams and shifts of one moment, and chats from their own memory.

import { msUntilMidnight } from '#contract/time/day-end.ts'
import type { Today } from '#contract/today.ts'
import type { RightsNow } from '#server/auth/rights-store.ts'
import type { Caller } from '#server/caller.ts'
import { listUnreadOfDatabase } from '#server/chat/list-rooms.ts'
import type { Held } from '#server/chat/memory/chat-memory.ts'
import { listUnreadOf } from '#server/chat/memory/compose.ts'
import { atOneMoment } from '#server/db/connect.ts'
import { factsOfDocs } from '#server/docs/list-docs.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAnswers, aboutStatuses, aboutUsers, anyRecorders, anyTimes } from '#server/live/facts.ts'
import { factsOfShifts } from '#server/shifts/read-shifts.ts'
import { atMost } from './at-most.ts'
import { todaysDocs } from './open-docs.ts'
import { asOf, msUntilFirst, msUntilNext, ownWork } from './own-work.ts'
import { factsOfWaiting, waitingOn } from './waiting.ts'

/** So many chats stand on the page. */
const MOST = 5

type Asked = { lasts: (ms: number) => void }
/** All but the chats; `rights`: what the caller might when it was read; `lasts`: so many ms until the clock changes it. */
type Cards = Omit<Today, 'chats'> & { rights: RightsNow; lasts: number }
type Chats = Today['chats']
/** And the groups of the caller in that very moment. */
type ChatsThen = { chats: Chats; group_ids: readonly number[] }

export async function readToday(kontor: Kontor, by: Caller, { lasts }: Asked): Promise<Today> {
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  lasts(msUntilMidnight(now))
  const [cards, then] = await Promise.all([readCards(kontor, by, now), unreadChats(kontor, by)])
  lasts(cards.lasts)
  if (isOfSameGroups(by, then) && isOfSameRights(by, cards)) return page(cards, then.chats)
  // Put into a group meanwhile: what else it brings belongs to its chat. Or they may more, or less, than just now, and
  // hear more chats, or fewer.
  const asNow = { ...by, ...cards.rights, group_ids: then.group_ids }
  const [cardsNow, thenNow] = await Promise.all([readCards(kontor, asNow, now), unreadChats(kontor, asNow)])
  lasts(cardsNow.lasts)
  return page(cardsNow, thenNow.chats)
}

export const factsOfToday = ({ id, is_admin }: Caller) => [
  aboutAnswers(id),
  ...factsOfDocs,
  ...factsOfShifts,
  aboutStatuses,
  aboutUsers,
  anyRecorders,
  anyTimes,
  ...(is_admin ? factsOfWaiting : []),
]

const isOfSameGroups = ({ group_ids }: Caller, then: ChatsThen) => then.group_ids.join() === group_ids.join()

const isOfSameRights = ({ is_admin, may_see_happenings }: RightsNow, { rights }: { rights: RightsNow }) =>
  is_admin === rights.is_admin && may_see_happenings === rights.may_see_happenings

const page = ({ waiting, rights: _rights, lasts: _lasts, ...cards }: Cards, chats: Chats): Today => ({
  ...cards,
  chats,
  ...(waiting && { waiting }),
})

const readCards = (kontor: Kontor, by: Caller, now: Temporal.ZonedDateTime): Promise<Cards> =>
  atOneMoment(kontor.db, async (tx) => {
    const docs = await todaysDocs(tx, by)
    const { teams, shifts, rights } = await ownWork(tx, viewer(kontor, by), now)
    const waits = by.is_admin ? await waitingOn(tx, kontor, now.toPlainDate()) : undefined
    return {
      date: now.toPlainDate().toString(),
      docs: docs.open,
      ...(teams && {
        teams: { count: teams.count, items: teams.items.map(asOf(now)) },
        coming_teams: teams.coming.map(asOf(now)),
      }),
      ...(shifts && { shifts }),
      ...(waits && { waiting: { ...waits, unread_docs: docs.unread } }),
      rights,
      lasts: Math.min(msUntilNext(now, shifts ?? []), msUntilFirst(now, (teams?.items ?? []).map(asOf(now)))),
    }
  })

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
