import type { HappeningStatus } from '#contract/happenings.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutStatuses, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { announceOpened } from './announce-duty.ts'
import { listRecorderIds, lockHappeningsForUpdate, setStatus } from './store.ts'

/** Any status may follow any. All of them or none: an id that does not exist changes nothing. */
export function setHappeningStatus(kontor: Kontor, by: Caller, ids: number[], status: HappeningStatus) {
  const wanted = [...new Set(ids)]
  return inTransaction(kontor, async (tx) => {
    const found = await lockHappeningsForUpdate(tx, wanted)
    if (found.length < wanted.length)
      throw refuse('not_found', 'Eine dieser Veranstaltungen gibt es nicht mehr. Es wurde nichts geändert.')
    await setStatus(tx, wanted, status)
    const touched = found.filter((happening) => happening.status !== status).map(({ id }) => id)
    if (touched.length > 0) await audit(tx, by.id, 'happening.status', { happening_ids: touched, status })
    const opened = found.filter((happening) => status === 'Aktiv' && isUnseen(happening.status))
    await announceOpened(
      tx,
      kontor,
      by,
      opened.map(({ id }) => id),
    )
    // The right to see happenings at all rests on the status of those that somebody records.
    changed(tx, aboutStatuses, ...(await listRecorderIds(tx, wanted)).map(aboutUser))
  })
}

const isUnseen = (status: HappeningStatus) => status === 'Entwurf' || status === 'Inaktiv'
