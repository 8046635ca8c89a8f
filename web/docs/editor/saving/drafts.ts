// Unsaved work on a document, kept in this browser: the draft that goes on. Other versions: other-versions.ts.
import { useEffect, useMemo } from 'react'
import { schema } from '#contract/document/schema.ts'
import { debounce } from '#web/ui/debounce.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { draft } from '#web/unsaved/draft.ts'
import { useWriteSoon } from '#web/unsaved/use-write-soon.ts'
import type { Editor, Work } from '../editor.ts'

/** `version`: the one of the server that it began from. */
export type Draft = Work & { version: number; at: Date }
export type DraftOwner = { user_id: number; doc_id: number }

export const draftOf = ({ user_id, doc_id }: DraftOwner) =>
  draft(`${user_id}/docs/${doc_id}/draft`, readDraft)
export const draftQuery = (owner: DraftOwner) => draftOf(owner).query
export const forgetDraft = (owner: DraftOwner) => draftOf(owner).set(undefined)

export const keepDraft = (owner: DraftOwner, work: Draft) => draftOf(owner).set(work)

/** Null for a draft of an older version of this page that the schema does not accept any more. */
export function readDraft(stored: unknown): Draft | null {
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
