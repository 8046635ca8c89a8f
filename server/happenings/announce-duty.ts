import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from '#server/push/notify.ts'
import { happeningSentences } from './sentences.ts'
import { listRecordersToNotify, type OpenedHappenings } from './subhappenings-store.ts'

const title = 'Zeiten erfassen'

type DutyPart = { id: number; name: string; happening_id: number; happening_name: string }

/** Notifies new recorders of a part. */
export const notifyNewRecorders = (tx: Tx, kontor: Kontor, userIds: number[], part: DutyPart) =>
  notify(
    tx,
    kontor,
    userIds,
    {
      title,
      body: happeningSentences.dutyInTeam(part.name, part.happening_name),
      path: `/ui/happenings/${part.happening_id}/${part.id}/timesheet`,
      tag: `recorder-${part.id}`,
    },
    { wish: 'recorder_duty' },
  )

/**
 * Notifies recorders when happenings become Aktiv. If a happening was hidden before, all its recorders are
 * notified. If it was reopened, only recorders assigned in the meantime are. Each person gets one notification
 * for all happenings.
 */
export async function notifyRecordersOfOpened(
  tx: Tx,
  kontor: Kontor,
  by: Caller,
  happenings: OpenedHappenings,
) {
  const duties = await listRecordersToNotify(tx, happenings, by.id)
  for (const { user_id, count, id, name } of duties) {
    const notification =
      count === 1
        ? { body: happeningSentences.dutyInHappening(name), path: `/ui/happenings/${id}`, tag: `duty-${id}` }
        : { body: happeningSentences.dutyInMany(count), path: '/ui/happenings', tag: 'duty' }
    await notify(tx, kontor, [user_id], { title, ...notification }, { wish: 'recorder_duty' })
  }
}
