import type { RepeatRule } from '#contract/rounds.ts'
import { maxDueDays } from '#contract/time/round-length.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { getDocHead, lockDocForUpdate } from '#server/docs/store.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { parseMoment } from '#server/publishing/moment.ts'
import { nextRound } from './next-round.ts'
import { findRepeats, setRepeats } from './store.ts'

export async function readRepeats({ db }: Kontor, by: Caller, docId: number) {
  await getDocHead(db, by, docId)
  const repeats = (await findRepeats(db, docId))?.repeats
  return { items: repeats ? [repeats] : [] }
}

/** `first` may lie in the past if it stays unchanged, so that other settings can be changed later. */
export function repeatDoc(kontor: Kontor, by: Caller, doc_id: number, repeats: RepeatRule) {
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  const first = parseMoment(repeats.first, now, 'first')
  const most = maxDueDays(repeats)
  if (repeats.due_days !== null && repeats.due_days > most)
    throw refuseInvalid(
      ['body', 'due_days'],
      `Die Frist muss enden, bevor die nächste Runde beginnt: nach höchstens ${most} Tagen.`,
    )
  return inTransaction(kontor, async (tx) => {
    await lockDocForUpdate(tx, doc_id)
    const before = (await findRepeats(tx, doc_id))?.repeats
    if (repeats.first !== before?.first && Temporal.ZonedDateTime.compare(first, now) <= 0)
      throw refuseInvalid(['body', 'first'], 'Die erste Runde liegt in der Vergangenheit.')
    const next = nextRound(repeats, now)
    await setRepeats(tx, doc_id, repeats, new Date(next.epochMilliseconds))
    const next_round_at = next.toInstant().toString()
    await audit(tx, by.id, 'doc.repeat', { doc_id, ...repeats, next_round_at })
    changed(tx, aboutDocHeads)
    return { next_round_at }
  })
}

/** Finished rounds stay. */
export function stopRepeating(kontor: Kontor, by: Caller, doc_id: number) {
  return inTransaction(kontor, async (tx) => {
    await lockDocForUpdate(tx, doc_id)
    await setRepeats(tx, doc_id, null, null)
    await audit(tx, by.id, 'doc.repeat_end', { doc_id })
    changed(tx, aboutDocHeads)
  })
}
