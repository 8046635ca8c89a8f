// Saving: one at a time, never over somebody else's work unasked.
import { useEffect, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { Failed } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import type { Editor } from '../editor.ts'
import { freshDoc, saveDoc } from '../queries.ts'
import type { DraftOwner, DraftWriter } from './drafts.ts'

type Saving = {
  busy: boolean
  /** Somebody else has saved since this text was opened. */
  conflict: boolean
  /** `over`: the version that somebody has chosen to overwrite. */
  save: (over?: number) => Promise<boolean>
  giveUp: () => void
}

/** The open text, and what keeps it in this browser until it is saved. */
type Open = { editor: Editor; unsaved: DraftWriter }

export function useSaving(
  doc: Doc,
  owner: DraftOwner,
  { editor, unsaved }: Open,
  onSaved: () => void,
): Saving {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)
  const shown = useLatest(editor)
  /** A text that has been discarded meanwhile does not come back with the answer. */
  const writeDown = () => shown.current === editor && unsaved.writeNow()

  /** What the server has may be what was sent from here: the answer was lost, or came when its page was gone. */
  function recognize(stored: Doc): boolean {
    if (!editor.recognize(stored)) return false
    writeDown()
    if (!editor.isChanged()) onSaved()
    return true
  }
  const latest = useLatest(recognize)
  useEffect(() => {
    if (!busy && doc.version > editor.version) latest.current(doc)
  }, [busy, doc, editor, latest])

  /** Answers whether it is saved; if not, somebody else has been faster. */
  async function send(over: number): Promise<boolean> {
    const work = editor.take()
    // With what is on its way: a page that ends before the answer comes knows it again in the next visit.
    unsaved.writeNow()
    try {
      const next = await saveDoc(owner, work, over)
      work.onSaved(next)
      writeDown()
      onSaved()
      return true
    } catch (problem) {
      if (!(problem instanceof Failed && problem.status === 412)) throw problem
      // Where somebody else is signed in by now, this fails as well.
      const theirs = await freshDoc(doc.id).catch(() => Promise.reject(problem))
      if (!recognize(theirs)) return false
      return !editor.isChanged() || send(theirs.version)
    }
  }

  async function save(over = editor.version): Promise<boolean> {
    if (busy) return false
    setConflict(false)
    setBusy(true)
    try {
      const isSaved = await send(over)
      if (isSaved) toast('Prozess gespeichert')
      else setConflict(true)
      return isSaved
    } catch (problem) {
      toastFailure(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, conflict, save, giveUp: () => setConflict(false) }
}
