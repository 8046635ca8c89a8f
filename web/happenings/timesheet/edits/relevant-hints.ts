// Which of the server's hints matter where: in the rows, and before times are sent. Pure.
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { type Edit, type Edits, isChangedAt, shownFromBase } from './edits.ts'
import { ends, isEmpty, timeOfEnd } from './ends.ts'
import type { Doubtful } from './read-entry.ts'

/** Those that are true of what stands in the rows. What has been changed since is looked at anew once it is applied. */
export const hintsOfRows = (hints: readonly TimeHint[], edits: Edits): TimeHint[] =>
  hints.filter((hint) => isTrue(hint, edits.get(hint.timeentry_id)))

/** The same of one entry. */
export const hintsOfRow = (hints: readonly TimeHint[], edit: Edit | undefined) =>
  hints.filter((hint) => isTrue(hint, edit))

const isTrue = ({ kind }: TimeHint, edit: Edit | undefined) =>
  edit === undefined || (kind === 'incomplete' && isStillMissing(edit))

/** The other hints speak of both ends, this one only of the end that is not there. */
const isStillMissing = (edit: Edit) =>
  !isEmpty(shownFromBase(edit)) &&
  ends.some((end) => timeOfEnd(edit.base, end) === null && !isChangedAt(edit, end))

/** Hints about what has not been sent yet. Nobody is asked again about what went long ago. */
export function unsentHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): TimeHint[] {
  const unsent = new Set(entries.filter(({ submitted }) => !submitted).map(({ id }) => id))
  return hints.filter(({ timeentry_id }) => unsent.has(timeentry_id))
}

type Kind = TimeHint['kind']
export const isAsked = (kind: Kind): kind is 'distant' | 'future' => kind === 'distant' || kind === 'future'

/** The server's hints that are asked about, by whose they are. */
export function doubtsFromHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): Doubtful[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return hints.flatMap(({ timeentry_id, kind, sentence }) => {
    const entry = byId.get(timeentry_id)
    return entry && isAsked(kind) ? [{ entry, doubt: { kind, sentence } }] : []
  })
}
