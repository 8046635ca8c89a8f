// Deletes expired data once a day in small batches, so that requests do not wait for long locks. Data beyond
// the daily maximum follow on the next day. The audit log records the amounts.
import type { RetentionKind } from '#contract/privacy.ts'
import { retentionKinds } from '#contract/words/retention.ts'
import { audit } from '#server/audit/audit.ts'
import type { Kontor } from '#server/kontor.ts'
import { rules } from './kinds.ts'
import { claimDay, cutoffOf, listMonths, setRemoved } from './store.ts'

const BATCH_ROWS = 1_000
const MAX_ROWS_PER_DAY = 1_000_000

export async function runRetention(kontor: Kontor) {
  const set = await listMonths(kontor.db)
  for (const kind of retentionKinds) {
    const months = set.get(kind)?.months ?? rules[kind].usual
    if (months > 0 && (await claimDay(kontor.db, kind, kontor.config.timeZone)))
      await deleteExpiredRows(kontor, kind, months)
  }
}

async function deleteExpiredRows(kontor: Kontor, kind: RetentionKind, months: number) {
  let removed = 0
  try {
    for (;;) {
      const taken = await rules[kind].take(kontor, cutoffOf(months), BATCH_ROWS)
      removed += taken
      if (taken < BATCH_ROWS || removed >= MAX_ROWS_PER_DAY) break
    }
  } finally {
    // After an error, too, the rows deleted so far are recorded.
    if (removed > 0) await recordRun(kontor, { kind, months, removed })
  }
}

async function recordRun(
  { db }: Kontor,
  { kind, months, removed }: { kind: RetentionKind; months: number; removed: number },
) {
  await db.transaction().execute(async (tx) => {
    await setRemoved(tx, kind, removed)
    await audit(tx, null, 'retention.run', { rule: kind, months, removed })
  })
}
