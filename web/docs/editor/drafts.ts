/** Unsaved work on a document, kept in this browser: the one that goes on, and those that were put aside. */
import { schema } from '#contract/document/schema.ts'
import { queryClient } from '#web/query-client.ts'
import { draft } from '#web/unsaved/draft.ts'
import type { Work } from './editor.ts'

/** With the version that it began from. */
export type Draft = Work & { version: number; at: Date }
export type Whose = { user_id: number; doc_id: number }

const draftOf = ({ user_id, doc_id }: Whose) => draft(`${user_id}/docs/${doc_id}/draft`, sound)
/** The newest first. An older version of this page has kept a single one. */
const asidesOf = ({ user_id, doc_id }: Whose) =>
  draft(`${user_id}/docs/${doc_id}/aside`, (stored) =>
    [stored ?? []].flat().flatMap((aside) => sound(aside) ?? []),
  )

export const draftQuery = (whose: Whose) => draftOf(whose).query
export const keepDraft = (whose: Whose, work: Draft) => draftOf(whose).set(work)
export const forgetDraft = (whose: Whose) => draftOf(whose).set(undefined)

export const asidesQuery = (whose: Whose) => asidesOf(whose).query

/** None takes the place of another. */
export const putAside = (whose: Whose, work: Draft) => changeAsides(whose, (asides) => [work, ...asides])

export const forgetAside = (whose: Whose, { at }: Draft) =>
  changeAsides(whose, (asides) => asides.filter((aside) => aside.at.getTime() !== at.getTime()))

async function changeAsides(whose: Whose, change: (asides: Draft[]) => Draft[]) {
  const { query, get, set } = asidesOf(whose)
  const stored = await get()
  // Where the browser keeps nothing, this page does.
  const asides = change(stored.length > 0 ? stored : (queryClient.getQueryData(query.queryKey) ?? []))
  queryClient.setQueryData(query.queryKey, asides)
  await set(asides.length > 0 ? asides : undefined)
}

/** One that an older version of this page has kept may not fit any more. */
function sound(stored: unknown): Draft | null {
  try {
    const work = stored as Draft | undefined
    if (work) schema.nodeFromJSON(work.content).check()
    return work ?? null
  } catch {
    return null
  }
}
