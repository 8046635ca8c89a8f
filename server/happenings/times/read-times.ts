import type { ListQuery } from '#contract/shapes.ts'
import { wallClock } from '#contract/time/plausible.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord } from '../may-record.ts'
import { viewer } from '../read-happenings.ts'
import { getSubhappening } from '../subhappenings-store.ts'
import { hintsFor } from './hints.ts'
import { shownEntry } from './shown.ts'
import { hasEntry, listEntries, listForHints, listHistory } from './store.ts'

/** The address of a part's times. */
export type PartAddress = { happening_id: number; subhappening_id: number }

const find = (kontor: Kontor, by: Caller, { happening_id, subhappening_id }: PartAddress) =>
  getSubhappening(kontor.db, viewer(kontor, by), subhappening_id, happening_id)

export async function readTimes(kontor: Kontor, by: Caller, where: PartAddress, query: ListQuery) {
  const sub = await find(kontor, by, where)
  const may = mayRecord(sub.happening_status, sub.is_recorder, by)
  const { items, pages } = await listEntries(kontor.db, sub.id, query)
  return { items: items.map((entry) => shownEntry(entry, may, by)), pages }
}

export async function readHints(kontor: Kontor, by: Caller, where: PartAddress) {
  const sub = await find(kontor, by, where)
  const entries = await listForHints(kontor.db, viewer(kontor, by), sub.id)
  const asked = entries.map((entry) => ({ ...entry, isOwn: entry.subhappening_id === sub.id }))
  const zone = kontor.config.timeZone
  return { items: hintsFor(asked, zone, wallClock(zone)) }
}

export async function readHistory(kontor: Kontor, by: Caller, where: PartAddress & { timeentry_id: number }) {
  const sub = await find(kontor, by, where)
  if (!(await hasEntry(kontor.db, sub.id, where.timeentry_id))) throw refuse('not_found')
  const history = await listHistory(kontor.db, sub.id, where.timeentry_id)
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

const toMinute = (moment: string | null) => moment?.slice(0, 16) ?? null
