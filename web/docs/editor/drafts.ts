/** Unsaved work on a document, kept in this browser: the one that goes on, and one that was put aside. */
import { queryOptions } from '@tanstack/react-query'
import { schema } from '#contract/document/schema.ts'
import { forget, keep, kept } from '#web/kept.ts'
import { queryClient } from '#web/query-client.ts'
import type { Work } from './desk.ts'

/** With the version that it began from. */
export type Draft = Work & { version: number; at: Date }
export type Kind = 'draft' | 'aside'
export type Whose = { user_id: number; doc_id: number }

export const draftQuery = (whose: Whose, kind: Kind) =>
  queryOptions({
    queryKey: ['kept', keyOf(whose, kind)],
    queryFn: async () => sound(await kept<Draft>(keyOf(whose, kind))) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

export async function keepDraft(whose: Whose, kind: Kind, draft: Draft) {
  await keep(keyOf(whose, kind), draft)
  if (kind === 'aside') queryClient.setQueryData(draftQuery(whose, kind).queryKey, draft)
}

export async function forgetDraft(whose: Whose, kind: Kind) {
  if (kind === 'aside') queryClient.setQueryData(draftQuery(whose, kind).queryKey, null)
  await forget(keyOf(whose, kind))
}

const keyOf = ({ user_id, doc_id }: Whose, kind: Kind) => `${user_id}/docs/${doc_id}/${kind}`

/** One that an older version of this page has kept may not fit any more. */
function sound(draft: Draft | undefined): Draft | undefined {
  try {
    if (draft) schema.nodeFromJSON(draft.content).check()
    return draft
  } catch {
    return undefined
  }
}
