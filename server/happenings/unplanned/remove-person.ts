import { audit } from '#server/audit/audit.ts'
import { inOwnTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAllTimes, aboutHappenings, aboutTimes } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { isEditable, lockToRecord } from '../may-record.ts'
import { sentences } from '../sentences.ts'
import type { PartAddress } from '../subhappenings-store.ts'
import { nameOf } from '../times/shown.ts'
import { deleteEntry, lockEntryForUpdate } from './store.ts'

/** Takes somebody out whom a recorder has added, as long as the planner holds nothing of them. */
export function removePerson(kontor: Kontor, by: Caller, where: PartAddress & { timeentry_id: number }) {
  return inOwnTransaction(kontor, by, async (tx) => {
    const { sub, may } = await lockToRecord(tx, by, where)
    const entry = await lockEntryForUpdate(tx, sub.id, where.timeentry_id)
    if (!entry) throw refuse('not_found')
    if (!entry.unplanned) throw refuse('not_deletable', sentences.isPlanned(nameOf(entry)))
    if (!isEditable(may, entry.submitted, by)) throw refuse('not_editable')
    if (entry.booked) throw refuse('not_deletable', sentences.plannerHasTimes(nameOf(entry)))
    await deleteEntry(tx, entry.id)
    await audit(tx, by.id, 'subhappening.person_removed', {
      subhappening_id: sub.id,
      timeentry_id: entry.id,
    })
    changed(tx, aboutTimes(sub.id), aboutAllTimes, aboutHappenings)
  })
}
