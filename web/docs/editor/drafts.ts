/** Unsaved work on a document, kept in this browser: the one that goes on, and those that were put aside. */
import { queryOptions } from '@tanstack/react-query'
import { schema } from '#contract/document/schema.ts'
import { forget, keep, kept } from '#web/kept.ts'
import { queryClient } from '#web/query-client.ts'
import type { Work } from './desk.ts'

/** With the version that it began from. */
export type Draft = Work & { version: number; at: Date }
export type Whose = { user_id: number; doc_id: number }

const always = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, networkMode: 'always' } as const

export const draftQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['kept', draftOf(whose)],
    queryFn: async () => sound(await kept<Draft>(draftOf(whose))) ?? null,
    ...always,
  })

export const keepDraft = (whose: Whose, draft: Draft) => keep(draftOf(whose), draft)
export const forgetDraft = (whose: Whose) => forget(draftOf(whose))

/** The newest first. */
export const asidesQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['kept', asidesOf(whose)],
    queryFn: () => readAsides(whose),
    ...always,
  })

/** None takes the place of another. */
export const putAside = (whose: Whose, draft: Draft) => changeAsides(whose, (asides) => [draft, ...asides])

export const forgetAside = (whose: Whose, { at }: Draft) =>
  changeAsides(whose, (asides) => asides.filter((aside) => aside.at.getTime() !== at.getTime()))

async function changeAsides(whose: Whose, change: (asides: Draft[]) => Draft[]) {
  const { queryKey } = asidesQuery(whose)
  const stored = await readAsides(whose)
  // Where the browser keeps nothing, this page does.
  const asides = change(stored.length > 0 ? stored : (queryClient.getQueryData(queryKey) ?? []))
  queryClient.setQueryData(queryKey, asides)
  await (asides.length > 0 ? keep(asidesOf(whose), asides) : forget(asidesOf(whose)))
}

/** An older version of this page has kept a single one. */
async function readAsides(whose: Whose): Promise<Draft[]> {
  const asides = await kept<Draft | Draft[]>(asidesOf(whose))
  return [asides ?? []].flat().filter((aside) => sound(aside))
}

const draftOf = ({ user_id, doc_id }: Whose) => `${user_id}/docs/${doc_id}/draft`
const asidesOf = ({ user_id, doc_id }: Whose) => `${user_id}/docs/${doc_id}/aside`

/** One that an older version of this page has kept may not fit any more. */
function sound(draft: Draft | undefined): Draft | undefined {
  try {
    if (draft) schema.nodeFromJSON(draft.content).check()
    return draft
  } catch {
    return undefined
  }
}
