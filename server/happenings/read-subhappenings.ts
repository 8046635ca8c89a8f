// The parts of a happening as a caller sees them, with what they may do with the times right now. Put together from
// pieces in memory, like the list of happenings.
import type { HappeningStatus } from '#contract/happenings.ts'
import type { Subhappening, SubhappeningListItem } from '#contract/parts.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { findJobByKey } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { madeOf } from '#server/lists/list-memory.ts'
import { aboutHappenings, aboutRecorders, aboutTimes, aboutUsers } from '#server/live/facts.ts'
import { mayRecord } from './may-record.ts'
import { ownOf } from './may-see-store.ts'
import {
  factsOfHappening,
  isOfOneMoment,
  isSeen,
  numbers,
  parts,
  recorded,
  records,
  refusalOfUnseen,
  type View,
  viewOf,
} from './pieces.ts'
import { type Numbers, noNumbers, type Part } from './pieces-store.ts'
import { readRow, viewer } from './read-happenings.ts'
import { SEND_TIMES } from './send/send-times.ts'
import { getSubhappening, listSubhappenings } from './subhappenings-store.ts'

type PartsPage = { items: SubhappeningListItem[]; pages: number }
/** What a page of parts is made of, the same for all of one sight. */
type PiecesOfParts = {
  happening: Awaited<ReturnType<typeof readRow>>
  page: { items: readonly { id: number }[]; pages: number }
  parts: ReadonlyMap<number, Part>
  numbers: ReadonlyMap<number, Numbers>
}

export async function readSubhappenings(
  kontor: Kontor,
  by: Caller,
  happeningId: number,
  query: ListQuery,
): Promise<PartsPage> {
  const { view, pieces } = await kontor.lists.ofOneMoment({
    read: async () => {
      const view = await viewOf(kontor, by)
      return { view, pieces: await piecesOf(kontor, view, happeningId, query) }
    },
    fits: ({ view, pieces }) => isWhole(pieces, view, by),
    keys: ({ view }) => [
      keyOf(view, happeningId, query),
      pageKeyOf(view, happeningId, query),
      recorded.keyOf(by.id),
      parts.keyOf(happeningId),
    ],
  })
  if (!isSeen(view, pieces.happening)) throw await refusalOfUnseen(kontor, view)
  return shownPage(pieces, by)
}

const isWhole = ({ page, parts }: PiecesOfParts, view: View, by: Caller) =>
  page.items.every(({ id }) => parts.has(id)) && isOfOneMoment(view, by, parts.values())

/** Whether the happening is seen at all is not asked of them: who sees it sees the same parts, or those that they record. */
const pageKeyOf = ({ sight }: View, id: number, { filter, order_by, page, per_page }: ListQuery) =>
  `page of parts ${JSON.stringify([id, ownOf(sight)?.name, filter, order_by, page, per_page])}`
const keyOf = (view: View, id: number, query: ListQuery) => `made ${pageKeyOf(view, id, query)}`

function piecesOf(kontor: Kontor, view: View, id: number, query: ListQuery): Promise<PiecesOfParts> {
  const { lists } = kontor
  const facts = [aboutHappenings, aboutUsers, aboutRecorders(id)]
  return lists.compose({
    key: keyOf(view, id, query),
    facts: [...factsOfHappening(id), ...facts],
    more: (made) => [...made.numbers.keys()].map(aboutTimes),
    compose: async () => {
      const happening = await readRow(kontor, id)
      const [page, all] = await Promise.all([
        lists.read({
          key: pageKeyOf(view, id, query),
          // Whose names a filter looks at is of no account where there is none.
          facts: query.filter === '' ? [aboutHappenings] : facts,
          filter: query.filter,
          read: (db) => listSubhappenings(db, ownOf(view.sight), id, query),
        }),
        lists.each(parts, [id]),
      ])
      const known = await lists.each(
        numbers,
        page.items.map((part) => part.id),
      )
      return { happening, page, parts: new Map(all.get(id)?.map((part) => [part.id, part])), numbers: known }
    },
  })
}

/** All get the same, but for administrators and who records some of it. */
function shownPage(pieces: PiecesOfParts, by: Caller): PartsPage {
  const { happening, page, parts, numbers } = pieces
  const items = page.items.flatMap(({ id }) => parts.get(id) ?? [])
  const own = items.some((part) => records(part, by))
  return madeOf(pieces, own ? String(by.id) : by.is_admin ? 'administrators' : 'others', () => ({
    items: items.map((part) => shown(part, happening, numbers.get(part.id) ?? noNumbers, by)),
    pages: page.pages,
  }))
}

export async function readSubhappening(
  kontor: Kontor,
  by: Caller,
  happeningId: number,
  id: number,
): Promise<Subhappening> {
  const { db, lists } = kontor
  const row = await getSubhappening(db, viewer(kontor, by), id, happeningId)
  const [known, all, job] = await Promise.all([
    lists.each(numbers, [id]),
    lists.each(parts, [happeningId]),
    findJobByKey(db, SEND_TIMES, String(id)),
  ])
  const part = all.get(happeningId)?.find((part) => part.id === id) ?? { ...row, recorders: [] }
  const own = known.get(id) ?? noNumbers
  return {
    ...shown(part, { id: happeningId, status: row.happening_status }, own, by),
    happening_name: row.happening_name,
    happening_status: row.happening_status,
    date: row.date,
    sendable: own.sendable,
    withdrawals: own.withdrawals,
    sending: (job?.payload['background_result_id'] as string | undefined) ?? null,
    time_zone: kontor.config.timeZone,
  }
}

function shown(
  part: Part,
  happening: { id: number; status: HappeningStatus },
  { istzeit, sollzeit, istentries, sollentries, entries, submitted }: Numbers,
  by: Caller,
): SubhappeningListItem {
  const record = mayRecord(happening.status, records(part, by), by)
  return {
    id: part.id,
    happening_id: happening.id,
    name: part.name,
    users: [...part.recorders],
    istzeit,
    sollzeit,
    istentries,
    sollentries,
    entries,
    entries_submitted: by.is_admin ? submitted : null,
    can: { record, send: record, administer: by.is_admin },
  }
}
