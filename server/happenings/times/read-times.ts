import type { ListQuery } from '#contract/shapes.ts'
import { wallClock } from '#contract/time/plausible.ts'
import { toMinute } from '#contract/time/work-time.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { madeOf } from '#server/lists/list-memory.ts'
import { aboutAllTimes, aboutHappenings, aboutTimes } from '#server/live/facts.ts'
import { mayRecord } from '../may-record.ts'
import { nameOf } from '../may-see-store.ts'
import {
  factsOfHappenings,
  isOfOneMoment,
  isSeen,
  parts,
  recorded,
  records,
  refusalOfUnseen,
  type View,
  viewOf,
} from '../pieces.ts'
import type { Part } from '../pieces-store.ts'
import { readRow } from '../read-happenings.ts'
import { hintsFor } from './hints.ts'
import { shownEntry } from './shown.ts'
import { hasEntry, listEntries, listForHints, listHistory } from './store.ts'

/** The address of a part's times. */
export type PartAddress = { happening_id: number; subhappening_id: number }

/** The part as the caller sees it: what they may not see is not there. */
type Seen = { view: View; part: Part; may: boolean }

async function find(
  kontor: Kontor,
  by: Caller,
  { happening_id, subhappening_id }: PartAddress,
): Promise<Seen> {
  const { view, happening, own } = await kontor.lists.ofOneMoment({
    read: async () => {
      const view = await viewOf(kontor, by)
      const [happening, all] = await Promise.all([
        readRow(kontor, happening_id),
        kontor.lists.each(parts, [happening_id]),
      ])
      return { view, happening, own: all.get(happening_id) ?? [] }
    },
    fits: ({ view, own }) => isOfOneMoment(view, by, own),
    keys: () => [recorded.keyOf(by.id), parts.keyOf(happening_id)],
  })
  const seen = seenBy(by, view, happening, own, subhappening_id)
  if (!seen) throw await refusalOfUnseen(kontor, view)
  return seen
}

type Happening = Awaited<ReturnType<typeof readRow>>

function seenBy(by: Caller, view: View, happening: Happening, all: readonly Part[], id: number) {
  const part = all.find((part) => part.id === id)
  if (!part || !isSeen(view, happening) || !(typeof view.sight === 'string' || records(part, by)))
    return undefined
  return { view, part, may: mayRecord(happening.status, records(part, by), by) }
}

type Entries = Awaited<ReturnType<typeof listEntries>>
const timesKey = (id: number, { filter, order_by, page, per_page }: ListQuery) =>
  `times ${JSON.stringify([id, filter, order_by, page, per_page])}`

/** The same for all who may do as much with them. */
const shownTimes = (entries: Entries, may: boolean, by: Caller) =>
  madeOf(entries, `${may} ${by.is_admin}`, () => ({
    ...entries,
    items: entries.items.map((entry) => shownEntry(entry, may, by)),
  }))

export async function readTimes(kontor: Kontor, by: Caller, where: PartAddress, query: ListQuery) {
  const { part, may } = await find(kontor, by, where)
  const entries = await kontor.lists.read({
    key: timesKey(part.id, query),
    facts: [aboutHappenings, aboutTimes(part.id)],
    filter: query.filter,
    read: (db) => listEntries(db, part.id, query),
  })
  return shownTimes(entries, may, by)
}

type Hinted = Awaited<ReturnType<typeof listForHints>>
const hintsKey = (id: number, { sight }: View) => `hints ${id} ${nameOf(sight)}`

/** What lies in the future is told by the minute: within it everybody gets the same. */
function shownHints({ config }: Kontor, entries: Hinted, id: number) {
  const zone = config.timeZone
  const now = wallClock(zone)
  return madeOf(entries, now.slice(0, 'YYYY-MM-DDTHH:MM'.length), () => {
    const asked = entries.map((entry) => ({ ...entry, isOwn: entry.subhappening_id === id }))
    return { items: hintsFor(asked, zone, now) }
  })
}

export async function readHints(kontor: Kontor, by: Caller, where: PartAddress) {
  const { part, view } = await find(kontor, by, where)
  const entries = await kontor.lists.read({
    key: hintsKey(part.id, view),
    facts: [...(view.sight === 'all' ? [aboutHappenings] : factsOfHappenings), aboutAllTimes],
    read: (db) => listForHints(db, view.sight, part.id),
  })
  return shownHints(kontor, entries, part.id)
}

export async function readHistory(kontor: Kontor, by: Caller, where: PartAddress & { timeentry_id: number }) {
  const { part } = await find(kontor, by, where)
  if (!(await hasEntry(kontor.db, part.id, where.timeentry_id))) throw refuse('not_found')
  const history = await listHistory(kontor.db, part.id, where.timeentry_id)
  return {
    items: history.map(({ at, old_von, old_bis, new_von, new_bis, ...one }) => ({
      ...one,
      at: at.toISOString(),
      old_von: toMinute(old_von),
      old_bis: toMinute(old_bis),
      new_von: toMinute(new_von),
      new_bis: toMinute(new_bis),
    })),
  }
}
