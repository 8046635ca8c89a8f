import { record } from '#server/audit.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { invalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { viewer } from './read-happenings.ts'
import { listActiveUserIds, setRecorderIds, shareSubhappening } from './subhappenings-store.ts'

/** Replaces the list of those who record the times. Somebody named twice counts once. */
export function setRecorders(
  kontor: Kontor,
  by: Caller,
  { happening_id, subhappening_id }: { happening_id: number; subhappening_id: number },
  userIds: number[],
) {
  const wanted = [...new Set(userIds)]
  return inTransaction(kontor, async (tx) => {
    const sub = await shareSubhappening(tx, viewer(kontor, by), subhappening_id, happening_id)
    const active = new Set(await listActiveUserIds(tx, wanted))
    const missing = wanted.find((id) => !active.has(id))
    if (missing !== undefined)
      throw invalid(['body', 'user_ids'], 'Einer dieser Benutzer ist deaktiviert oder gelöscht.')
    const before = await setRecorderIds(tx, subhappening_id, wanted)
    await record(tx, by.id, 'subhappening.recorders', { subhappening_id, user_ids: wanted })
    changed(tx, ...new Set([...before, ...wanted].map(aboutUser)))
    const added = wanted.filter((id) => !before.includes(id) && id !== by.id)
    await notify(
      tx,
      kontor,
      added,
      {
        title: 'Zeiten erfassen',
        body: `Sie erfassen die Zeiten von „${sub.name}“ bei „${sub.happening_name}“.`,
        path: `/ui/happenings/${happening_id}/${subhappening_id}/timesheet`,
        tag: `recorder-${subhappening_id}`,
      },
      'recorder_duty',
    )
  })
}
