// Draft: unsaved work on a document, stored in this browser. For other versions see other-versions.ts.
import { useEffect } from 'react'
import { schema } from '#contract/document/schema.ts'
import { draft } from '#web/outbox/draft.ts'
import { beforePageEnds } from '#web/outbox/leaving.ts'
import { debounce } from '#web/ui/debounce.ts'
import { type Editor, type UnsavedWork, useEditorValue } from '../editor.ts'

/** `version`: the server's version that it is based on. */
export type Draft = UnsavedWork & { version: number; at: Date }
export type DraftOwner = { user_id: number; doc_id: number }

export const draftOf = ({ user_id, doc_id }: DraftOwner) =>
  draft<Draft>(user_id, `doc-text/${doc_id}`, readDraft)

/** Deletes the stored draft only if it is the one written at `at`: another window may have replaced it. */
const forgetOwn = (owner: DraftOwner, at: Date) =>
  draftOf(owner).change((stored) => (stored?.at.getTime() === at.getTime() ? undefined : stored))

/** Undefined if the schema no longer accepts the draft. */
export function readDraft(stored: unknown): Draft | undefined {
  try {
    const work = stored as Draft
    for (const { content } of [work, ...(work.sent ?? [])]) schema.nodeFromJSON(content).check()
    return work
  } catch {
    return undefined
  }
}

/** Idle time in ms before the whole document is written. */
const WRITE_AFTER_MS = 500

/**
 * Writes the draft shortly after the last keystroke, and at the latest on leaving. Writes it again when the server
 * has a newer version (`newest`), since a save in another window may have deleted it.
 */
export function useDraftWriting(editor: Editor, writer: DraftWriter, newest: number) {
  const version = useEditorValue(editor, () => editor.version)
  useEffect(() => {
    let { doc } = editor.state
    // Restored work counts as a change of this window, so it is written, unless the server has it by now.
    writer.write()
    return editor.states.subscribe(() => {
      if (editor.state.doc === doc && editor.isChanged()) return
      doc = editor.state.doc
      writer.write()
    })
  }, [editor, writer])
  useEffect(() => {
    if (newest > version && editor.isChanged()) writer.write()
  }, [editor, writer, newest, version])
  useEffect(() => {
    const end = beforePageEnds(writer.flush)
    return () => {
      writer.flush()
      end()
    }
  }, [writer])
}

export type DraftWriter = ReturnType<typeof createDraftWriter>

/** `restored`: when the restored work was written. */
export function createDraftWriter(editor: Editor, owner: DraftOwner, restored: Date | undefined) {
  const current = (): Draft => ({ ...editor.unsaved(), version: editor.version, at: new Date() })
  let own = restored
  const write = debounce(() => {
    if (editor.isChanged()) {
      const work = current()
      own = work.at
      void draftOf(owner).change(work)
    } else void forget()
  }, WRITE_AFTER_MS)
  const forget = async () => {
    write.cancel()
    if (own) await forgetOwn(owner, own)
  }
  const writeNow = () => {
    write.call()
    write.flush()
  }
  return { current, write: write.call, writeNow, flush: write.flush, cancel: write.cancel, forget }
}
