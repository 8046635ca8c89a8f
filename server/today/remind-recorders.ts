import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { listRecordersWithUnsent, noteReminded, type RecorderWithUnsent } from './store.ts'

/**
 * Reminds recorders in the morning of teams of the previous day whose times are missing or unsent. Runs once
 * a day on the first node that tries, later if no node ran in the morning. People in quiet hours get no
 * notification, but see the teams under „Heute“.
 */
export async function remindRecorders(
  kontor: Kontor,
  now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone),
) {
  const { reminderTime } = kontor.config
  if (reminderTime === 'nie') return
  if (Temporal.PlainTime.compare(now.toPlainTime(), Temporal.PlainTime.from(reminderTime)) < 0) return
  const today = now.toPlainDate()
  await inTransaction(kontor, async (tx) => {
    if (!(await noteReminded(tx, today.toString()))) return
    const unsent = await listRecordersWithUnsent(tx, today.subtract({ days: 1 }).toString())
    for (const one of unsent)
      await notify(
        tx,
        kontor,
        [one.user_id],
        { title: 'Zeiten fehlen noch', ...toNotification(one) },
        { wish: 'missing_times' },
      )
  })
}

const TAG = 'times-reminder'

function toNotification({
  count,
  part_id,
  part,
  happening_id,
  happening,
  recorded,
  entries,
}: RecorderWithUnsent) {
  if (count > 1)
    return {
      body: `${count} Teams von gestern haben ihre Zeiten noch nicht gesendet.`,
      path: '/ui/today',
      tag: TAG,
    }
  const state =
    recorded < entries ? `${recorded} von ${entries} erfasst` : 'erfasst, aber noch nicht gesendet'
  return {
    body: `„${part}“ bei „${happening}“ von gestern: ${state}.`,
    path: `/ui/happenings/${happening_id}/${part_id}/timesheet`,
    tag: TAG,
  }
}
