// Open changes of a team as drafts in this browser, one per entry, shared by all windows.
import { drafts } from '#web/outbox/draft.ts'
import type { Records } from '#web/outbox/record-store.ts'
import { type Edit, type Edits, NO_EDITS, withEdit } from './edits.ts'

export type EditsOwner = { user_id: number; subhappening_id: number }
type EditsDraft = ReturnType<typeof createEditsDraft>

const all = new Map<string, EditsDraft>()

/** Referentially stable for the life of the window. */
export function editsDraft(whose: EditsOwner): EditsDraft {
  const key = `${whose.user_id}/${whose.subhappening_id}`
  const draft = all.get(key) ?? openDraft(whose)
  all.set(key, draft)
  return draft
}

const openDraft = ({ user_id, subhappening_id }: EditsOwner) =>
  createEditsDraft(drafts<Edit>(user_id, `times/${subhappening_id}`, parseStoredEdit))

export function createEditsDraft(records: Records<Edit>) {
  let seen: ReadonlyMap<string, Edit> | undefined
  let edits: Edits = NO_EDITS
  function get(): Edits {
    if (seen !== records.get()) edits = new Map([...records.get()].map(([id, edit]) => [Number(id), edit]))
    seen = records.get()
    return edits
  }
  return {
    ready: records.ready,
    get,
    subscribe: records.subscribe,
    /** Stores edits by the user. They survive even if the page is closed right now. */
    put: (next: Edits) => {
      for (const { id, is } of changedEdits(get(), next)) void records.change(String(id), is)
    },
    /**
     * Updates the edits after a response of the server. If another window has changed an entry meanwhile, `by` is
     * applied to the stored edit of that entry.
     */
    change: (by: (edits: Edits) => Edits) => {
      const before = get()
      for (const { id, was, is } of changedEdits(before, by(before)))
        void records.change(String(id), (stored) =>
          isSameEdit(stored, was) ? is : by(withEdit(NO_EDITS, id, stored)).get(id),
        )
    },
  }
}

function changedEdits(before: Edits, next: Edits) {
  const ids = new Set([...before.keys(), ...next.keys()])
  return [...ids]
    .map((id) => ({ id, was: before.get(id), is: next.get(id) }))
    .filter(({ was, is }) => was !== is)
}

const isSameEdit = (one: Edit | undefined, other: Edit | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Drops drafts of an incompatible older version. */
function parseStoredEdit(stored: unknown): Edit | undefined {
  const edit = stored as Edit
  const isSound =
    typeof edit?.revision === 'number' && typeof edit.base === 'object' && typeof edit.local === 'object'
  return isSound ? edit : undefined
}
