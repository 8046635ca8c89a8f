// The pieces that lists of happenings are put together from, and what each rests on. A status moves none of them, a
// time moves the numbers of its part alone.
import type { HappeningStatus } from '#contract/happenings.ts'
import type { Caller } from '#server/caller.ts'
import { type Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Kind } from '#server/lists/list-memory.ts'
import {
  aboutHappenings,
  aboutRecorders,
  aboutStatus,
  aboutStatuses,
  aboutTimes,
  aboutUser,
  aboutUsers,
} from '#server/live/facts.ts'
import { oneText } from '#server/one-text.ts'
import { openOf, openStatuses, type Sight } from './may-see-store.ts'
import {
  listNumbersOf,
  listPartsOf,
  listRecordedBy,
  type Numbers,
  noNumbers,
  nothingRecorded,
  type Part,
  type RecordedBy,
} from './pieces-store.ts'

export const factsOfHappenings = [aboutHappenings, aboutStatuses]
/** Of one of them; a status of another one is nothing to it. */
export const factsOfHappening = (id: number) => [aboutHappenings, aboutStatus(id)]

export const parts: Kind<readonly Part[]> = {
  keyOf: oneText((id) => `parts ${id}`),
  facts: (happeningId) => [aboutHappenings, aboutUsers, aboutRecorders(happeningId)],
  read: listPartsOf,
  nothing: [],
}

export const numbers: Kind<Numbers> = {
  keyOf: oneText((id) => `numbers ${id}`),
  facts: (partId) => [aboutHappenings, aboutTimes(partId)],
  read: listNumbersOf,
  nothing: noNumbers,
}

export const recorded: Kind<RecordedBy> = {
  keyOf: oneText((id) => `recorded ${id}`),
  facts: (userId) => [aboutHappenings, aboutUser(userId)],
  read: listRecordedBy,
  nothing: nothingRecorded,
}

/** What somebody sees, and what they record where it hangs on that alone. */
export type View = { sight: Sight; own: RecordedBy | undefined }

export async function viewOf({ lists }: Kontor, by: Caller): Promise<View> {
  if (seesAlike(by)) return { sight: by.is_admin ? 'all' : 'open', own: undefined }
  const own = (await lists.each(recorded, [by.id])).get(by.id) ?? nothingRecorded
  // Let in for what they have recorded until just now: it was all their right.
  if (own.parts.size === 0) throw refuse('forbidden')
  return { sight: own.sight, own }
}

/**
 * What they do not see is not there; where nothing that they record is open any more, they have no right to any of
 * it.
 */
export async function refusalOfUnseen({ db }: Kontor, { own }: View): Promise<Refused> {
  const isOpen = own === undefined || (await openOf(db, own.sight).executeTakeFirst()) !== undefined
  return refuse(isOpen ? 'not_found' : 'forbidden')
}

const seesAlike = ({ is_admin, sees_all_happenings }: Caller) => is_admin || sees_all_happenings

export const isSeen = ({ sight, own }: View, { id, status }: { id: number; status: HappeningStatus }) =>
  sight === 'all' || (openStatuses.includes(status) && (own?.happenings.has(id) ?? true))

export const records = ({ recorders }: Part, by: Pick<Caller, 'id'>) =>
  recorders.some(({ id }) => id === by.id)

/** One commit changes who records a part and what somebody records, and each is read by itself. */
export const isOfOneMoment = ({ own }: View, by: Caller, all: Iterable<Part>) =>
  own === undefined || [...all].every((part) => own.parts.has(part.id) === records(part, by))
