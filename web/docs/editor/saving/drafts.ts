// Unsaved work on a document, kept in this browser: the draft that goes on, and the other versions after conflicts.
import { useEffect, useMemo } from 'react'
import { schema } from '#contract/document/schema.ts'
import { queryClient } from '#web/query-client.ts'
import { debounce } from '#web/ui/debounce.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { draft } from '#web/unsaved/draft.ts'
import { useWriteSoon } from '#web/unsaved/use-write-soon.ts'
import type { Editor, Work } from '../editor.ts'

/** `version`: the one of the server that it began from. */
export type Draft = Work & { version: number; at: Date }
export type DraftOwner = { user_id: number; doc_id: number }

const draftOf = ({ user_id, doc_id }: DraftOwner) => draft(`${user_id}/docs/${doc_id}/draft`, readDraft)
export const draftQuery = (owner: DraftOwner) => draftOf(owner).query
export const forgetDraft = (owner: DraftOwner) => draftOf(owner).set(undefined)

/** The newest first. An older version of this page has kept a single one. */
const otherVersionsOf = ({ user_id, doc_id }: DraftOwner) =>
  draft(`${user_id}/docs/${doc_id}/aside`, (stored) =>
    [stored ?? []].flat().flatMap((version) => readDraft(version) ?? []),
  )
export const otherVersionsQuery = (owner: DraftOwner) => otherVersionsOf(owner).query

export const keepDraft = (owner: DraftOwner, work: Draft) => draftOf(owner).set(work)

/** The draft that somebody has discarded, after they have left it. What they have begun since stays as it is. */
export async function bringBack(owner: DraftOwner, work: Draft) {
  const { queryKey } = draftQuery(owner)
  const isOpen = queryClient.getQueryCache().find({ queryKey })?.isActive()
  if (isOpen || (await draftOf(owner).get())) await keepOtherVersion(owner, work)
  else await keepDraft(owner, work)
}

/** Beside those that are kept already: none replaces another. */
export const keepOtherVersion = (owner: DraftOwner, work: Draft) =>
  changeOtherVersions(owner, (versions) => [work, ...versions])

/** What was the draft is one of them from then on. */
export const putAside = (owner: DraftOwner, work: Draft) =>
  changeOtherVersions(
    owner,
    (versions) => [work, ...versions],
    () => forgetDraft(owner),
  )

export const forgetOtherVersion = (owner: DraftOwner, { at }: Draft) =>
  changeOtherVersions(owner, (versions) =>
    versions.filter((version) => version.at.getTime() !== at.getTime()),
  )

async function changeOtherVersions(
  owner: DraftOwner,
  change: (versions: Draft[]) => Draft[],
  andThen?: () => Promise<unknown>,
) {
  const { query, get, set } = otherVersionsOf(owner)
  const stored = await get()
  // Where the browser keeps nothing, this page does.
  const versions = change(stored.length > 0 ? stored : (queryClient.getQueryData(query.queryKey) ?? []))
  await set(versions.length > 0 ? versions : undefined)
  await andThen?.()
  // Shown last: whoever reads of it may close the page at once.
  queryClient.setQueryData(query.queryKey, versions)
}

/** Null for a draft of an older version of this page that the schema does not accept any more. */
function readDraft(stored: unknown): Draft | null {
  try {
    const work = stored as Draft | undefined
    if (work) schema.nodeFromJSON(work.content).check()
    return work ?? null
  } catch {
    return null
  }
}

/** Without a key for so many ms, before a whole document is written. */
const PAUSE = 500

const now = () => new Date()

/** Writes down what is not saved, a moment after the last key and at the latest on leaving. */
export function useDraft(editor: Editor, version: number, { user_id, doc_id }: DraftOwner) {
  const latest = useLatest(version)
  const writer = useMemo(() => {
    const stored = draftOf({ user_id, doc_id })
    const current = (): Draft => ({ ...editor.unsaved(), version: latest.current, at: now() })
    const write = debounce(() => {
      void stored.set(editor.isChanged() ? current() : undefined)
    }, PAUSE)
    return { current, write: write.call, flush: write.flush, cancel: write.cancel }
  }, [editor, latest, user_id, doc_id])

  useEffect(() => {
    let { doc } = editor.state
    // Restored work is changed from the start, and not written down yet.
    if (editor.isChanged()) writer.write()
    return editor.states.subscribe(() => {
      if (editor.state.doc === doc && editor.isChanged()) return
      doc = editor.state.doc
      writer.write()
    })
  }, [editor, writer])
  useWriteSoon(writer)
  return writer
}
