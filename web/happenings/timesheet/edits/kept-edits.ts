// Open changes as this browser keeps them: they survive a reload and a dead spot, and all windows of one browser work
// on the same ones. The query cache is where they live while a window is open; it goes with the logout, as they do.
import { queryClient } from '#web/query-client.ts'
import { createStore, type Store } from '#web/store.ts'
import { sharedDraft } from '#web/unsaved/shared-draft.ts'
import { forget, keep, kept } from '#web/unsaved/storage.ts'
import type { Part } from '../../queries.ts'
import { type Edits, NO_EDITS, stillAsPressed } from './edits.ts'
import { keptTimes, owedOf, type Whose } from './kept-keys.ts'

const draftOf = (whose: Whose) => sharedDraft<Edits>(keptTimes(whose), sound)

export const editsQuery = (whose: Whose) => draftOf(whose).query

export const presentEdits = (whose: Whose): Edits =>
  queryClient.getQueryData(editsQuery(whose).queryKey) ?? NO_EDITS

/** Answers whether they are kept; they hold in this window in any case. */
export const setEdits = (whose: Whose, edits: Edits) => draftOf(whose).share(edits, edits.size === 0)

/** Also of a team that is not on the screen. */
export const keptEdits = (whose: Whose) => draftOf(whose).get()

/** Whether its sheet is on the screen. */
export const isOpen = (whose: Whose): boolean =>
  queryClient
    .getQueryCache()
    .find({ queryKey: editsQuery(whose).queryKey })
    ?.isActive() ?? false

/** Also where the sheet was left meanwhile: then what is kept is all there is. */
export async function changeEdits(whose: Whose, by: (present: Edits) => Edits) {
  const present = isOpen(whose) ? presentEdits(whose) : await keptEdits(whose)
  const left = by(present)
  if (left !== present) await setEdits(whose, left)
}

/** What was to be applied when nobody could be reached. */
type Owed = { part: Part; team: string; edits: Edits }
export const owe = (whose: Whose, owed: Owed) => keep(owedOf(whose), owed)
export const owedFor = (whose: Whose) => kept<Owed>(owedOf(whose))
/** All of it, or what goes no more of what was pressed then: somebody may have pressed for more since. */
export async function noLongerOwed(whose: Whose, then?: Edits) {
  const present = then && (await owedFor(whose))
  if (present && stillAsPressed(then, present.edits).size < present.edits.size) return
  await forget(owedOf(whose))
}
/** The team of the last one that could not go after its sheet had been left. */
export const leftOwed = createStore<Whose | undefined>(undefined)

/** Follows whatever changes them: this sheet, another window, or an answer that comes after the sheet was left. */
export function followEdits(whose: Whose, live: Store<Edits>): () => void {
  const leave = draftOf(whose).follow()
  const end = queryClient.getQueryCache().subscribe(() => {
    const present = presentEdits(whose)
    if (present !== live.get()) live.set(present)
  })
  return () => {
    leave()
    end()
  }
}

/** What an older version of this page has kept may not fit any more. */
function sound(edits: unknown): Edits {
  if (!(edits instanceof Map)) return NO_EDITS
  const isSound = [...edits.values()].every(
    (edit) =>
      typeof edit?.revision === 'number' && typeof edit.base === 'object' && typeof edit.local === 'object',
  )
  return isSound ? edits : NO_EDITS
}
