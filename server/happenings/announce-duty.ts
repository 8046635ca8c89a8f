import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from '#server/push/notify.ts'
import { sentences } from './sentences.ts'
import { listDuties, type OpenedHappenings } from './subhappenings-store.ts'

const title = 'Zeiten erfassen'

type DutyPart = { id: number; name: string; happening_id: number; happening_name: string }

/** Tells those who record a part from now on. */
export const announceDuty = (tx: Tx, kontor: Kontor, userIds: number[], part: DutyPart) =>
  notify(
    tx,
    kontor,
    userIds,
    {
      title,
      body: sentences.dutyInTeam(part.name, part.happening_name),
      path: `/ui/happenings/${part.happening_id}/${part.id}/timesheet`,
      tag: `recorder-${part.id}`,
    },
    { wish: 'recorder_duty' },
  )

/**
 * Recorders who were named while a happening was still hidden are told when it opens; where it was over and goes on,
 * those who were named meanwhile. Of many at once each is told once.
 */
export async function announceOpened(tx: Tx, kontor: Kontor, by: Caller, happenings: OpenedHappenings) {
  const duties = await listDuties(tx, happenings, by.id)
  for (const { user_id, count, id, name } of duties) {
    const notification =
      count === 1
        ? { body: sentences.dutyInHappening(name), path: `/ui/happenings/${id}`, tag: `duty-${id}` }
        : { body: sentences.dutyInMany(count), path: '/ui/happenings', tag: 'duty' }
    await notify(tx, kontor, [user_id], { title, ...notification }, { wish: 'recorder_duty' })
  }
}
