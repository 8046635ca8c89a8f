// What somebody sees of happenings, and which facts decide about it.
import type { HappeningStatus } from '#contract/happenings.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { type Refused, refuse } from '#server/http/errors.ts'
import { aboutHappenings, aboutStatus, aboutStatuses } from '#server/live/facts.ts'
import { openOf, openStatuses, type Sight } from './may-see-store.ts'
import { findRecordedBy, type Part, type RecordedBy } from './parts-store.ts'

export const factsOfHappenings = [aboutHappenings, aboutStatuses]
/** Of one of them; a status of another one is nothing to it. */
export const factsOfHappening = (id: number) => [aboutHappenings, aboutStatus(id)]

/** What somebody sees, and what they record where it hangs on that alone. */
export type View = { sight: Sight; own: RecordedBy | undefined }

export async function viewOf(db: Database, by: Caller): Promise<View> {
  if (by.is_admin || by.sees_all_happenings) return { sight: by.is_admin ? 'all' : 'open', own: undefined }
  const own = await findRecordedBy(db, by.id)
  // Let in for what they have recorded until just now: it was all their right.
  if (own.parts.size === 0) throw refuse('forbidden')
  return { sight: own.sight, own }
}

/**
 * What they do not see is not there; where nothing that they record is open any more, they have no right to any of
 * it.
 */
export async function refusalOfUnseen(db: Database, { own }: View): Promise<Refused> {
  const isOpen = own === undefined || (await openOf(db, own.sight).executeTakeFirst()) !== undefined
  return refuse(isOpen ? 'not_found' : 'forbidden')
}

export const isSeen = ({ sight, own }: View, { id, status }: { id: number; status: HappeningStatus }) =>
  sight === 'all' || (openStatuses.includes(status) && (own?.happenings.has(id) ?? true))

export const records = ({ recorders }: Part, by: Pick<Caller, 'id'>) =>
  recorders.some(({ id }) => id === by.id)
