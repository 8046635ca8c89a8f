// Unsaved work on a document, kept in this browser: the draft that goes on. Other versions: other-versions.ts.
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { schema } from '#contract/document/schema.ts'
import { draft } from '#web/outbox/draft.ts'
import { onLastMoment } from '#web/outbox/leaving.ts'
import { debounce } from '#web/ui/debounce.ts'
import { type Editor, type Unsaved, useEditor } from '../editor.ts'

/** `version`: the one of the server that it began from. */
export type Draft = Unsaved & { version: number; at: Date }
export type DraftOwner = { user_id: number; doc_id: number }

export const draftOf = ({ user_id, doc_id }: DraftOwner) =>
  draft<Draft>(user_id, `doc-text/${doc_id}`, readDraft)

export const draftQuery = (owner: DraftOwner) =>
  queryOptions({
    queryKey: ['drafts', 'doc-text', owner.user_id, owner.doc_id],
    async queryFn() {
      await draftOf(owner).ready
      return draftOf(owner).get() ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

/** Only the draft that this page has written or found; another window may have put its own there since. */
const forgetOwn = (owner: DraftOwner, at: Date) =>
  draftOf(owner).change((stored) => (stored?.at.getTime() === at.getTime() ? undefined : stored))

/** Undefined for a draft of an older version of this page that the schema does not accept any more. */
export function readDraft(stored: unknown): Draft | undefined {
  try {
    const work = stored as Draft
    for (const { content } of [work, ...(work.sent ?? [])]) schema.nodeFromJSON(content).check()
    return work
  } catch {
    return undefined
  }
}

/** Without a key for so many ms, before a whole document is written. */
const PAUSE = 500

/**
 * Writes down what is not saved, a moment after the last key and at the latest on leaving. `newest`: the version on
 * the server. Another window that has saved has forgotten what it had written down over the work of this one.
 */
export function useDraft(editor: Editor, writer: DraftWriter, newest: number) {
  const version = useEditor(editor, () => editor.version)
  useEffect(() => {
    let { doc } = editor.state
    // Restored work is changed from the start, and is this window's from now on; or it is known as saved already.
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
    const end = onLastMoment(writer.flush)
    return () => {
      writer.flush()
      end()
    }
  }, [writer])
}

export type DraftWriter = ReturnType<typeof draftWriter>

/** `restored`: when the work was written down that goes on. */
export function draftWriter(editor: Editor, owner: DraftOwner, restored: Date | undefined) {
  const current = (): Draft => ({ ...editor.unsaved(), version: editor.version, at: new Date() })
  let own = restored
  const write = debounce(() => {
    if (editor.isChanged()) {
      const work = current()
      own = work.at
      void draftOf(owner).set(work)
    } else void forget()
  }, PAUSE)
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
