// Open changes of a team: drafts of this browser, one for each entry. All windows work on the same ones.
import { drafts } from '#web/outbox/draft.ts'
import { createStore } from '#web/store.ts'
import type { Edit, Edits } from './edits.ts'

export type Whose = { user_id: number; subhappening_id: number }
type EditsDraft = ReturnType<typeof openDraft>

const all = new Map<string, EditsDraft>()

/** Stays the same for as long as the window is open. */
export function editsDraft(whose: Whose): EditsDraft {
  const key = `${whose.user_id}/${whose.subhappening_id}`
  const draft = all.get(key) ?? openDraft(whose)
  all.set(key, draft)
  return draft
}

function openDraft({ user_id, subhappening_id }: Whose) {
  const records = drafts<Edit>(user_id, `times/${subhappening_id}`, readStored)
  const byEntry = (): Edits => new Map([...records.get()].map(([id, edit]) => [Number(id), edit]))
  const edits = createStore(byEntry())
  records.subscribe(() => edits.set(byEntry()))
  return {
    ready: records.ready,
    get: edits.get,
    subscribe: edits.subscribe,
    /** Answers whether the browser has them; they hold in this window in any case. */
    set(next: Edits): Promise<boolean> {
      const before = edits.get()
      const ids = new Set([...before.keys(), ...next.keys()])
      const changed = [...ids].filter((id) => before.get(id) !== next.get(id))
      return records.write(changed.map((id) => [String(id), next.get(id)]))
    },
  }
}

/** An older version of this page may have kept something that does not fit any more. */
function readStored(stored: unknown): Edit | undefined {
  const edit = stored as Edit
  const isSound =
    typeof edit?.revision === 'number' && typeof edit.base === 'object' && typeof edit.local === 'object'
  return isSound ? edit : undefined
}
