import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRecorders, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { notifyNewRecorders } from './announce-duty.ts'
import { happeningSentences } from './sentences.ts'
import {
  listUsers,
  lockSubhappeningForShare,
  lockSubhappeningForUpdate,
  type PartAddress,
  setRecorderIds,
} from './subhappenings-store.ts'

/** Replaces the list of recorders, except of archived happenings. Duplicates are ignored. */
export function setRecorders(
  kontor: Kontor,
  by: Caller,
  { happening_id, subhappening_id }: PartAddress,
  userIds: number[],
) {
  const wanted = [...new Set(userIds)]
  return inTransaction(kontor, async (tx) => {
    const sub = await lockSubhappeningForShare(tx, by, { happening_id, subhappening_id })
    if (sub.happening_status === 'Archiv')
      throw refuse('not_editable', happeningSentences.recordersAreArchived)
    if (!(await lockSubhappeningForUpdate(tx, subhappening_id))) throw refuse('not_found')
    const users = new Map((await listUsers(tx, wanted)).map((user) => [user.id, user]))
    const missing = wanted.find((id) => !users.get(id)?.is_active)
    if (missing !== undefined)
      throw refuseInvalid(['body', 'user_ids', userIds.indexOf(missing)], refusalFor(users.get(missing)))
    const before = await setRecorderIds(tx, subhappening_id, wanted)
    const added = wanted.filter((id) => !before.includes(id) && id !== by.id)
    // Recorders are notified only when the happening is Aktiv. Until then `untold` in the audit row names the
    // people to notify.
    const untold = sub.happening_status === 'Aktiv' ? [] : added
    if (new Set(before).symmetricDifference(new Set(wanted)).size > 0)
      await audit(tx, by.id, 'subhappening.recorders', {
        subhappening_id,
        user_ids: wanted,
        ...(untold.length > 0 && { untold }),
      })
    changed(tx, aboutRecorders(happening_id), ...new Set([...before, ...wanted].map(aboutUser)))
    if (sub.happening_status === 'Aktiv') await notifyNewRecorders(tx, kontor, added, sub)
  })
}

const refusalFor = (user: { display_name: string } | undefined) =>
  user ? happeningSentences.recorderIsInactive(user.display_name) : happeningSentences.recorderIsGone
