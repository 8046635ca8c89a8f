import { useEffect, useMemo } from 'react'
import { debounce } from '#web/ui/debounce.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { useWriteSoon } from '#web/unsaved/use-write-soon.ts'
import { type Draft, forgetDraft, keepDraft, type Whose } from './drafts.ts'
import type { Editor } from './editor.ts'

export type Keeping = {
  work: () => Draft
  flush: () => void
  /** What waits to be written down is not wanted any more. */
  cancel: () => void
}

const PAUSE = 500 // ms without a key, before a whole document is written down

const now = () => new Date()

/** Keeps what is not saved, a moment after the last key and at the latest on leaving. */
export function useKeeping(editor: Editor, version: number, { user_id, doc_id }: Whose): Keeping {
  const latest = useLatest(version)
  const keeping = useMemo(() => {
    const whose = { user_id, doc_id }
    const work = (): Draft => ({ ...editor.unsaved(), version: latest.current, at: now() })
    const write = debounce(() => {
      void (editor.isChanged() ? keepDraft(whose, work()) : forgetDraft(whose))
    }, PAUSE)
    return { work, write, flush: write.flush, cancel: write.cancel }
  }, [editor, latest, user_id, doc_id])

  useEffect(() => {
    let { doc } = editor.state
    // Work that was fetched back is kept by nobody yet.
    if (editor.isChanged()) keeping.write.call()
    return editor.states.subscribe(() => {
      if (editor.state.doc === doc && editor.isChanged()) return
      doc = editor.state.doc
      keeping.write.call()
    })
  }, [editor, keeping])
  useWriteSoon(keeping)
  return keeping
}
