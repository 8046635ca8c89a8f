import type { CellAction } from '#contract/words/cell.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { findGroupByName } from '#server/groups/store.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { findUser } from '../store.ts'
import { areKnown, setOverrides } from './store.ts'

/** Puts a user into a group or takes them out of it; takes effect with their next request. */
export async function assign(
  kontor: Kontor,
  by: Caller,
  userId: number,
  groupname: string,
  action: CellAction,
): Promise<true> {
  const group = await findGroupByName(kontor.db, groupname.trim())
  if (!group || !(await findUser(kontor.db, userId))) throw refuse('not_found')
  await assignMany(kontor, by, { userIds: [userId], groupIds: [group.id], action })
  return true
}

const GONE = 'Einen dieser Benutzer oder eine dieser Gruppen gibt es nicht mehr. Es wurde nichts geändert.'

/** A whole row or column of the matrix at once, or not at all. */
export function assignMany(
  kontor: Kontor,
  by: Caller,
  { userIds, groupIds, action }: { userIds: number[]; groupIds: number[]; action: CellAction },
) {
  return inTransaction(kontor, async (tx) => {
    if (!(await areKnown(tx, userIds, groupIds))) throw refuse('not_found', GONE)
    const touched = await setOverrides(tx, { userIds, groupIds, action, by: by.id })
    if (touched.length === 0) return
    await audit(tx, by.id, `assignment.${action}`, { user_ids: touched, group_ids: groupIds })
    changed(tx, aboutAssignments, ...touched.map(aboutUser))
  })
}
