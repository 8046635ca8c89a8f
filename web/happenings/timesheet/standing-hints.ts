/**
 * The server's hints that are true of what stands in the rows. What has been changed since is looked at anew once it is
 * applied. Pure.
 */
import type { TimeHint } from '#contract/times.ts'
import { type Edit, type Edits, isChangedAt, shownFromBase } from './edits.ts'
import { ends, isEmpty, timeOfEnd } from './ends.ts'

export const standingHints = (hints: readonly TimeHint[], edits: Edits): TimeHint[] =>
  hints.filter(({ timeentry_id, kind }) => {
    const edit = edits.get(timeentry_id)
    return edit === undefined || (kind === 'incomplete' && isStillMissing(edit))
  })

/** The other hints speak of both ends, this one only of the end that is not there. */
const isStillMissing = (edit: Edit) =>
  !isEmpty(shownFromBase(edit)) &&
  ends.some((end) => timeOfEnd(edit.base, end) === null && !isChangedAt(edit, end))
