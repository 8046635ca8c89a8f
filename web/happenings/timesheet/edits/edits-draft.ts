// Open changes of a team: drafts of this browser, one for each entry. All windows work on the same ones.
import { drafts } from '#web/outbox/draft.ts'
import type { Records } from '#web/outbox/shelf.ts'
import { type Edit, type Edits, NO_EDITS, withEdit } from './edits.ts'

export type Whose = { user_id: number; subhappening_id: number }
type EditsDraft = ReturnType<typeof editsIn>

const all = new Map<string, EditsDraft>()

/** Stays the same for as long as the window is open. */
export function editsDraft(whose: Whose): EditsDraft {
  const key = `${whose.user_id}/${whose.subhappening_id}`
  const draft = all.get(key) ?? openDraft(whose)
  all.set(key, draft)
  return draft
}

const openDraft = ({ user_id, subhappening_id }: Whose) =>
  editsIn(drafts<Edit>(user_id, `times/${subhappening_id}`, readStored))

export function editsIn(records: Records<Edit>) {
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
    /** Changes each entry by itself. One that another window has changed meanwhile is changed as it is by now. */
    change: (by: (edits: Edits) => Edits) => {
      const before = get()
      const next = by(before)
      for (const id of new Set([...before.keys(), ...next.keys()])) {
        const [was, is] = [before.get(id), next.get(id)]
        if (was === is) continue
        void records.change(String(id), (stored) =>
          isSame(stored, was) ? is : by(withEdit(NO_EDITS, id, stored)).get(id),
        )
      }
    },
  }
}

const isSame = (one: Edit | undefined, other: Edit | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** An older version of this page may have kept something that does not fit any more. */
function readStored(stored: unknown): Edit | undefined {
  const edit = stored as Edit
  const isSound =
    typeof edit?.revision === 'number' && typeof edit.base === 'object' && typeof edit.local === 'object'
  return isSound ? edit : undefined
}
