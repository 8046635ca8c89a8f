import type { ListQuery } from '#contract/shapes.ts'
import { wallClock } from '#contract/time/plausible.ts'
import { toMinute } from '#contract/time/work-time.ts'
import type { Caller } from '#server/caller.ts'
import { atOneMoment, type Database } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord } from '../may-record.ts'
import { listPartsOf } from '../parts-store.ts'
import { isSeen, records, refusalOfUnseen, viewOf } from '../sight.ts'
import { findHappening } from '../store.ts'
import { hintsFor } from './hints.ts'
import { shownEntry } from './shown.ts'
import { hasEntry, listEntries, listForHints, listHistory } from './store.ts'

/** The address of a part's times. */
export type PartAddress = { happening_id: number; subhappening_id: number }

/** The part as the caller sees it, and whether they may record its times: what they may not see is not there. */
async function findPart(db: Database, by: Caller, { happening_id, subhappening_id }: PartAddress) {
  const view = await viewOf(db, by)
  const happening = await findHappening(db, happening_id)
  const parts = (await listPartsOf(db, [happening_id])).get(happening_id)
  const part = parts?.find(({ id }) => id === subhappening_id)
  const sees = part && isSeen(view, happening) && (typeof view.sight === 'string' || records(part, by))
  if (!sees) throw await refusalOfUnseen(db, view)
  return { view, part, may: mayRecord(happening.status, records(part, by), by) }
}

export const readTimes = ({ db }: Kontor, by: Caller, where: PartAddress, query: ListQuery) =>
  atOneMoment(db, async (tx) => {
    const { part, may } = await findPart(tx, by, where)
    const entries = await listEntries(tx, part.id, query)
    return { ...entries, items: entries.items.map((entry) => shownEntry(entry, may, by)) }
  })

export const readHints = ({ db, config }: Kontor, by: Caller, where: PartAddress) =>
  atOneMoment(db, async (tx) => {
    const { part, view } = await findPart(tx, by, where)
    const entries = await listForHints(tx, view.sight, part.id)
    const asked = entries.map((entry) => ({ ...entry, isOwn: entry.subhappening_id === part.id }))
    return { items: hintsFor(asked, config.timeZone, wallClock(config.timeZone)) }
  })

export async function readHistory(kontor: Kontor, by: Caller, where: PartAddress & { timeentry_id: number }) {
  const { part } = await findPart(kontor.db, by, where)
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
