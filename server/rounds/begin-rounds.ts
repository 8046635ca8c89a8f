import { germanDay } from '#contract/time/german-day.ts'
import { audit } from '#server/audit/audit.ts'
import { isFillable } from '#server/docs/may-fill.ts'
import { endRound } from '#server/docs/results/reset-results.ts'
import { setDoc, setUnread } from '#server/docs/store.ts'
import { listReaders } from '#server/docs/visibility-store.ts'
import { oneByOne } from '#server/every.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads, aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { nextRound } from './next-round.ts'
import { listDue, lockDueForUpdate, setNextRound } from './store.ts'

/**
 * Starts rounds that are due: all answers are stored as a finished round and cleared. Each scheduled time
 * counts once over all nodes; several missed during a downtime count as one. Times at which the document cannot
 * be filled in are skipped.
 */
export async function beginRounds(kontor: Kontor) {
  const { timeZone } = kontor.config
  await oneByOne(await listDue(kontor.db), (id) =>
    inTransaction(kontor, async (tx) => {
      const doc = await lockDueForUpdate(tx, id)
      // Another node has started the round, or the rule was removed.
      if (!doc?.repeats || !doc.next_round_at) return
      const { repeats, name } = doc
      const due = doc.next_round_at.toTemporalInstant().toZonedDateTimeISO(timeZone)
      const now = Temporal.Now.zonedDateTimeISO(timeZone)
      // The next round must be after `due`, or this round would start twice. `now` can be before `due`: the
      // database decides what is due, and its clock may be ahead of ours.
      const next = nextRound(repeats, Temporal.ZonedDateTime.compare(now, due) > 0 ? now : due)
      await setNextRound(tx, id, new Date(next.epochMilliseconds))
      changed(tx, aboutDocHeads)
      if (doc.deleted_at || !isFillable(doc.status)) return
      const people = await endRound(tx, doc, null)
      const { due_days, notify: tells } = repeats
      const due_on = due_days === null ? null : dueOf(now, due_days, next).toString()
      await setDoc(tx, id, { due_on })
      await setUnread(tx, id)
      await audit(tx, null, 'doc.round', { doc_id: id, people, due_on })
      changed(tx, aboutDocs)
      if (!tells) return
      const notification = {
        title: 'Neue Runde',
        body: `${name}${due_on ? ` – bis ${germanDay(due_on)}` : ''}`,
        path: `/ui/docs/${id}/show`,
        tag: `doc-${id}`,
      }
      await notify(tx, kontor, await listReaders(tx, doc), notification, { wish: 'new_document' })
    }),
  )
}

/**
 * The due date of a round. Always before the next round, even if this one begins late or an old rule allowed
 * more days.
 */
function dueOf(now: Temporal.ZonedDateTime, days: number, next: Temporal.ZonedDateTime) {
  const [first, due] = [now.toPlainDate(), now.toPlainDate().add({ days })]
  const last = next.toPlainDate().subtract({ days: 1 })
  const latest = Temporal.PlainDate.compare(last, first) < 0 ? first : last
  return Temporal.PlainDate.compare(due, latest) > 0 ? latest : due
}
