// Open changes of a team: drafts of this browser, one for each entry. All windows work on the same ones.
import { drafts } from '#web/outbox/draft.ts'
import { createStore, type Store } from '#web/store.ts'
import type { Edit, Edits } from './edits.ts'

export type Whose = { user_id: number; subhappening_id: number }

type EditsDraft = {
  ready: Promise<unknown>
  live: Store<Edits>
  get: () => Edits
  /** Answers whether the browser has them; they hold in this window in any case. */
  set: (edits: Edits) => Promise<boolean>
}
const all = new Map<string, EditsDraft>()

/** The same for as long as the window is open. */
export function editsDraft({ user_id, subhappening_id }: Whose): EditsDraft {
  const key = `${user_id}/${subhappening_id}`
  const draft = all.get(key) ?? openDraft({ user_id, subhappening_id })
  all.set(key, draft)
  return draft
}

function openDraft({ user_id, subhappening_id }: Whose): EditsDraft {
  const records = drafts<Edit>(user_id, `times/${subhappening_id}`, sound)
  const read = (): Edits => new Map([...records.get()].map(([id, edit]) => [Number(id), edit]))
  const live = createStore(read())
  records.subscribe(() => live.set(read()))
  return {
    ready: records.ready,
    live,
    get: live.get,
    set(next) {
      const before = live.get()
      const ids = new Set([...before.keys(), ...next.keys()])
      const changed = [...ids].filter((id) => before.get(id) !== next.get(id))
      return records.write(changed.map((id) => [String(id), next.get(id)]))
    },
  }
}

/** What an older version of this page has kept may not fit any more. */
const sound = (stored: unknown): Edit | undefined => {
  const edit = stored as Edit
  const isSound =
    typeof edit?.revision === 'number' && typeof edit.base === 'object' && typeof edit.local === 'object'
  return isSound ? edit : undefined
}
