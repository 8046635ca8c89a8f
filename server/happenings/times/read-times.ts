import type { ListQuery } from '#contract/shapes.ts'
import { localNow } from '#contract/time/plausible.ts'
import { toMinute } from '#contract/time/work-time.ts'
import type { Caller } from '#server/caller.ts'
import { inSnapshot } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord } from '../may-record.ts'
import { getSubhappening, type PartAddress } from '../subhappenings-store.ts'
import { findHints } from './hints.ts'
import { toTimeEntry } from './shown.ts'
import { hasEntry, listEntries, listForHints, listHistory } from './store.ts'

export const readTimes = ({ db }: Kontor, by: Caller, where: PartAddress, query: ListQuery) =>
  inSnapshot(db, async (tx) => {
    const part = await getSubhappening(tx, by, where)
    const may = mayRecord(part.happening_status, part.is_recorder, by)
    const { items, pages } = await listEntries(tx, part.id, query)
    return { items: items.map((entry) => toTimeEntry(entry, may, by)), pages }
  })

export const readHints = ({ db, config }: Kontor, by: Caller, where: PartAddress) =>
  inSnapshot(db, async (tx) => {
    const part = await getSubhappening(tx, by, where)
    const entries = await listForHints(tx, by, part.id)
    const hinted = entries.map((entry) => ({ ...entry, isOwn: entry.subhappening_id === part.id }))
    return { items: findHints(hinted, config.timeZone, localNow(config.timeZone)) }
  })

export async function readHistory(kontor: Kontor, by: Caller, where: PartAddress & { timeentry_id: number }) {
  const part = await getSubhappening(kontor.db, by, where)
  if (!(await hasEntry(kontor.db, part.id, where.timeentry_id))) throw refuse('not_found')
  const history = await listHistory(kontor.db, part.id, where.timeentry_id)
  return {
    items: history.map(({ old_von, old_bis, new_von, new_bis, ...one }) => ({
      ...one,
      old_von: toMinute(old_von),
      old_bis: toMinute(old_bis),
      new_von: toMinute(new_von),
      new_bis: toMinute(new_bis),
    })),
  }
}
